// Draws a box for each instance, lit by a sun.

const EYE = vec3f(-46.0, 34.0, 62.0);
const LOOK_AT = vec3f(0.0, -6.0, 0.0);
const TO_SUN = vec3f(-0.77, 0.59, 0.24);

// The cotangent of half the angle from the lower edge of the picture to the upper edge.
const ZOOM = 2.9;
const ASPECT = 16.0 / 9.0;
const NEAR = 1.0;
const FAR = 400.0;

struct Surface {
    @builtin(position) position: vec4f,
    @location(0) colour: vec3f,
}

// Returns the perspective projection of a point, as seen from EYE.
fn clip_from_world(point: vec3f) -> vec4f {
    let forward = normalize(LOOK_AT - EYE);
    let right = normalize(cross(forward, vec3f(0.0, 1.0, 0.0)));
    let up = cross(right, forward);
    let seen = point - EYE;
    let depth = dot(seen, forward);
    let x = dot(seen, right) * ZOOM / ASPECT;
    let y = dot(seen, up) * ZOOM;
    return vec4f(x, y, (depth - NEAR) * FAR / (FAR - NEAR), depth);
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
    // A box has six faces of two triangles. A face is an axis and a side.
    var corners = array<vec2f, 6>(
        vec2f(-1.0, -1.0), vec2f(1.0, -1.0), vec2f(1.0, 1.0),
        vec2f(-1.0, -1.0), vec2f(1.0, 1.0), vec2f(-1.0, 1.0),
    );
    var axes = array<vec4f, 5>(x, y, z, x, y);
    let corner = corners[number % 6u];
    let axis = number / 12u;
    let side = f32(number / 6u % 2u) * 2.0 - 1.0;
    let out = axes[axis] * side;
    let point = origin + out + axes[axis + 1u] * corner.x + axes[axis + 2u] * corner.y;

    let light = max(dot(normalize(out.xyz), TO_SUN), 0.0);
    var surface: Surface;
    surface.position = clip_from_world(point.xyz);
    // Tints are sRGB colours. Light adds up in linear colours.
    surface.colour = tint.rgb * tint.rgb * (0.3 + 0.9 * light);
    return surface;
}

@fragment
fn lit(surface: Surface) -> @location(0) vec4f {
    return vec4f(surface.colour, 1.0);
}
