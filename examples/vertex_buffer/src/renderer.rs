//! Pipelines and passes: the sun's depth first, then the scene, smoothed by four samples a pixel.

use std::error::Error;
use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::camera::rh::proj::directx;
use glam::camera::rh::view::look_at_mat4;
use glam::{Mat4, Vec3, Vec4};

use crate::gpu::Gpu;
use crate::layout::Layout;
use crate::mirror::{Mirror, Upload};
use crate::picture::Picture;
use crate::pipelines::{self, COLOUR, DEPTH, Pass, Pipelines, SAMPLES};

/// Pixels along each side of a picture.
pub(crate) const SIZE: u32 = 512;

/// Rows of the instance columns that fit on the GPU.
pub(crate) const MAX_INSTANCES: usize = 256;

const SHADOW_SIZE: u32 = 2048;

/// The haze of the shader, which the sky is as well.
const SKY: wgpu::Color = wgpu::Color {
    r: 0.83,
    g: 0.88,
    b: 0.90,
    a: 1.0,
};

const EYE: Vec3 = Vec3::new(10.4, 8.8, 16.2);
const LOOK_AT: Vec3 = Vec3::new(0.1, 1.25, 0.0);
const TO_SUN: Vec3 = Vec3::new(-0.55, 0.78, 0.42);

/// One draw call: which vertices, in which layout, at which row of the instance columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Draw {
    pub(crate) layout: Layout,
    pub(crate) vertices: Range<u32>,
    pub(crate) row: u32,
}

/// Where a pass looks from: `View` of the shader.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
struct View {
    clip_from_world: Mat4,
    shadow_from_world: Mat4,
    eye: Vec4,
    to_sun: Vec4,
}

/// Everything on the GPU but the vertices themselves.
#[derive(Debug)]
pub(crate) struct Renderer {
    shadow_pipelines: Pipelines,
    scene_pipelines: Pipelines,
    sun_view: wgpu::BindGroup,
    eye_view: wgpu::BindGroup,
    shadow_group: wgpu::BindGroup,
    shadow_map: wgpu::TextureView,
    smooth: wgpu::TextureView,
    depth: wgpu::TextureView,
    picture: wgpu::Texture,
    transforms: Mirror,
    tints: Mirror,
}

impl Renderer {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let device = &gpu.device;
        let shader = device.create_shader_module(wgpu::include_wgsl!("scene.wgsl"));
        let view_layout = pipelines::view_layout(device);
        let shadow_layout = pipelines::shadow_layout(device);
        let shadow_map = target(device, "shadow map", SHADOW_SIZE, DEPTH, 1);
        let shadow_map = whole(&shadow_map);
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
            smooth: whole(&target(device, "smooth", SIZE, COLOUR, SAMPLES)),
            depth: whole(&target(device, "depth", SIZE, DEPTH, SAMPLES)),
            picture: target(device, "picture", SIZE, COLOUR, 1),
            transforms: Mirror::new(device, "transforms", MAX_INSTANCES * size_of::<Mat4>()),
            tints: Mirror::new(device, "tints", MAX_INSTANCES * size_of::<Vec4>()),
        }
    }

    /// Sends the instance columns as they lie.
    pub(crate) fn upload_instances(&self, gpu: &Gpu, transforms: &[Mat4], tints: &[Vec4]) {
        let whole = |bytes| Upload { at: 0, bytes };
        let columns: [&[u8]; 2] = [
            bytemuck::cast_slice(transforms),
            bytemuck::cast_slice(tints),
        ];
        self.transforms.write(gpu, &whole(columns[0]));
        self.tints.write(gpu, &whole(columns[1]));
    }

    /// Draws a frame and reads it back.
    pub(crate) fn render(
        &self,
        gpu: &Gpu,
        vertices: &Mirror,
        draws: &[Draw],
    ) -> Result<Picture, Box<dyn Error>> {
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("sun"),
                depth_stencil_attachment: Some(depth_attachment(
                    &self.shadow_map,
                    wgpu::StoreOp::Store,
                )),
                ..Default::default()
            });
            pass.set_bind_group(0, &self.sun_view, &[]);
            self.draw(&mut pass, &self.shadow_pipelines, vertices, draws);
        }
        {
            let resolved = whole(&self.picture);
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("scene"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &self.smooth,
                    depth_slice: None,
                    resolve_target: Some(&resolved),
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(SKY),
                        store: wgpu::StoreOp::Discard,
                    },
                })],
                depth_stencil_attachment: Some(depth_attachment(
                    &self.depth,
                    wgpu::StoreOp::Discard,
                )),
                ..Default::default()
            });
            pass.set_bind_group(0, &self.eye_view, &[]);
            pass.set_bind_group(1, &self.shadow_group, &[]);
            self.draw(&mut pass, &self.scene_pipelines, vertices, draws);
        }
        gpu.queue.submit([encoder.finish()]);
        Picture::read_back(gpu, &self.picture)
    }

    fn draw(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        pipelines: &Pipelines,
        vertices: &Mirror,
        draws: &[Draw],
    ) {
        // The whole buffer is bound once: a block's place is in the draw's first vertex.
        pass.set_vertex_buffer(0, vertices.buffer().slice(..));
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

/// The views of the sun and of the eye.
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

fn target(
    device: &wgpu::Device,
    label: &str,
    size: u32,
    format: wgpu::TextureFormat,
    samples: u32,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d {
            width: size,
            height: size,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT
            | match (format, samples) {
                (_, SAMPLES) => wgpu::TextureUsages::empty(),
                (DEPTH, _) => wgpu::TextureUsages::TEXTURE_BINDING,
                _ => wgpu::TextureUsages::COPY_SRC,
            },
        view_formats: &[],
    })
}

/// A view of a whole texture.
fn whole(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

fn depth_attachment(
    view: &wgpu::TextureView,
    store: wgpu::StoreOp,
) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations {
            load: wgpu::LoadOp::Clear(1.0),
            store,
        }),
        stencil_ops: None,
    }
}

fn view_group(gpu: &Gpu, layout: &wgpu::BindGroupLayout, view: View) -> wgpu::BindGroup {
    let uniform = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("view"),
        size: size_of::<View>() as wgpu::BufferAddress,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    gpu.queue
        .write_buffer(&uniform, 0, bytemuck::bytes_of(&view));
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
