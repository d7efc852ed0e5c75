// The daylight. Edit this file while the renderer runs: both shaders that include it are reloaded. If
// the file does not compile, the previous versions stay.

// The hour of the day, from 0.0 to 24.0. Lamps are lit from 18.0 on.
const HOUR: f32 = 10.0;

// Returns 0 by day and 1 at dusk.
const DUSK: f32 = clamp((HOUR - 16.0) / 4.0, 0.0, 1.0);

// Switches for the haze and for the lamps.
override haze: bool = true;
override lamplight: bool = true;

const TO_SUN_BY_DAY = vec3f(-0.45, 0.72, 0.52);
const TO_SUN_AT_DUSK = vec3f(-0.78, 0.13, -0.61);

fn to_sun() -> vec3f {
    return normalize(mix(TO_SUN_BY_DAY, TO_SUN_AT_DUSK, DUSK));
}

fn sunlight() -> vec3f {
    return mix(vec3f(1.30, 1.18, 0.96), vec3f(0.62, 0.27, 0.12), DUSK);
}

fn skylight(up: f32) -> vec3f {
    let sky = mix(vec3f(0.34, 0.46, 0.66), vec3f(0.07, 0.085, 0.18), DUSK);
    let ground = mix(vec3f(0.22, 0.20, 0.15), vec3f(0.05, 0.04, 0.06), DUSK);
    return mix(ground, sky, up * 0.5 + 0.5);
}

// Returns the eighth power.
fn eighth(value: f32) -> f32 {
    let square = value * value;
    let fourth = square * square;
    return fourth * fourth;
}

// Returns the colour of the sky and of the haze.
fn air(direction: vec3f) -> vec3f {
    let height = clamp(direction.y, 0.0, 1.0);
    let horizon = mix(vec3f(0.70, 0.80, 0.88), vec3f(0.50, 0.22, 0.19), DUSK);
    let zenith = mix(vec3f(0.16, 0.36, 0.72), vec3f(0.05, 0.06, 0.17), DUSK);
    let sky = mix(horizon, zenith, sqrt(height));
    let towards_sun = max(dot(direction, to_sun()), 0.0);
    let warm = mix(vec3f(0.16, 0.14, 0.10), vec3f(0.80, 0.28, 0.07), DUSK);
    return sky + warm * (0.5 * eighth(towards_sun) + 0.7 * eighth(eighth(towards_sun)));
}

// Returns the light of the lamps at a point.
fn lamps_at(world: vec3f, normal: vec3f) -> vec3f {
    var sum = vec3f();
    for (var place = 0u; place < view.lamp_places; place++) {
        let lamp = lamps[place];
        let way = lamp.position - world;
        let distance_squared = dot(way, way);
        let near = max(1.0 - distance_squared / max(lamp.reach * lamp.reach, 0.01), 0.0);
        let facing = dot(normal, way) * inverseSqrt(distance_squared + 0.01) * 0.6 + 0.4;
        sum += lamp.colour * near * near * max(facing, 0.0);
    }
    return sum;
}

// Returns the lit colour of a surface, given its colour, gloss, position and normal.
fn lit(colour: vec3f, gloss: f32, world: vec3f, normal: vec3f) -> vec3f {
    let away = view.eye - world;
    let direction = normalize(away);
    let sun = max(dot(normal, to_sun()), 0.0);
    let halfway = normalize(direction + to_sun());
    let mirrored = eighth(max(dot(normal, halfway), 0.0));
    let shine = gloss * sun * mirrored * mirrored * mirrored;
    var light = sunlight() * sun + skylight(normal.y);
    if lamplight && HOUR >= 18.0 {
        light += lamps_at(world, normal);
    }
    return colour * light + sunlight() * shine;
}

// Mixes a colour with the haze in front of it.
fn hazed(colour: vec3f, world: vec3f) -> vec3f {
    if !haze {
        return colour;
    }
    let away = world - view.eye;
    let amount = 1.0 - exp(-max(length(away) - 24.0, 0.0) * 0.008);
    let level = normalize(vec3f(away.x, max(away.y, 0.0), away.z));
    return mix(colour, air(level), amount);
}
