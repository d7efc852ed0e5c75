// Draws the sky with the sun and drifting clouds.

#include "shaders/frame.wgsl"
#include "shaders/light.wgsl"

// The share of clouds in the sky, from 0.0 to 1.0.
const CLOUDS = 0.42;
// The speed of the clouds.
const DRIFT = 0.02;

struct Pixel {
    @builtin(position) position: vec4f,
    @location(0) at: vec2f,
}

@vertex
fn vs_whole(@builtin(vertex_index) corner: u32) -> Pixel {
    let at = vec2f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0);
    return Pixel(vec4f(at, 1.0, 1.0), at);
}

fn scattered(cell: vec2f) -> f32 {
    return fract(sin(dot(cell, vec2f(12.9898, 78.233))) * 43758.547);
}

fn noise(at: vec2f) -> f32 {
    let cell = floor(at);
    let f = fract(at);
    let s = f * f * (3.0 - 2.0 * f);
    let low = mix(scattered(cell), scattered(cell + vec2f(1.0, 0.0)), s.x);
    let high = mix(scattered(cell + vec2f(0.0, 1.0)), scattered(cell + vec2f(1.0, 1.0)), s.x);
    return mix(low, high, s.y);
}

@fragment
fn fs_whole(in: Pixel) -> @location(0) vec4f {
    let far = view.world_from_clip * vec4f(in.at, 1.0, 1.0);
    let direction = normalize(far.xyz / far.w - view.eye);
    var colour = air(direction);
    let disc = smoothstep(0.9991, 0.9995, dot(direction, to_sun()));
    colour += sunlight() * disc * 2.0;

    let plane = direction.xz / (max(direction.y, 0.0) + 0.12) + view.time * DRIFT;
    let cover = noise(plane * 1.3) * 0.55 + noise(plane * 2.9) * 0.28 + noise(plane * 6.1) * 0.17;
    let cloud = smoothstep(1.0 - CLOUDS, 1.3 - CLOUDS, cover);
    let fade = smoothstep(0.02, 0.22, direction.y);
    let bright = sunlight() * 0.55 + skylight(1.0) * 0.9;
    return vec4f(mix(colour, bright, cloud * fade * 0.8), 1.0);
}
