// Emits, simulates and draws particles from one buffer on the GPU.

override GROUP_SIZE: u32 = 64;
override TURBULENCE: bool = false;
override COLLIDE: bool = false;
override SOFT: bool = true;

struct Frame {
    view_projection: mat4x4<f32>,
    camera_right: vec3<f32>,
    delta_time: f32,
    camera_up: vec3<f32>,
    time: f32,
}

struct Emitter {
    /// default: 0 0 0
    origin: vec3<f32>,
    /// default: 0.5
    radius: f32,
    /// default: 0 2 0
    velocity: vec3<f32>,
    /// default: 0.3
    spread: f32,
    /// default: 0 -9.81 0
    gravity: vec3<f32>,
    /// default: 0.1
    drag: f32,
    /// default: 1 0.8 0.4 1
    color: vec4<f32>,
    /// default: 2
    lifetime: f32,
    /// default: 0.05
    size: f32,
    /// default: 0
    ground: f32,
    /// default: 0.4
    bounce: f32,
    /// default: 256
    emit_count: u32,
    /// default: 65536
    capacity: u32,
    /// default: 1
    softness: f32,
}

struct Particle {
    position: vec3<f32>,
    age: f32,
    velocity: vec3<f32>,
    lifetime: f32,
}

struct Counters {
    next: atomic<u32>,
    alive: atomic<u32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var scene_depth: texture_depth_2d;
@group(1) @binding(0) var<uniform> emitter: Emitter;
@group(1) @binding(1) var sprite: texture_2d<f32>;
@group(1) @binding(2) var sprite_sampler: sampler;
@group(2) @binding(0) var<storage, read_write> particles: array<Particle>;
@group(2) @binding(1) var<storage, read_write> counters: Counters;
@group(2) @binding(2) var<storage, read> visible: array<Particle>;

fn hash(seed: u32) -> f32 {
    var x = seed * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u;
    return f32((x >> 22u) ^ x) / 4294967295.0;
}

fn scatter(seed: u32) -> vec3<f32> {
    return vec3(hash(seed), hash(seed + 1u), hash(seed + 2u)) * 2.0 - 1.0;
}

@compute @workgroup_size(GROUP_SIZE)
fn cs_emit(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x >= emitter.emit_count {
        return;
    }
    let slot = atomicAdd(&counters.next, 1u) % emitter.capacity;
    let seed = slot * 6u + u32(frame.time * 1000.0);
    particles[slot] = Particle(
        emitter.origin + scatter(seed) * emitter.radius,
        0.0,
        emitter.velocity + scatter(seed + 3u) * emitter.spread,
        emitter.lifetime,
    );
}

fn curl(at: vec3<f32>) -> vec3<f32> {
    let p = at * 1.7 + frame.time;
    return vec3(sin(p.y) - cos(p.z), sin(p.z) - cos(p.x), sin(p.x) - cos(p.y));
}

@compute @workgroup_size(GROUP_SIZE)
fn cs_simulate(@builtin(global_invocation_id) thread: vec3<u32>) {
    let slot = thread.x;
    if slot >= min(emitter.capacity, arrayLength(&particles)) {
        return;
    }
    var p = particles[slot];
    if p.age >= p.lifetime {
        return;
    }
    var force = emitter.gravity - p.velocity * emitter.drag;
    if TURBULENCE {
        force += curl(p.position);
    }
    p.velocity += force * frame.delta_time;
    p.position += p.velocity * frame.delta_time;
    if COLLIDE && p.position.y < emitter.ground {
        p.position.y = emitter.ground;
        p.velocity *= vec3(emitter.bounce, -emitter.bounce, emitter.bounce);
    }
    p.age += frame.delta_time;
    particles[slot] = p;
    atomicAdd(&counters.alive, 1u);
}

struct Sprite {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
    @location(1) fade: f32,
}

@vertex
fn vs_sprite(
    @builtin(vertex_index) vertex: u32,
    @builtin(instance_index) instance: u32,
) -> Sprite {
    let p = visible[instance];
    let corner = vec2(f32(vertex & 1u), f32(vertex >> 1u)) * 2.0 - 1.0;
    let offset = frame.camera_right * corner.x + frame.camera_up * corner.y;
    let world = vec4(p.position + offset * emitter.size, 1.0);
    var out: Sprite;
    out.clip = frame.view_projection * world;
    out.uv = corner * 0.5 + 0.5;
    out.fade = saturate(1.0 - p.age / p.lifetime);
    return out;
}

@fragment
fn fs_sprite(in: Sprite) -> @location(0) vec4<f32> {
    var color = textureSample(sprite, sprite_sampler, in.uv) * emitter.color;
    color.a *= in.fade;
    if SOFT {
        let behind = textureLoad(scene_depth, vec2<i32>(in.clip.xy), 0);
        color.a *= saturate((behind - in.clip.z) * emitter.softness * 1000.0);
    }
    return color;
}
