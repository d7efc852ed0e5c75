// Draws a static mesh with one sun and a list of local lights.

override NORMAL_MAP: bool = false;
override ALPHA_TEST: bool = false;
override SHADOWS: bool = true;
override FOG: bool = false;

const PI: f32 = 3.14159265;

struct Frame {
    view_projection: mat4x4<f32>,
    sun_view_projection: mat4x4<f32>,
    camera_position: vec3<f32>,
    light_count: u32,
    sun_direction: vec3<f32>,
    fog_density: f32,
    sun_color: vec3<f32>,
    time: f32,
    fog_color: vec3<f32>,
}

struct Light {
    position: vec3<f32>,
    range: f32,
    color: vec3<f32>,
    intensity: f32,
}

struct Material {
    /// default: 1 1 1 1
    base_color: vec4<f32>,
    /// default: 0 0 0
    emissive: vec3<f32>,
    /// default: 0.8
    roughness: f32,
    /// default: 0
    metallic: f32,
    /// default: 1
    normal_scale: f32,
    /// default: 0.5
    alpha_cutoff: f32,
    /// default: 1 1
    uv_scale: vec2<f32>,
}

struct Object {
    /// default: identity
    model: mat4x4<f32>,
    /// default: identity
    normal: mat3x3<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> lights: array<Light>;
@group(0) @binding(2) var shadow_map: texture_depth_2d;
@group(0) @binding(3) var shadow_sampler: sampler_comparison;

@group(1) @binding(0) var<uniform> material: Material;
@group(1) @binding(1) var base_map: texture_2d<f32>;
@group(1) @binding(2) var normal_map: texture_2d<f32>;
@group(1) @binding(3) var surface_map: texture_2d<f32>;
@group(1) @binding(4) var surface_sampler: sampler;

@group(2) @binding(0) var<uniform> object: Object;

struct VertexIn {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) uv: vec2<f32>,
}

struct Surface {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) tangent: vec4<f32>,
    @location(3) uv: vec2<f32>,
}

@vertex
fn vs_main(in: VertexIn) -> Surface {
    let world = object.model * vec4(in.position, 1.0);
    var out: Surface;
    out.clip = frame.view_projection * world;
    out.world = world.xyz;
    out.normal = normalize(object.normal * in.normal);
    out.tangent = vec4(normalize(object.normal * in.tangent.xyz), in.tangent.w);
    out.uv = in.uv * material.uv_scale;
    return out;
}

fn shading_normal(in: Surface) -> vec3<f32> {
    let n = normalize(in.normal);
    if !NORMAL_MAP {
        return n;
    }
    let t = normalize(in.tangent.xyz - n * dot(in.tangent.xyz, n));
    let b = cross(n, t) * in.tangent.w;
    let texel = textureSample(normal_map, surface_sampler, in.uv).xyz * 2.0 - 1.0;
    let bent = vec3(texel.xy * material.normal_scale, texel.z);
    return normalize(mat3x3(t, b, n) * bent);
}

fn specular(n: vec3<f32>, v: vec3<f32>, l: vec3<f32>, roughness: f32, f0: vec3<f32>) -> vec3<f32> {
    let h = normalize(v + l);
    let n_h = max(dot(n, h), 0.0);
    let n_l = max(dot(n, l), 0.0);
    let n_v = max(dot(n, v), 1e-4);
    let a2 = pow(roughness, 4.0);
    let d = n_h * n_h * (a2 - 1.0) + 1.0;
    let distribution = a2 / (PI * d * d);
    let k = (roughness + 1.0) * (roughness + 1.0) / 8.0;
    let visibility = 1.0 / ((n_l * (1.0 - k) + k) * (n_v * (1.0 - k) + k) * 4.0);
    let fresnel = f0 + (1.0 - f0) * pow(1.0 - max(dot(h, v), 0.0), 5.0);
    return fresnel * (distribution * visibility);
}

fn sunlight(world: vec3<f32>) -> f32 {
    if !SHADOWS {
        return 1.0;
    }
    let clip = frame.sun_view_projection * vec4(world, 1.0);
    let uv = clip.xy / clip.w * vec2(0.5, -0.5) + 0.5;
    let texel = 1.0 / vec2<f32>(textureDimensions(shadow_map));
    var lit = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let offset = vec2(f32(x), f32(y)) * texel;
            lit += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + offset, clip.z / clip.w);
        }
    }
    return lit / 9.0;
}

@fragment
fn fs_main(in: Surface) -> @location(0) vec4<f32> {
    let base = textureSample(base_map, surface_sampler, in.uv) * material.base_color;
    let surface = textureSample(surface_map, surface_sampler, in.uv);
    let n = shading_normal(in);
    if ALPHA_TEST && base.a < material.alpha_cutoff {
        discard;
    }

    let roughness = clamp(material.roughness * surface.g, 0.04, 1.0);
    let metallic = material.metallic * surface.b;
    let diffuse = base.rgb * (1.0 - metallic) / PI;
    let f0 = mix(vec3(0.04), base.rgb, metallic);
    let v = normalize(frame.camera_position - in.world);

    let sun = -frame.sun_direction;
    let sun_n_l = max(dot(n, sun), 0.0);
    var color = (diffuse + specular(n, v, sun, roughness, f0)) * frame.sun_color;
    color *= sun_n_l * sunlight(in.world);

    for (var i = 0u; i < frame.light_count; i++) {
        let light = lights[i];
        let to_light = light.position - in.world;
        let l = normalize(to_light);
        let fade = saturate(1.0 - dot(to_light, to_light) / (light.range * light.range));
        let n_l = max(dot(n, l), 0.0);
        let reflected = diffuse + specular(n, v, l, roughness, f0);
        color += reflected * light.color * (light.intensity * fade * fade * n_l);
    }

    color += base.rgb * 0.03 + material.emissive;
    if FOG {
        let distance = length(frame.camera_position - in.world);
        color = mix(frame.fog_color, color, exp(-distance * frame.fog_density));
    }
    return vec4(color, base.a);
}
