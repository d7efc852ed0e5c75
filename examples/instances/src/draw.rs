//! Draws all instances as boxes by one call, from the copies of the columns.

use example_gpu::{BoxError, COLOUR, Gpu, Picture, Target, address};
use glam::Mat4;
use wgpu::{PipelineCompilationOptions, VertexAttribute, vertex_attr_array};

use crate::copy::GpuCopy;

const TRANSFORM: [VertexAttribute; 4] =
    vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4, 3 => Float32x4];
const TINT: [VertexAttribute; 1] = vertex_attr_array![4 => Unorm8x4];

/// Draws the first `instances` rows of the copies.
pub(crate) fn draw(gpu: &Gpu, copy: &GpuCopy, instances: u32) -> Result<Picture, BoxError> {
    let (pipeline, target) = (pipeline(&gpu.device), Target::new(gpu, [768, 432]));
    gpu.encode(|encoder| {
        let mut pass = target.pass(encoder, wgpu::Color::BLACK);
        pass.set_pipeline(&pipeline);
        pass.set_vertex_buffer(0, copy.transforms.slice(..));
        pass.set_vertex_buffer(1, copy.tints.slice(..));
        pass.draw(0..36, 0..instances);
    });
    target.picture(gpu)
}

fn pipeline(device: &wgpu::Device) -> wgpu::RenderPipeline {
    let shader = device.create_shader_module(wgpu::include_wgsl!("field.wgsl"));
    let column = |stride, attributes| {
        Some(wgpu::VertexBufferLayout {
            array_stride: address(stride),
            step_mode: wgpu::VertexStepMode::Instance,
            attributes,
        })
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("field"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("box_of_instance"),
            compilation_options: PipelineCompilationOptions::default(),
            buffers: &[column(size_of::<Mat4>(), &TRANSFORM), column(4, &TINT)],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: Some(Target::depth_state(wgpu::CompareFunction::Less)),
        multisample: Target::sample_state(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some("lit"),
            compilation_options: PipelineCompilationOptions::default(),
            targets: &[Some(COLOUR.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
