//! The picture: every instance a box, drawn by one call from the mirrored columns.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use bytemuck::{Pod, Zeroable};
use glam::camera::rh::proj::directx;
use glam::camera::rh::view::look_at_mat4;
use glam::{Mat4, Vec3, Vec4};

use crate::copy::GpuCopy;
use crate::gpu::Gpu;

/// In pixels; a row of them is a multiple of 256 bytes, as the GPU asks for.
const WIDTH: u32 = 768;
const HEIGHT: u32 = 432;

/// Samples a pixel.
const SAMPLES: u32 = 4;

const COLOUR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// The evening behind the field.
const SKY: wgpu::Color = wgpu::Color {
    r: 0.016,
    g: 0.022,
    b: 0.035,
    a: 1.0,
};

/// `View` of the shader.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct View {
    clip_from_world: Mat4,
    to_sun: Vec4,
}

/// RGBA pixels, rows from the top.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Picture(pub(crate) Vec<u8>);

impl Picture {
    /// Draws the first `instances` rows of the copy.
    pub(crate) fn draw(gpu: &Gpu, copy: &GpuCopy, instances: u32) -> Result<Self, Box<dyn Error>> {
        let device = &gpu.device;
        let shader = device.create_shader_module(wgpu::include_wgsl!("field.wgsl"));
        let pipeline = pipeline(device, &shader);
        let group = view_group(gpu, &pipeline);
        let smooth = whole(&target(device, COLOUR, SAMPLES));
        let depth = whole(&target(device, DEPTH, SAMPLES));
        let picture = target(device, COLOUR, 1);
        let resolved = whole(&picture);
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("field"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &smooth,
                    depth_slice: None,
                    resolve_target: Some(&resolved),
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(SKY),
                        store: wgpu::StoreOp::Discard,
                    },
                })],
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: &depth,
                    depth_ops: Some(wgpu::Operations {
                        load: wgpu::LoadOp::Clear(1.0),
                        store: wgpu::StoreOp::Discard,
                    }),
                    stencil_ops: None,
                }),
                ..Default::default()
            });
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.set_vertex_buffer(0, copy.transforms.buffer().slice(..));
            pass.set_vertex_buffer(1, copy.tints.buffer().slice(..));
            pass.draw(0..36, 0..instances);
        }
        let bytes = u64::from(WIDTH) * u64::from(HEIGHT) * 4;
        let pixels = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("pixels"),
            size: bytes,
            usage: wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        encoder.copy_texture_to_buffer(
            picture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &pixels,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(WIDTH * 4),
                    rows_per_image: None,
                },
            },
            picture.size(),
        );
        gpu.queue.submit([encoder.finish()]);
        gpu.read_back(&pixels, usize::try_from(bytes)?).map(Picture)
    }

    /// Writes the picture as a PNG file.
    pub(crate) fn save(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(file, WIDTH, HEIGHT);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let opaque = self.0.chunks_exact(4).flat_map(|pixel| &pixel[..3]);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&opaque.copied().collect::<Vec<u8>>())?;
        writer.finish()?;
        Ok(())
    }
}

fn pipeline(device: &wgpu::Device, shader: &wgpu::ShaderModule) -> wgpu::RenderPipeline {
    const TRANSFORM: [wgpu::VertexAttribute; 4] =
        wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4, 3 => Float32x4];
    const TINT: [wgpu::VertexAttribute; 1] = wgpu::vertex_attr_array![4 => Unorm8x4];
    let column = |stride: usize, attributes| {
        Some(wgpu::VertexBufferLayout {
            array_stride: stride as wgpu::BufferAddress,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes,
        })
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("field"),
        layout: None,
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some("box_of_instance"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[
                column(size_of::<Mat4>(), &TRANSFORM),
                column(size_of::<[u8; 4]>(), &TINT),
            ],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Less),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState {
            count: SAMPLES,
            ..Default::default()
        },
        fragment: Some(wgpu::FragmentState {
            module: shader,
            entry_point: Some("lit"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[Some(COLOUR.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// Where the picture is seen from.
fn view_group(gpu: &Gpu, pipeline: &wgpu::RenderPipeline) -> wgpu::BindGroup {
    let eye = Vec3::new(-46.0, 34.0, 62.0);
    let clip_from_view = directx::perspective(38.0_f32.to_radians(), 16.0 / 9.0, 1.0, 400.0);
    let view = View {
        clip_from_world: clip_from_view * look_at_mat4(eye, Vec3::new(0.0, -6.0, 0.0), Vec3::Y),
        to_sun: Vec3::new(-0.8, 0.62, 0.25).normalize().extend(0.0),
    };
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
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: uniform.as_entire_binding(),
        }],
    })
}

fn target(device: &wgpu::Device, format: wgpu::TextureFormat, samples: u32) -> wgpu::Texture {
    let copied = match samples {
        1 => wgpu::TextureUsages::COPY_SRC,
        _ => wgpu::TextureUsages::empty(),
    };
    device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d {
            width: WIDTH,
            height: HEIGHT,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | copied,
        view_formats: &[],
    })
}

/// A view of a whole texture.
fn whole(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}
