//! The textures that a frame is drawn to.

use crate::{BoxError, Gpu, Picture, Size};

/// The format of pictures: sRGB with an alpha channel, a byte per channel.
pub const COLOUR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;

/// The format of depths, which every backend supports.
const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// The number of samples per pixel.
const SAMPLES: u32 = 4;

/// The textures that a frame is drawn to: [`SAMPLES`] colours and depths per pixel, which are
/// resolved to one colour per pixel.
#[derive(Debug)]
pub struct Target {
    samples: wgpu::TextureView,
    depth: wgpu::TextureView,
    picture: wgpu::Texture,
}

impl Target {
    /// Creates the textures.
    pub fn new(gpu: &Gpu, size: Size) -> Self {
        let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let read = wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING;
        Self {
            samples: view(&texture(gpu, size, COLOUR, SAMPLES, drawn)),
            depth: view(&texture(gpu, size, DEPTH, SAMPLES, drawn)),
            picture: texture(gpu, size, COLOUR, 1, drawn | read),
        }
    }

    /// Returns the width and the height in pixels.
    pub fn size(&self) -> Size {
        [self.picture.width(), self.picture.height()]
    }

    /// Begins a render pass that clears the picture to a colour.
    pub fn pass<'e>(
        &self,
        encoder: &'e mut wgpu::CommandEncoder,
        clear: wgpu::Color,
    ) -> wgpu::RenderPass<'e> {
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.samples,
                depth_slice: None,
                resolve_target: Some(&view(&self.picture)),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(clear),
                    store: wgpu::StoreOp::Discard,
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(1.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        })
    }

    /// Reads the picture back that was drawn last.
    ///
    /// # Errors
    ///
    /// Returns an error if the device is lost.
    pub fn picture(&self, gpu: &Gpu) -> Result<Picture, BoxError> {
        Picture::read_back(gpu, &self.picture)
    }

    /// Creates a pipeline that draws opaque triangles to a target. `entry_points` are the names of the
    /// vertex and the fragment entry point. The shader determines its bind groups.
    pub fn pipeline(
        gpu: &Gpu,
        shader: &wgpu::ShaderModule,
        [vertex, fragment]: [&str; 2],
        buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    ) -> wgpu::RenderPipeline {
        let descriptor = wgpu::RenderPipelineDescriptor {
            label: Some(vertex),
            layout: None,
            vertex: wgpu::VertexState {
                module: shader,
                entry_point: Some(vertex),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                buffers,
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: Some(Self::depth_state(wgpu::CompareFunction::Less)),
            multisample: Self::sample_state(),
            fragment: Some(wgpu::FragmentState {
                module: shader,
                entry_point: Some(fragment),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
                targets: &[Some(COLOUR.into())],
            }),
            multiview_mask: None,
            cache: None,
        };
        gpu.device.create_render_pipeline(&descriptor)
    }

    /// Returns the depth state of pipelines that draw to a target.
    pub fn depth_state(compare: wgpu::CompareFunction) -> wgpu::DepthStencilState {
        wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(true),
            depth_compare: Some(compare),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }
    }

    /// Returns the sample state of pipelines that draw to a target.
    pub fn sample_state() -> wgpu::MultisampleState {
        wgpu::MultisampleState {
            count: SAMPLES,
            ..Default::default()
        }
    }
}

fn texture(
    gpu: &Gpu,
    [width, height]: Size,
    format: wgpu::TextureFormat,
    sample_count: u32,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("target"),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    })
}

fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}
