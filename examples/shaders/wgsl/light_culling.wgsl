// Finds the lights that touch each tile of the screen. One workgroup handles a tile.

override TILE: u32 = 16;
override SPOT_LIGHTS: bool = true;
override DEPTH_BOUNDS: bool = true;

const MAX_LIGHTS: u32 = 256;

struct Frame {
    view: mat4x4<f32>,
    inverse_projection: mat4x4<f32>,
    resolution: vec2<u32>,
    light_count: u32,
}

struct Light {
    position: vec3<f32>,
    range: f32,
    direction: vec3<f32>,
    cone_cosine: f32,
}

struct Culling {
    /// default: 0.1
    near: f32,
    /// default: 1000
    far: f32,
    /// default: 256
    lights_per_tile: u32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var scene_depth: texture_depth_2d;
@group(1) @binding(0) var<uniform> culling: Culling;
@group(2) @binding(0) var<storage, read> lights: array<Light>;
@group(2) @binding(1) var<storage, read_write> tile_counts: array<u32>;
@group(2) @binding(2) var<storage, read_write> tile_lights: array<u32>;

var<workgroup> nearest: atomic<u32>;
var<workgroup> farthest: atomic<u32>;
var<workgroup> found: atomic<u32>;
var<workgroup> list: array<u32, MAX_LIGHTS>;

fn view_point(pixel: vec2<f32>, depth: f32) -> vec3<f32> {
    let ndc = pixel / vec2<f32>(frame.resolution) * vec2(2.0, -2.0) + vec2(-1.0, 1.0);
    let point = frame.inverse_projection * vec4(ndc, depth, 1.0);
    return point.xyz / point.w;
}

@compute @workgroup_size(TILE, TILE)
fn cs_cull(
    @builtin(workgroup_id) tile: vec3<u32>,
    @builtin(num_workgroups) tiles: vec3<u32>,
    @builtin(global_invocation_id) pixel: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    if thread == 0u {
        atomicStore(&nearest, 0xffffffffu);
        atomicStore(&farthest, 0u);
        atomicStore(&found, 0u);
    }
    workgroupBarrier();

    var bounds = vec2(culling.near, culling.far);
    if DEPTH_BOUNDS {
        let inside = min(pixel.xy, frame.resolution - 1u);
        let depth = textureLoad(scene_depth, vec2<i32>(inside), 0);
        let distance = -view_point(vec2<f32>(inside), depth).z;
        atomicMin(&nearest, bitcast<u32>(distance));
        atomicMax(&farthest, bitcast<u32>(distance));
        workgroupBarrier();
        bounds = vec2(
            bitcast<f32>(atomicLoad(&nearest)),
            bitcast<f32>(atomicLoad(&farthest)),
        );
    }

    let center = (vec2<f32>(tile.xy) + 0.5) * f32(TILE);
    let axis = normalize(view_point(center, 1.0));
    for (var i = thread; i < frame.light_count; i += TILE * TILE) {
        let light = lights[i];
        let position = (frame.view * vec4(light.position, 1.0)).xyz;
        let along = dot(position, axis);
        var touches = length(position - axis * along) < light.range + along * 0.05;
        touches = touches && -position.z + light.range > bounds.x;
        touches = touches && -position.z - light.range < bounds.y;
        if SPOT_LIGHTS {
            let direction = (frame.view * vec4(light.direction, 0.0)).xyz;
            touches = touches && dot(direction, axis) > light.cone_cosine - 1.0;
        }
        if touches {
            let place = atomicAdd(&found, 1u);
            if place < MAX_LIGHTS {
                list[place] = i;
            }
        }
    }
    workgroupBarrier();

    let count = min(atomicLoad(&found), min(culling.lights_per_tile, MAX_LIGHTS));
    let index = tile.y * tiles.x + tile.x;
    if thread == 0u {
        tile_counts[index] = count;
    }
    for (var i = thread; i < count; i += TILE * TILE) {
        tile_lights[index * culling.lights_per_tile + i] = list[i];
    }
}
