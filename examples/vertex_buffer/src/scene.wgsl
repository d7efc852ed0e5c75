// One shader for the whole scene, with entry points for the four vertex layouts.

struct View {
    clip_from_world: mat4x4f,
    eye: vec4f,
}

@group(0) @binding(0) var<uniform> view: View;

const TO_SUN = vec3f(-0.45, 0.72, 0.52);
const SUN = vec3f(1.35, 1.20, 0.96);
const SKY = vec3f(0.34, 0.46, 0.66);
const GROUND = vec3f(0.22, 0.20, 0.15);
const HAZE = vec3f(0.62, 0.76, 0.86);

// One row of the hub of instances: the columns of its transform, and its tint.
struct Instance {
    @location(4) x: vec4f,
    @location(5) y: vec4f,
    @location(6) z: vec4f,
    @location(7) w: vec4f,
    @location(8) tint: vec4f,
}

struct Surface {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) colour: vec3f,
    @location(3) uv: vec2f,
}

fn surface(instance: Instance, position: vec3f, normal: vec3f, colour: vec3f, uv: vec2f) -> Surface {
    let world_from_mesh = mat4x4f(instance.x, instance.y, instance.z, instance.w);
    let world = world_from_mesh * vec4f(position, 1.0);
    var out: Surface;
    out.clip = view.clip_from_world * world;
    out.world = world.xyz;
    out.normal = (world_from_mesh * vec4f(normal, 0.0)).xyz;
    // Colours are given in sRGB and lit in linear light.
    out.colour = pow(colour, vec3f(2.2)) * instance.tint.rgb;
    out.uv = uv;
    return out;
}

@vertex
fn vs_plain(instance: Instance, @location(0) position: vec3f) -> Surface {
    return surface(instance, position, vec3f(), vec3f(0.9, 0.62, 0.35), vec2f());
}

@vertex
fn vs_smooth(instance: Instance, @location(0) position: vec3f, @location(1) normal: vec4f) -> Surface {
    return surface(instance, position, normal.xyz, vec3f(0.6), vec2f());
}

@vertex
fn vs_painted(
    instance: Instance,
    @location(0) position: vec3f,
    @location(1) normal: vec4f,
    @location(2) colour: vec4f,
) -> Surface {
    return surface(instance, position, normal.xyz, colour.rgb, vec2f());
}

@vertex
fn vs_textured(
    instance: Instance,
    @location(0) position: vec3f,
    @location(1) normal: vec4f,
    @location(2) uv: vec2f,
) -> Surface {
    return surface(instance, position, normal.xyz, vec3f(1.0), uv);
}

fn shade(in: Surface, colour: vec3f, normal: vec3f) -> vec4f {
    let sun = max(dot(normal, normalize(TO_SUN)), 0.0);
    let light = SUN * sun + mix(GROUND, SKY, normal.y * 0.5 + 0.5);
    let haze = 1.0 - exp(-max(distance(view.eye.xyz, in.world) - 30.0, 0.0) * 0.008);
    return vec4f(mix(colour * light, HAZE, haze), 1.0);
}

@fragment
fn fs_plain(in: Surface) -> @location(0) vec4f {
    // The normal of the triangle's plane: layouts without normals are faceted.
    let plane = normalize(cross(dpdx(in.world), dpdy(in.world)));
    let normal = select(-plane, plane, dot(plane, view.eye.xyz - in.world) > 0.0);
    return shade(in, in.colour, normal);
}

@fragment
fn fs_smooth(in: Surface) -> @location(0) vec4f {
    return shade(in, in.colour, normalize(in.normal));
}

@fragment
fn fs_painted(in: Surface) -> @location(0) vec4f {
    return shade(in, in.colour, normalize(in.normal));
}

@fragment
fn fs_textured(in: Surface) -> @location(0) vec4f {
    // Red bricks between grey joints.
    let brick = in.uv * vec2f(4.0, 8.0);
    let shift = vec2f(0.5 * floor(brick.y % 2.0), 0.0);
    let joint = any(fract(brick + shift) < vec2f(0.08, 0.14));
    let colour = select(vec3f(0.42, 0.16, 0.10), vec3f(0.50, 0.46, 0.42), joint);
    return shade(in, colour, normalize(in.normal));
}
