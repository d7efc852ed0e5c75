// What every shader knows of the frame: the view, the lamps, all textures. Group 0.

struct View {
    clip_from_world: mat4x4f,
    world_from_clip: mat4x4f,
    eye: vec3f,
    // Seconds since the start.
    time: f32,
    // Lamps are in the first so many places of the array; a place without a lamp is dark.
    lamp_places: u32,
}

struct Lamp {
    position: vec3f,
    // Metres.
    reach: f32,
    colour: vec3f,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<uniform> lamps: array<Lamp, 64>;
@group(0) @binding(2) var paintings: texture_2d_array<f32>;
@group(0) @binding(3) var painting_sampler: sampler;
