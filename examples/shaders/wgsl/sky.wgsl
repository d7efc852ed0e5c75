// Draws the sky with one triangle: analytic scattering, sun and stars.

override SUN_DISC: bool = true;
override STARS: bool = false;

struct Frame {
    inverse_view_projection: mat4x4<f32>,
    sun_direction: vec3<f32>,
    time: f32,
}

struct Atmosphere {
    /// default: 5.8e-6 13.5e-6 33.1e-6
    rayleigh: vec3<f32>,
    /// default: 21e-6
    mie: f32,
    /// default: 0.1 0.1 0.12
    ground_color: vec3<f32>,
    /// default: 0.758
    mie_anisotropy: f32,
    /// default: 20
    sun_intensity: f32,
    /// default: 0.9998
    sun_cosine: f32,
    /// default: 0.4
    star_brightness: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(1) @binding(0) var<uniform> atmosphere: Atmosphere;
@group(1) @binding(1) var star_map: texture_cube<f32>;
@group(1) @binding(2) var star_sampler: sampler;

struct Ray {
    @builtin(position) clip: vec4<f32>,
    @location(0) direction: vec3<f32>,
}

@vertex
fn vs_main(@builtin(vertex_index) vertex: u32) -> Ray {
    let corner = vec2(f32(vertex & 1u), f32(vertex >> 1u)) * 4.0 - 1.0;
    let far = frame.inverse_view_projection * vec4(corner, 1.0, 1.0);
    var out: Ray;
    out.clip = vec4(corner, 1.0, 1.0);
    out.direction = far.xyz / far.w;
    return out;
}

fn rayleigh_phase(cosine: f32) -> f32 {
    return 0.0596831 * (1.0 + cosine * cosine);
}

fn mie_phase(cosine: f32, g: f32) -> f32 {
    let g2 = g * g;
    let denominator = pow(1.0 + g2 - 2.0 * g * cosine, 1.5) * (2.0 + g2);
    return 0.1193662 * (1.0 - g2) * (1.0 + cosine * cosine) / denominator;
}

@fragment
fn fs_main(in: Ray) -> @location(0) vec4<f32> {
    let direction = normalize(in.direction);
    let sun = -frame.sun_direction;
    let cosine = dot(direction, sun);
    let path = 8400.0 / max(direction.y + 0.15, 0.05);
    let optical = (atmosphere.rayleigh + vec3(atmosphere.mie)) * path;
    let scattered = atmosphere.rayleigh * rayleigh_phase(cosine)
        + vec3(atmosphere.mie * mie_phase(cosine, atmosphere.mie_anisotropy));
    let scale = scattered / (atmosphere.rayleigh + vec3(atmosphere.mie));
    var color = scale * (1.0 - exp(-optical)) * atmosphere.sun_intensity;
    color = mix(atmosphere.ground_color, color, smoothstep(-0.05, 0.02, direction.y));
    if SUN_DISC && cosine > atmosphere.sun_cosine {
        color += vec3(atmosphere.sun_intensity) * exp(-optical);
    }
    if STARS {
        let night = saturate(-sun.y * 4.0);
        let turned = vec3(
            direction.x * cos(frame.time) - direction.z * sin(frame.time),
            direction.y,
            direction.x * sin(frame.time) + direction.z * cos(frame.time),
        );
        let stars = textureSample(star_map, star_sampler, turned).rgb;
        color += stars * (night * atmosphere.star_brightness);
    }
    return vec4(color, 1.0);
}
