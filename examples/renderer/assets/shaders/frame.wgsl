// Bind group 0 of all shaders: the view, the lamps and the textures.

struct View {
    clip_from_world: mat4x4f,
    world_from_clip: mat4x4f,
    eye: vec3f,
    // The number of seconds since the start.
    time: f32,
    // The number of slots of the array that may contain a lamp. Slots without a lamp are dark.
    lamp_places: u32,
}

struct Lamp {
    position: vec3f,
    // The range in metres.
    reach: f32,
    colour: vec3f,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> lamps: array<Lamp>;
@group(0) @binding(2) var paintings: texture_2d_array<f32>;
@group(0) @binding(3) var painting_sampler: sampler;
