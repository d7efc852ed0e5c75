//! What is drawn to, and the pictures that are read back from it.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use soa_resources::BoxError;

use crate::gpu::{COLOUR, Gpu};

/// Depths are the format that every backend has.
pub(crate) const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// Samples a pixel.
pub(crate) const SAMPLES: u32 = 4;

/// Width and height in pixels. A row of a picture that is read back has to be a multiple of
/// 256 bytes, so of 64 pixels.
pub(crate) type Size = [u32; 2];

/// What a frame is drawn to: four samples a pixel, which become the pixels of a texture.
#[derive(Debug)]
pub(crate) struct Target {
    samples: wgpu::TextureView,
    depth: wgpu::TextureView,
    picture: wgpu::Texture,
}

impl Target {
    pub(crate) fn new(gpu: &Gpu, size: Size) -> Self {
        let whole = |format, samples| view(&texture(gpu, size, format, samples));
        Self {
            samples: whole(COLOUR, SAMPLES),
            depth: whole(DEPTH, SAMPLES),
            picture: texture(gpu, size, COLOUR, 1),
        }
    }

    pub(crate) fn size(&self) -> Size {
        [self.picture.width(), self.picture.height()]
    }

    /// Begins to draw.
    pub(crate) fn pass<'e>(&self, encoder: &'e mut wgpu::CommandEncoder) -> wgpu::RenderPass<'e> {
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.samples,
                depth_slice: None,
                resolve_target: Some(&view(&self.picture)),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
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

    /// Reads back what was drawn last.
    pub(crate) fn picture(&self, gpu: &Gpu) -> Result<Picture, BoxError> {
        let size = self.size();
        let [width, height] = size.map(|side| side as usize);
        let rgba = gpu.read_back(width * height * 4, |encoder, readback| {
            encoder.copy_texture_to_buffer(
                self.picture.as_image_copy(),
                wgpu::TexelCopyBufferInfo {
                    buffer: readback,
                    layout: wgpu::TexelCopyBufferLayout {
                        offset: 0,
                        bytes_per_row: Some(size[0] * 4),
                        rows_per_image: None,
                    },
                },
                self.picture.size(),
            );
        })?;
        Ok(Picture { size, rgba })
    }

    /// The texture that was drawn last, to show it in a window.
    #[cfg(feature = "window")]
    pub(crate) fn shown(&self) -> &wgpu::Texture {
        &self.picture
    }
}

fn texture(gpu: &Gpu, size: Size, format: wgpu::TextureFormat, samples: u32) -> wgpu::Texture {
    let read = match (format, samples) {
        (COLOUR, 1) => wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::TEXTURE_BINDING,
        _ => wgpu::TextureUsages::empty(),
    };
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("target"),
        size: wgpu::Extent3d {
            width: size[0],
            height: size[1],
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | read,
        view_formats: &[],
    })
}

fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// Opaque RGBA pixels, rows from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    size: Size,
    rgba: Vec<u8>,
}

impl Picture {
    /// How many pixels have a colour for which `is` holds.
    pub(crate) fn count(&self, is: impl Fn([u8; 3]) -> bool) -> usize {
        let pixels = self.rgba.chunks_exact(4);
        pixels
            .filter(|pixel| is([pixel[0], pixel[1], pixel[2]]))
            .count()
    }

    pub(crate) fn pixels(&self) -> usize {
        self.rgba.len() / 4
    }

    /// How many pixels differ between two pictures of one size.
    pub(crate) fn differing(&self, other: &Self) -> usize {
        let pairs = self.rgba.chunks_exact(4).zip(other.rgba.chunks_exact(4));
        pairs.filter(|(one, other)| one != other).count()
    }

    /// Writes the picture as a PNG file, its channels rounded to six bits, which is seen
    /// by nobody and halves the file.
    pub(crate) fn save(&self, path: &Path) -> Result<(), BoxError> {
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(file, self.size[0], self.size[1]);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let round = |channel: &u8| (channel & 0b1111_1100) | (channel >> 6);
        let rgb = self
            .rgba
            .chunks_exact(4)
            .flat_map(|pixel| pixel[..3].iter());
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&rgb.map(round).collect::<Vec<u8>>())?;
        writer.finish()?;
        Ok(())
    }
}

/// As many of each of the three: what only stand-ins have.
pub(crate) fn is_grey([red, green, blue]: [u8; 3]) -> bool {
    red == green && green == blue
}

/// Much red and blue and hardly any green: what is broken.
pub(crate) fn is_magenta([red, green, blue]: [u8; 3]) -> bool {
    red > 60 && blue > 60 && u16::from(green) * 3 < u16::from(red.min(blue))
}
