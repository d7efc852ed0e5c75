// Converts the HDR picture for the screen: bright pass, blur and composition.

override VIGNETTE: bool = true;
override FILM_GRAIN: bool = false;
override FILMIC: bool = true;

struct Frame {
    resolution: vec2<f32>,
    time: f32,
}

struct Grading {
    /// default: 1
    exposure: f32,
    /// default: 1
    contrast: f32,
    /// default: 1
    saturation: f32,
    /// default: 2.2
    gamma: f32,
    /// default: 1 1 1
    white_balance: vec3<f32>,
    /// default: 0.15
    bloom_strength: f32,
}

struct Lens {
    /// default: 1 0
    blur_direction: vec2<f32>,
    /// default: 1
    bloom_threshold: f32,
    /// default: 0.5
    bloom_knee: f32,
    /// default: 0.4
    vignette: f32,
    /// default: 0.03
    grain: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(1) @binding(0) var<uniform> grading: Grading;
@group(1) @binding(1) var<uniform> lens: Lens;
@group(2) @binding(0) var picture: texture_2d<f32>;
@group(2) @binding(1) var bloom: texture_2d<f32>;
@group(2) @binding(2) var linear_clamp: sampler;

struct Screen {
    @builtin(position) clip: vec4<f32>,
    @location(0) uv: vec2<f32>,
}

@vertex
fn vs_screen(@builtin(vertex_index) vertex: u32) -> Screen {
    let uv = vec2(f32((vertex << 1u) & 2u), f32(vertex & 2u));
    return Screen(vec4(uv * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0), uv);
}

fn luminance(color: vec3<f32>) -> f32 {
    return dot(color, vec3(0.2126, 0.7152, 0.0722));
}

@fragment
fn fs_bright(in: Screen) -> @location(0) vec4<f32> {
    let color = textureSample(picture, linear_clamp, in.uv).rgb;
    let soft = saturate((luminance(color) - lens.bloom_threshold) / lens.bloom_knee);
    return vec4(color * soft, 1.0);
}

@fragment
fn fs_blur(in: Screen) -> @location(0) vec4<f32> {
    var weights = array(0.227027, 0.1945946, 0.1216216, 0.054054, 0.016216);
    let step = lens.blur_direction / frame.resolution;
    var sum = textureSample(picture, linear_clamp, in.uv).rgb * weights[0];
    for (var i = 1; i < 5; i++) {
        let offset = step * f32(i);
        sum += textureSampleLevel(picture, linear_clamp, in.uv + offset, 0.0).rgb * weights[i];
        sum += textureSampleLevel(picture, linear_clamp, in.uv - offset, 0.0).rgb * weights[i];
    }
    return vec4(sum, 1.0);
}

fn tone_map(color: vec3<f32>) -> vec3<f32> {
    if FILMIC {
        let top = color * (color * 2.51 + 0.03);
        return saturate(top / (color * (color * 2.43 + 0.59) + 0.14));
    }
    return color / (color + 1.0);
}

@fragment
fn fs_composite(in: Screen) -> @location(0) vec4<f32> {
    var color = textureSample(picture, linear_clamp, in.uv).rgb;
    color += textureSample(bloom, linear_clamp, in.uv).rgb * grading.bloom_strength;
    color *= grading.white_balance * grading.exposure;
    color = tone_map(color);
    color = mix(vec3(luminance(color)), color, grading.saturation);
    color = (color - 0.5) * grading.contrast + 0.5;
    if VIGNETTE {
        let from_center = in.uv - 0.5;
        color *= 1.0 - dot(from_center, from_center) * lens.vignette * 2.0;
    }
    if FILM_GRAIN {
        let seed = dot(in.uv * frame.resolution + frame.time, vec2(12.9898, 78.233));
        color += (fract(sin(seed) * 43758.547) - 0.5) * lens.grain;
    }
    return vec4(pow(max(color, vec3(0.0)), vec3(1.0 / grading.gamma)), 1.0);
}
