// One row of the hub of instances: its place and its appearance.

struct Instance {
    // The rows of the matrix that transforms the mesh to its place in the world.
    @location(4) x: vec4f,
    @location(5) y: vec4f,
    @location(6) z: vec4f,
    // The layer of its texture, and the index of its lamp.
    @location(7) layer_and_lamp: vec2u,
    @location(8) tint: vec4f,
}

fn placed(instance: Instance, point: vec4f) -> vec3f {
    return vec3f(dot(instance.x, point), dot(instance.y, point), dot(instance.z, point));
}
