//! Draws a frame in two passes: the depth as the sun sees it, then the scene.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use example_gpu::{BoxError, DEPTH, Gpu, Picture, Target};
use glam::camera::rh::proj::directx;
use glam::camera::rh::view::look_at_mat4;
use glam::{Mat4, Vec3, Vec4};
use soa_wgpu::{ColumnBuffer, UploadError};

use crate::layout::Layout;
use crate::pipelines::{self, Pass, Pipelines};
use crate::scene::{Instance, InstanceHub};

/// The width and the height of a picture in pixels.
pub(crate) const SIZE: u32 = 512;

const SHADOW_SIZE: u32 = 2048;

/// The colour of the sky, which is also the haze of the shader.
const SKY: wgpu::Color = wgpu::Color {
    r: 0.83,
    g: 0.88,
    b: 0.90,
    a: 1.0,
};

const EYE: Vec3 = Vec3::new(10.4, 8.8, 16.2);
const LOOK_AT: Vec3 = Vec3::new(0.1, 1.25, 0.0);
const TO_SUN: Vec3 = Vec3::new(-0.55, 0.78, 0.42);

/// One draw call: the vertices, their layout, and the row of the instance columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Draw {
    pub(crate) layout: Layout,
    pub(crate) vertices: Range<u32>,
    pub(crate) row: u32,
}

/// The uniform `View` of the shader: the position that a pass draws from.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
struct View {
    clip_from_world: Mat4,
    shadow_from_world: Mat4,
    eye: Vec4,
    to_sun: Vec4,
}

/// Everything on the GPU except the vertices.
#[derive(Debug)]
pub(crate) struct Renderer {
    shadow_pipelines: Pipelines,
    scene_pipelines: Pipelines,
    sun_view: wgpu::BindGroup,
    eye_view: wgpu::BindGroup,
    shadow_group: wgpu::BindGroup,
    shadow_map: wgpu::TextureView,
    target: Target,
    transforms: ColumnBuffer<Instance, Mat4>,
    tints: ColumnBuffer<Instance, Vec4>,
}

impl Renderer {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let (device, usage) = (&gpu.device, wgpu::BufferUsages::VERTEX);
        let shader = device.create_shader_module(wgpu::include_wgsl!("scene.wgsl"));
        let view_layout = pipelines::view_layout(device);
        let shadow_layout = pipelines::shadow_layout(device);
        let shadow_map = shadow_map(device);
        let [sun, eye] = views();
        Self {
            shadow_pipelines: pipelines::pipelines(device, &shader, Pass::Sun(&view_layout)),
            scene_pipelines: pipelines::pipelines(
                device,
                &shader,
                Pass::Scene(&view_layout, &shadow_layout),
            ),
            sun_view: view_group(gpu, &view_layout, sun),
            eye_view: view_group(gpu, &view_layout, eye),
            shadow_group: shadow_group(device, &shadow_layout, &shadow_map),
            shadow_map,
            target: Target::new(gpu, [SIZE; 2]),
            transforms: ColumnBuffer::<Instance, _>::new(device, usage, |rows| rows.transform),
            tints: ColumnBuffer::<Instance, _>::new(device, usage, |rows| rows.tint),
        }
    }

    /// Sends the rows of the instances that changed.
    pub(crate) fn update_instances(
        &mut self,
        gpu: &Gpu,
        instances: &mut InstanceHub,
    ) -> Result<(), UploadError> {
        instances.advance();
        (self.transforms).update(&gpu.device, &gpu.queue, instances)?;
        self.tints.update(&gpu.device, &gpu.queue, instances)?;
        Ok(())
    }

    /// Draws a frame and reads it back.
    pub(crate) fn render(
        &self,
        gpu: &Gpu,
        vertices: &wgpu::Buffer,
        draws: &[Draw],
    ) -> Result<Picture, BoxError> {
        let mut encoder = gpu.encoder();
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("sun"),
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: &self.shadow_map,
                    depth_ops: Some(wgpu::Operations {
                        load: wgpu::LoadOp::Clear(1.0),
                        store: wgpu::StoreOp::Store,
                    }),
                    stencil_ops: None,
                }),
                ..Default::default()
            });
            pass.set_bind_group(0, &self.sun_view, &[]);
            self.draw(&mut pass, &self.shadow_pipelines, vertices, draws);
        }
        {
            let mut pass = self.target.pass(&mut encoder, SKY);
            pass.set_bind_group(0, &self.eye_view, &[]);
            pass.set_bind_group(1, &self.shadow_group, &[]);
            self.draw(&mut pass, &self.scene_pipelines, vertices, draws);
        }
        gpu.queue.submit([encoder.finish()]);
        self.target.picture(gpu)
    }

    fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        pipelines: &Pipelines,
        vertices: &wgpu::Buffer,
        draws: &[Draw],
    ) {
        // The whole buffer is bound once, because the first vertex of a draw locates its block.
        pass.set_vertex_buffer(0, vertices.slice(..));
        pass.set_vertex_buffer(1, self.transforms.buffer().slice(..));
        pass.set_vertex_buffer(2, self.tints.buffer().slice(..));
        for (layout, pipeline) in Layout::ALL.into_iter().zip(pipelines) {
            pass.set_pipeline(pipeline);
            for draw in draws.iter().filter(|draw| draw.layout == layout) {
                pass.draw(draw.vertices.clone(), draw.row..draw.row + 1);
            }
        }
    }
}

/// Returns the views of the sun and of the eye.
fn views() -> [View; 2] {
    let to_sun = TO_SUN.normalize();
    let sun = directx::orthographic(-7.5, 7.5, -7.5, 7.5, 1.0, 40.0)
        * look_at_mat4(to_sun * 20.0, Vec3::ZERO, Vec3::Y);
    let eye = directx::perspective(33.0_f32.to_radians(), 1.0, 1.0, 120.0)
        * look_at_mat4(EYE, LOOK_AT, Vec3::Y);
    [sun, eye].map(|clip_from_world| View {
        clip_from_world,
        shadow_from_world: sun,
        eye: EYE.extend(1.0),
        to_sun: to_sun.extend(0.0),
    })
}

fn shadow_map(device: &wgpu::Device) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("shadow map"),
        size: wgpu::Extent3d {
            width: SHADOW_SIZE,
            height: SHADOW_SIZE,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: DEPTH,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn view_group(gpu: &Gpu, layout: &wgpu::BindGroupLayout, view: View) -> wgpu::BindGroup {
    let uniform = gpu.uniform("view", bytemuck::bytes_of(&view));
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("view"),
        layout,
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: uniform.as_entire_binding(),
        }],
    })
}

fn shadow_group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    map: &wgpu::TextureView,
) -> wgpu::BindGroup {
    let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("shadow"),
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        compare: Some(wgpu::CompareFunction::LessEqual),
        ..Default::default()
    });
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("shadow"),
        layout,
        entries: &[
            wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(map),
            },
            wgpu::BindGroupEntry {
                binding: 1,
                resource: wgpu::BindingResource::Sampler(&sampler),
            },
        ],
    })
}
