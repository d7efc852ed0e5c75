//! Pipelines, one a layout and pass, and the bind groups they expect.

use glam::{Mat4, Vec4};

use crate::layout::Layout;

pub(crate) const COLOUR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Samples a pixel of the scene.
pub(crate) const SAMPLES: u32 = 4;

/// One pass's pipelines, in the order of `Layout::ALL`.
pub(crate) type Pipelines = [wgpu::RenderPipeline; Layout::ALL.len()];

/// The two passes of a frame.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pass<'a> {
    /// Depth as the sun sees it; its groups: the view.
    Sun(&'a wgpu::BindGroupLayout),
    /// The picture; its groups: the view, the shadow map.
    Scene(&'a wgpu::BindGroupLayout, &'a wgpu::BindGroupLayout),
}

/// Makes a pass's pipelines.
pub(crate) fn pipelines(
    device: &wgpu::Device,
    shader: &wgpu::ShaderModule,
    pass: Pass<'_>,
) -> Pipelines {
    let groups = match pass {
        Pass::Sun(view) => vec![Some(view)],
        Pass::Scene(view, shadow) => vec![Some(view), Some(shadow)],
    };
    let groups = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &groups,
        immediate_size: 0,
    });
    Layout::ALL.map(|layout| {
        let (vertex, fragment) = layout.entry_points();
        let fragment = wgpu::FragmentState {
            module: shader,
            entry_point: Some(fragment),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(COLOUR.into())],
        };
        let (label, fragment, samples, bias) = match pass {
            Pass::Sun(_) => ("sun", None, 1, SHADOW_BIAS),
            Pass::Scene(..) => (
                "scene",
                Some(fragment),
                SAMPLES,
                wgpu::DepthBiasState::default(),
            ),
        };
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(label),
            layout: Some(&groups),
            vertex: wgpu::VertexState {
                module: shader,
                entry_point: Some(vertex),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers: &vertex_buffers(layout),
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(true),
                depth_compare: Some(wgpu::CompareFunction::Less),
                stencil: wgpu::StencilState::default(),
                bias,
            }),
            multisample: wgpu::MultisampleState {
                count: samples,
                ..Default::default()
            },
            fragment,
            multiview_mask: None,
            cache: None,
        })
    })
}

/// Pushes what the sun sees a little away from it, or every surface would shade itself.
const SHADOW_BIAS: wgpu::DepthBiasState = wgpu::DepthBiasState {
    constant: 2,
    slope_scale: 2.0,
    clamp: 0.0,
};

/// The three vertex buffers of every pipeline: a layout's vertices, and two columns of the instances.
fn vertex_buffers(layout: Layout) -> [Option<wgpu::VertexBufferLayout<'static>>; 3] {
    const TRANSFORM: [wgpu::VertexAttribute; 4] =
        wgpu::vertex_attr_array![4 => Float32x4, 5 => Float32x4, 6 => Float32x4, 7 => Float32x4];
    const TINT: [wgpu::VertexAttribute; 1] = wgpu::vertex_attr_array![8 => Float32x4];
    let column = |stride: usize, attributes| wgpu::VertexBufferLayout {
        array_stride: stride as wgpu::BufferAddress,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes,
    };
    [
        Some(layout.buffer_layout()),
        Some(column(size_of::<Mat4>(), &TRANSFORM)),
        Some(column(size_of::<Vec4>(), &TINT)),
    ]
}

/// The view: one uniform.
pub(crate) fn view_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("view"),
        entries: &[wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        }],
    })
}

/// The shadow map and its sampler.
pub(crate) fn shadow_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    let texture = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Depth,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison);
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("shadow"),
        entries: &[entry(0, texture), entry(1, sampler)],
    })
}
