// The fallback shader: grey until a shader is loaded, and magenta if it cannot be loaded. It is built
// into the program, so it is always available.

#include "shaders/frame.wgsl"
#include "shaders/instance.wgsl"

override broken: bool = false;

struct Surface {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
}

fn surface(instance: Instance, position: vec3f) -> Surface {
    let world = placed(instance, vec4f(position, 1.0));
    return Surface(view.clip_from_world * vec4f(world, 1.0), world);
}

@vertex
fn vs_plain(instance: Instance, @location(0) position: vec3f) -> Surface {
    return surface(instance, position);
}

@vertex
fn vs_smooth(
    instance: Instance,
    @location(0) position: vec3f,
    @location(1) normal: vec4f,
) -> Surface {
    return surface(instance, position);
}

@vertex
fn vs_painted(
    instance: Instance,
    @location(0) position: vec3f,
    @location(1) normal: vec4f,
    @location(2) colour: vec4f,
) -> Surface {
    return surface(instance, position);
}

@vertex
fn vs_textured(
    instance: Instance,
    @location(0) position: vec3f,
    @location(1) normal: vec4f,
    @location(2) uv: vec2f,
) -> Surface {
    return surface(instance, position);
}

@vertex
fn vs_whole(@builtin(vertex_index) corner: u32) -> Surface {
    let at = vec2f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0);
    return Surface(vec4f(at, 1.0, 1.0), vec3f(at, 0.0));
}

fn painted(grey: f32) -> vec4f {
    return vec4f(select(vec3f(grey), vec3f(grey, 0.0, grey), broken), 1.0);
}

fn facet(world: vec3f) -> vec4f {
    let plane = normalize(cross(dpdx(world), dpdy(world)));
    return painted(0.16 + 0.22 * abs(plane.y) + 0.12 * abs(plane.x));
}

@fragment
fn fs_plain(in: Surface) -> @location(0) vec4f {
    return facet(in.world);
}

@fragment
fn fs_smooth(in: Surface) -> @location(0) vec4f {
    return facet(in.world);
}

@fragment
fn fs_painted(in: Surface) -> @location(0) vec4f {
    return facet(in.world);
}

@fragment
fn fs_textured(in: Surface) -> @location(0) vec4f {
    return facet(in.world);
}

@fragment
fn fs_whole(in: Surface) -> @location(0) vec4f {
    return painted(0.52 + 0.12 * in.world.y);
}
