// Draws the depth of the scene as seen from a light: solid, with cut-outs, or instanced.

override INSTANCED: bool = false;
override WIND: bool = false;

struct Cascade {
    view_projection: mat4x4<f32>,
    light_direction: vec3<f32>,
    time: f32,
}

struct Caster {
    /// default: identity
    model: mat4x4<f32>,
    /// default: 0.5
    alpha_cutoff: f32,
    /// default: 0.02
    normal_bias: f32,
    /// default: 0.1
    wind_strength: f32,
}

@group(0) @binding(0) var<uniform> cascade: Cascade;
@group(1) @binding(0) var<uniform> caster: Caster;
@group(1) @binding(1) var mask: texture_2d<f32>;
@group(1) @binding(2) var mask_sampler: sampler;
@group(2) @binding(0) var<storage, read> instances: array<mat4x4<f32>>;

struct VertexIn {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @builtin(instance_index) instance: u32,
}

struct Cutout {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

fn project(in: VertexIn) -> vec4<f32> {
    var model = caster.model;
    if INSTANCED {
        model = instances[in.instance];
    }
    var world = model * vec4(in.position, 1.0);
    if WIND {
        let sway = sin(cascade.time * 2.0 + world.x * 0.3) * caster.wind_strength;
        world.x += sway * max(in.position.y, 0.0);
    }
    let normal = normalize((model * vec4(in.normal, 0.0)).xyz);
    let slope = 1.0 - abs(dot(normal, cascade.light_direction));
    return cascade.view_projection * vec4(world.xyz - normal * (caster.normal_bias * slope), 1.0);
}

@vertex
fn vs_solid(in: VertexIn) -> @builtin(position) vec4<f32> {
    return project(in);
}

@vertex
fn vs_cutout(in: VertexIn) -> Cutout {
    return Cutout(project(in), in.uv);
}

@fragment
fn fs_cutout(in: Cutout) {
    if textureSample(mask, mask_sampler, in.uv).a < caster.alpha_cutoff {
        discard;
    }
}
