//! Draws a frame: all instances of one vertex layout after each other, from one vertex buffer.

use bytemuck::{Pod, Zeroable};
use example_gpu::{BoxError, Gpu, Layout, Picture, Target, instance_column};
use glam::camera::rh::proj::directx;
use glam::camera::rh::view::look_at_mat4;
use glam::{Mat4, Vec3, Vec4};
use soa_wgpu::ColumnBuffer;
use wgpu::vertex_attr_array;

use crate::scene::{Instance, Scene};

/// The width and the height of a picture in pixels.
const SIZE: u32 = 512;

/// The colour of the sky, which is also the haze of the shader.
const SKY: wgpu::Color = wgpu::Color {
    r: 0.62,
    g: 0.76,
    b: 0.86,
    a: 1.0,
};

const EYE: Vec3 = Vec3::new(4.0, 11.0, 30.0);

/// The uniform `View` of the shader.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
struct View {
    clip_from_world: Mat4,
    eye: Vec4,
}

/// Everything on the GPU except the vertices.
#[derive(Debug)]
pub(crate) struct Renderer {
    /// A pipeline and its bind group for each layout.
    pipelines: [(wgpu::RenderPipeline, wgpu::BindGroup); Layout::ALL.len()],
    target: Target,
    transforms: ColumnBuffer<Instance, Mat4>,
    tints: ColumnBuffer<Instance, Vec4>,
}

impl Renderer {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let (device, usage) = (&gpu.device, wgpu::BufferUsages::VERTEX);
        let shader = device.create_shader_module(wgpu::include_wgsl!("scene.wgsl"));
        let look = look_at_mat4(EYE, Vec3::Y, Vec3::Y);
        let view = View {
            clip_from_world: directx::perspective(0.8, 1.0, 0.5, 400.0) * look,
            eye: EYE.extend(1.0),
        };
        let uniform = gpu.uniform("view", bytemuck::bytes_of(&view));
        let transform = const {
            &vertex_attr_array![
                4 => Float32x4, 5 => Float32x4, 6 => Float32x4, 7 => Float32x4
            ]
        };
        let tint = const { &vertex_attr_array![8 => Float32x4] };
        let pipelines = Layout::ALL.map(|layout| {
            let entries = ["vs", "fs"].map(|stage| format!("{stage}_{}", layout.name()));
            let [vertex, fragment] = &entries;
            let buffers = [
                layout.buffer(),
                instance_column(size_of::<Mat4>(), transform),
                instance_column(size_of::<Vec4>(), tint),
            ];
            let pipeline = Target::pipeline(gpu, &shader, [vertex, fragment], &buffers);
            let group = pipeline.get_bind_group_layout(0);
            let group = gpu.group("view", &group, &[uniform.as_entire_binding()]);
            (pipeline, group)
        });
        Self {
            pipelines,
            target: Target::new(gpu, [SIZE; 2]),
            transforms: ColumnBuffer::<Instance, _>::new(device, usage, |rows| rows.transform),
            tints: ColumnBuffer::<Instance, _>::new(device, usage, |rows| rows.tint),
        }
    }

    /// Sends the rows of the instances that changed, draws a frame, and reads it back.
    pub(crate) fn render(
        &mut self,
        gpu: &Gpu,
        vertices: &wgpu::Buffer,
        scene: &mut Scene,
    ) -> Result<Picture, BoxError> {
        let (device, queue, instances) = (&gpu.device, &gpu.queue, &mut scene.instances);
        instances.advance();
        self.transforms.update(device, queue, instances)?;
        self.tints.update(device, queue, instances)?;
        let mut encoder = gpu.encoder();
        {
            let mut pass = self.target.pass(&mut encoder, SKY);
            // The whole buffer is bound once, because the first vertex of a draw locates its block.
            pass.set_vertex_buffer(0, vertices.slice(..));
            pass.set_vertex_buffer(1, self.transforms.buffer().slice(..));
            pass.set_vertex_buffer(2, self.tints.buffer().slice(..));
            for (layout, (pipeline, group)) in Layout::ALL.into_iter().zip(&self.pipelines) {
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, group, &[]);
                for (id, row) in &scene.instances {
                    let block = scene.vertices.get(*row.mesh);
                    let block = block.ok_or("an instance refers to a removed mesh")?;
                    if *block.meta() == layout {
                        let first = u32::try_from(block.offset() / layout.stride())?;
                        let count = u32::try_from(block.len() / layout.stride())?;
                        pass.draw(first..first + count, id.index()..id.index() + 1);
                    }
                }
            }
        }
        gpu.queue.submit([encoder.finish()]);
        self.target.picture(gpu)
    }
}
