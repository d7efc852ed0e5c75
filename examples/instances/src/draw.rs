//! Draws all instances as boxes by one call, from the copies of the columns.

use example_gpu::{BoxError, Gpu, Picture, Target, instance_column};
use glam::Mat4;
use wgpu::{VertexAttribute, vertex_attr_array};

use crate::copy::GpuCopy;

const TRANSFORM: [VertexAttribute; 4] =
    vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4, 3 => Float32x4];
const TINT: [VertexAttribute; 1] = vertex_attr_array![4 => Unorm8x4];

/// Draws the first `instances` rows of the copies.
pub(crate) fn draw(gpu: &Gpu, copy: &GpuCopy, instances: u32) -> Result<Picture, BoxError> {
    let shader = wgpu::include_wgsl!("field.wgsl");
    let shader = gpu.device.create_shader_module(shader);
    let columns = [
        instance_column(size_of::<Mat4>(), &TRANSFORM),
        instance_column(4, &TINT),
    ];
    let pipeline = Target::pipeline(gpu, &shader, ["box_of_instance", "lit"], &columns);
    let target = Target::new(gpu, [768, 432]);
    gpu.encode(|encoder| {
        let mut pass = target.pass(encoder, wgpu::Color::BLACK);
        pass.set_pipeline(&pipeline);
        pass.set_vertex_buffer(0, copy.transforms.buffer().slice(..));
        pass.set_vertex_buffer(1, copy.tints.buffer().slice(..));
        pass.draw(0..36, 0..instances);
    });
    target.picture(gpu)
}
