// Boxes, one an instance, lit by a sun.

struct View {
    clip_from_world: mat4x4f,
    to_sun: vec4f,
}

@group(0) @binding(0) var<uniform> view: View;

struct Surface {
    @builtin(position) position: vec4f,
    @location(0) colour: vec3f,
}

@vertex
fn box_of_instance(
    @builtin(vertex_index) number: u32,
    @location(0) x: vec4f,
    @location(1) y: vec4f,
    @location(2) z: vec4f,
    @location(3) origin: vec4f,
    @location(4) tint: vec4f,
) -> Surface {
    // Six faces of two triangles; a face is an axis and a side.
    var corners = array<vec2f, 6>(
        vec2f(-1.0, -1.0), vec2f(1.0, -1.0), vec2f(1.0, 1.0),
        vec2f(-1.0, -1.0), vec2f(1.0, 1.0), vec2f(-1.0, 1.0),
    );
    var axes = array<vec4f, 5>(x, y, z, x, y);
    let corner = corners[number % 6u];
    let axis = number / 12u;
    let side = f32(number / 6u % 2u) * 2.0 - 1.0;
    let out = axes[axis] * side;
    let place = origin + out + axes[axis + 1u] * corner.x + axes[axis + 2u] * corner.y;

    let light = max(dot(normalize(out.xyz), view.to_sun.xyz), 0.0);
    var surface: Surface;
    surface.position = view.clip_from_world * place;
    // A tint is as seen on a screen; light adds up in linear colours.
    surface.colour = tint.rgb * tint.rgb * (0.3 + 0.9 * light);
    return surface;
}

@fragment
fn lit(surface: Surface) -> @location(0) vec4f {
    return vec4f(surface.colour, 1.0);
}
