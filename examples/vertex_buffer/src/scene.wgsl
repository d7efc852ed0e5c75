// One shader for the whole scene, with entry points for the four vertex layouts.
// The pass of the sun uses the same vertex stages with another view and no fragment stage.

struct View {
    clip_from_world: mat4x4<f32>,
    shadow_from_world: mat4x4<f32>,
    eye: vec4<f32>,
    to_sun: vec4<f32>,
}

@group(0) @binding(0) var<uniform> view: View;
@group(1) @binding(0) var shadow_map: texture_depth_2d;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;

const SUN = vec3<f32>(1.42, 1.24, 0.98);
const SKY = vec3<f32>(0.44, 0.56, 0.74);
const BOUNCE = vec3<f32>(0.26, 0.24, 0.22);
const HAZE = vec3<f32>(0.83, 0.88, 0.90);
const PAPER = vec3<f32>(0.90, 0.87, 0.80);
const UP = vec3<f32>(0.0, 1.0, 0.0);

// One row of the hub of instances: the columns of its transform, and its tint.
struct Instance {
    @location(4) x: vec4<f32>,
    @location(5) y: vec4<f32>,
    @location(6) z: vec4<f32>,
    @location(7) w: vec4<f32>,
    @location(8) tint: vec4<f32>,
}

struct Surface {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) colour: vec3<f32>,
    @location(3) uv: vec2<f32>,
    // Each triangle has one haze, so that the facets of the sea are visible at the horizon.
    // The backend chooses the corner whose haze is used.
    @location(4) @interpolate(flat) haze: f32,
}

fn surface(instance: Instance, position: vec3<f32>, normal: vec3<f32>, colour: vec3<f32>, uv: vec2<f32>) -> Surface {
    let world_from_mesh = mat4x4<f32>(instance.x, instance.y, instance.z, instance.w);
    let world = world_from_mesh * vec4<f32>(position, 1.0);
    var out: Surface;
    out.clip = view.clip_from_world * world;
    out.world = world.xyz;
    out.normal = (world_from_mesh * vec4<f32>(normal, 0.0)).xyz;
    // Colours are given in sRGB and lit in linear light.
    out.colour = pow(colour, vec3<f32>(2.2)) * instance.tint.rgb;
    out.uv = uv;
    out.haze = smoothstep(26.0, 62.0, distance(view.eye.xyz, world.xyz));
    return out;
}

@vertex
fn vs_flat(instance: Instance, @location(0) position: vec2<f32>, @location(1) colour: vec4<f32>) -> Surface {
    return surface(instance, vec3<f32>(position.x, 0.0, position.y), UP, colour.rgb, vec2<f32>());
}

@vertex
fn vs_facet(instance: Instance, @location(0) position: vec3<f32>, @location(1) colour: vec4<f32>) -> Surface {
    return surface(instance, position, UP, colour.rgb, vec2<f32>());
}

@vertex
fn vs_round(
    instance: Instance,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) colour: vec4<f32>,
) -> Surface {
    return surface(instance, position, normal.xyz, colour.rgb, vec2<f32>());
}

@vertex
fn vs_striped(
    instance: Instance,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
) -> Surface {
    return surface(instance, position, normal, vec3<f32>(1.0), uv);
}

// Returns the share of sunlight at a point, from nine filtered samples of the shadow map.
fn sunlight(world: vec3<f32>, normal: vec3<f32>) -> f32 {
    let shadow = view.shadow_from_world * vec4<f32>(world + normal * 0.05, 1.0);
    let uv = shadow.xy * vec2<f32>(0.5, -0.5) + 0.5;
    let texel = 1.3 / vec2<f32>(textureDimensions(shadow_map));
    var lit = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let tap = uv + vec2<f32>(f32(x), f32(y)) * texel;
            lit += textureSampleCompareLevel(shadow_map, shadow_sampler, tap, shadow.z);
        }
    }
    let outside = any(abs(shadow.xy) > vec2<f32>(0.99));
    return select(lit / 9.0, 1.0, outside);
}

fn shade(in: Surface, colour: vec3<f32>, normal: vec3<f32>, gloss: f32) -> vec4<f32> {
    let away = view.eye.xyz - in.world;
    let facing = max(dot(normal, view.to_sun.xyz), 0.0);
    let direct = facing * sunlight(in.world, normal);
    let ambient = mix(BOUNCE, SKY, normal.y * 0.5 + 0.5);
    let halfway = normalize(normalize(away) + view.to_sun.xyz);
    let shine = gloss * direct * pow(max(dot(normal, halfway), 0.0), 40.0);
    let lit = colour * (SUN * direct + ambient) + SUN * shine;
    return vec4<f32>(mix(lit, HAZE, in.haze), 1.0);
}

@fragment
fn fs_flat(in: Surface) -> @location(0) vec4<f32> {
    return shade(in, in.colour, UP, 0.0);
}

@fragment
fn fs_facet(in: Surface) -> @location(0) vec4<f32> {
    // The normal of the triangle's plane: layouts without normals are faceted.
    let plane = normalize(cross(dpdx(in.world), dpdy(in.world)));
    let normal = select(-plane, plane, dot(plane, view.eye.xyz - in.world) > 0.0);
    return shade(in, in.colour, normal, 0.0);
}

@fragment
fn fs_round(in: Surface) -> @location(0) vec4<f32> {
    return shade(in, in.colour, normalize(in.normal), 0.05);
}

@fragment
fn fs_striped(in: Surface) -> @location(0) vec4<f32> {
    // The bands are one unit of u or v wide, and their edges one pixel soft.
    let edge = (abs(fract(in.uv * 0.5) - 0.5) - 0.25) / max(fwidth(in.uv * 0.5), vec2<f32>(0.0001));
    let band = clamp(edge + 0.5, vec2<f32>(0.0), vec2<f32>(1.0));
    let ink = band.x + band.y - 2.0 * band.x * band.y;
    return shade(in, mix(PAPER, in.colour, ink), normalize(in.normal), 0.25);
}
