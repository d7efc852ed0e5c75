//! Creates a pipeline for each layout and pass, and the layouts of their bind groups.

use example_gpu::{COLOUR, SAMPLES, Target};
use glam::{Mat4, Vec4};

use crate::layout::Layout;

/// The pipelines of one pass, in the order of `Layout::ALL`.
pub(crate) type Pipelines = [wgpu::RenderPipeline; Layout::ALL.len()];

/// The two passes of a frame.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Pass<'a> {
    /// The depth as the sun sees it, with the bind group of the view.
    Sun(&'a wgpu::BindGroupLayout),
    /// The picture, with the bind groups of the view and of the shadow map.
    Scene(&'a wgpu::BindGroupLayout, &'a wgpu::BindGroupLayout),
}

/// Creates the pipelines of a pass.
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
                bias,
                ..Target::depth_state(wgpu::CompareFunction::Less)
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

/// Moves the surfaces that the sun sees a little away from it. Otherwise every surface would shade
/// itself.
const SHADOW_BIAS: wgpu::DepthBiasState = wgpu::DepthBiasState {
    constant: 2,
    slope_scale: 2.0,
    clamp: 0.0,
};

/// Returns the three vertex buffers of a pipeline: the vertices of a layout, and two columns of the
/// instances.
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

/// Returns the layout of the group with the view, a uniform.
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

/// Returns the layout of the group with the shadow map and its sampler.
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
