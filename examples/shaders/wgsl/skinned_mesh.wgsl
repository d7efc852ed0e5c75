// Draws a character with a rim light. Vertices blend joints from a storage buffer.

override EIGHT_WEIGHTS: bool = false;
override RIM_LIGHT: bool = true;
override DISSOLVE: bool = false;

struct Frame {
    view_projection: mat4x4<f32>,
    camera_position: vec3<f32>,
    time: f32,
    sun_direction: vec3<f32>,
    sun_color: vec3<f32>,
}

struct Skin {
    /// default: 1 1 1 1
    tint: vec4<f32>,
    /// default: 0.6 0.7 1
    rim_color: vec3<f32>,
    /// default: 3
    rim_power: f32,
    /// default: 1 0.4 0.1
    edge_color: vec3<f32>,
    /// default: 0
    dissolve: f32,
    /// default: 0.05
    edge_width: f32,
}

struct Character {
    /// default: identity
    model: mat4x4<f32>,
    /// default: 0
    first_joint: u32,
    /// default: 96
    joint_count: u32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(1) @binding(0) var<uniform> skin: Skin;
@group(1) @binding(1) var albedo: texture_2d<f32>;
@group(1) @binding(2) var noise: texture_2d<f32>;
@group(1) @binding(3) var skin_sampler: sampler;
@group(2) @binding(0) var<uniform> character: Character;
@group(2) @binding(1) var<storage, read> joints: array<mat4x4<f32>>;

struct VertexIn {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) joints_a: vec4<u32>,
    @location(4) weights_a: vec4<f32>,
    @location(5) joints_b: vec4<u32>,
    @location(6) weights_b: vec4<f32>,
}

struct Surface {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
}

fn joint(index: u32) -> mat4x4<f32> {
    return joints[character.first_joint + min(index, character.joint_count - 1u)];
}

fn blend(indices: vec4<u32>, weights: vec4<f32>) -> mat4x4<f32> {
    return joint(indices.x) * weights.x
        + joint(indices.y) * weights.y
        + joint(indices.z) * weights.z
        + joint(indices.w) * weights.w;
}

@vertex
fn vs_main(in: VertexIn) -> Surface {
    var pose = blend(in.joints_a, in.weights_a);
    if EIGHT_WEIGHTS {
        pose += blend(in.joints_b, in.weights_b);
    }
    let world = character.model * pose * vec4(in.position, 1.0);
    var out: Surface;
    out.clip = frame.view_projection * world;
    out.world = world.xyz;
    out.normal = (character.model * pose * vec4(in.normal, 0.0)).xyz;
    out.uv = in.uv;
    return out;
}

@fragment
fn fs_main(in: Surface) -> @location(0) vec4<f32> {
    let n = normalize(in.normal);
    let v = normalize(frame.camera_position - in.world);
    let base = textureSample(albedo, skin_sampler, in.uv) * skin.tint;
    let grain = textureSample(noise, skin_sampler, in.uv * 4.0).r;
    let wrapped = saturate(dot(n, -frame.sun_direction) * 0.6 + 0.4);
    var color = base.rgb * frame.sun_color * wrapped;
    if RIM_LIGHT {
        color += skin.rim_color * pow(1.0 - saturate(dot(n, v)), skin.rim_power);
    }
    if DISSOLVE {
        if grain < skin.dissolve {
            discard;
        }
        let edge = 1.0 - smoothstep(skin.dissolve, skin.dissolve + skin.edge_width, grain);
        color += skin.edge_color * edge;
    }
    return vec4(color, base.a);
}
