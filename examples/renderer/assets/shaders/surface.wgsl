// Draws all surfaces, with entry points for the four vertex layouts.

#include "shaders/frame.wgsl"
#include "shaders/instance.wgsl"
#include "shaders/light.wgsl"

// The state of this shader: the material. Bind group 1.
struct Material {
    // The share of sunlight that it reflects.
    gloss: f32,
    // The distance that the wind bends it at a height of one metre, in metres. Zero is no wind.
    bend: f32,
    // The light that it emits. Above zero, only the tint and the lamp determine the colour.
    glow: f32,
    padding: f32,
}

@group(1) @binding(0) var<uniform> material: Material;

struct Surface {
    @builtin(position) clip: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) colour: vec3f,
    @location(3) uv: vec2f,
    @location(4) @interpolate(flat) layer: u32,
}

fn surface(instance: Instance, position: vec3f, normal: vec3f, colour: vec3f, uv: vec2f) -> Surface {
    var world = placed(instance, vec4f(position, 1.0));
    if material.bend > 0.0 {
        let gust = sin(view.time * 1.7 + world.x * 0.35 + world.z * 0.21);
        world += vec3f(gust, 0.0, gust * 0.6) * material.bend * max(position.y, 0.0);
    }
    var out: Surface;
    out.clip = view.clip_from_world * vec4f(world, 1.0);
    out.world = world;
    out.normal = placed(instance, vec4f(normal, 0.0));
    // Colours are given in sRGB and lit in linear light.
    let seen = colour * instance.tint.rgb;
    out.colour = seen * seen;
    if material.glow > 0.0 {
        let lamp = instance.layer_and_lamp.y;
        if lamp < 64u {
            out.colour = lamps[lamp].colour;
        }
        out.colour *= material.glow;
    }
    out.uv = uv;
    out.layer = instance.layer_and_lamp.x;
    return out;
}

@vertex
fn vs_plain(instance: Instance, @location(0) position: vec3f) -> Surface {
    return surface(instance, position, vec3f(), vec3f(1.0), vec2f());
}

@vertex
fn vs_smooth(instance: Instance, @location(0) position: vec3f, @location(1) normal: vec4f) -> Surface {
    return surface(instance, position, normal.xyz, vec3f(1.0), vec2f());
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

fn shaded(in: Surface, normal: vec3f, colour: vec3f) -> vec4f {
    if material.glow > 0.0 {
        return vec4f(colour, 1.0);
    }
    return vec4f(hazed(lit(colour, material.gloss, in.world, normal), in.world), 1.0);
}

@fragment
fn fs_plain(in: Surface) -> @location(0) vec4f {
    // The normal of the triangle's plane: layouts without normals are faceted.
    let plane = normalize(cross(dpdx(in.world), dpdy(in.world)));
    return shaded(in, select(-plane, plane, dot(plane, view.eye - in.world) > 0.0), in.colour);
}

@fragment
fn fs_smooth(in: Surface) -> @location(0) vec4f {
    return shaded(in, normalize(in.normal), in.colour);
}

@fragment
fn fs_painted(in: Surface) -> @location(0) vec4f {
    return shaded(in, normalize(in.normal), in.colour);
}

@fragment
fn fs_textured(in: Surface) -> @location(0) vec4f {
    let painting = textureSample(paintings, painting_sampler, in.uv, in.layer).rgb;
    return shaded(in, normalize(in.normal), in.colour * painting);
}
