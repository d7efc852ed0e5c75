//! Pictures: read back from a texture, compared, drawn into, written as PNG.

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::ops::Range;
use std::path::Path;

use crate::gpu::Gpu;
use crate::layout::Colour;

/// Bytes of a pixel.
const PIXEL: usize = size_of::<Colour>();

/// Opaque RGBA pixels, rows from the top.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Picture {
    /// A picture of one colour.
    pub(crate) fn new(width: u32, height: u32, colour: Colour) -> Self {
        let pixels = width as usize * height as usize;
        Self {
            width,
            height,
            rgba: colour.repeat(pixels),
        }
    }

    /// Copies a texture's pixels back from the GPU; its rows must be a multiple of 256 bytes.
    pub(crate) fn read_back(gpu: &Gpu, texture: &wgpu::Texture) -> Result<Self, Box<dyn Error>> {
        let (width, height) = (texture.width(), texture.height());
        let row = width
            * texture
                .format()
                .block_copy_size(None)
                .ok_or("pixels of unknown size")?;
        let size = u64::from(row) * u64::from(height);
        let rgba = gpu.read_back(size, |encoder, readback| {
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(row),
                rows_per_image: None,
            };
            encoder.copy_texture_to_buffer(
                texture.as_image_copy(),
                wgpu::TexelCopyBufferInfo {
                    buffer: readback,
                    layout,
                },
                texture.size(),
            );
        })?;
        Ok(Self {
            width,
            height,
            rgba,
        })
    }

    pub(crate) const fn width(&self) -> u32 {
        self.width
    }

    pub(crate) const fn height(&self) -> u32 {
        self.height
    }

    /// The colour of a pixel inside the picture.
    pub(crate) fn pixel(&self, x: u32, y: u32) -> Colour {
        let at = self.index(x, y);
        [
            self.rgba[at],
            self.rgba[at + 1],
            self.rgba[at + 2],
            self.rgba[at + 3],
        ]
    }

    /// How many pixels differ between two pictures of one size.
    pub(crate) fn differing_pixels(&self, other: &Self) -> usize {
        let pairs = self
            .rgba
            .chunks_exact(PIXEL)
            .zip(other.rgba.chunks_exact(PIXEL));
        pairs.filter(|(a, b)| a != b).count()
    }

    /// Fills the part of a rectangle that lies inside the picture.
    pub(crate) fn fill(&mut self, columns: Range<u32>, rows: Range<u32>, colour: Colour) {
        for y in rows.start..rows.end.min(self.height) {
            for x in columns.start..columns.end.min(self.width) {
                let at = self.index(x, y);
                self.rgba[at..at + PIXEL].copy_from_slice(&colour);
            }
        }
    }

    /// Lays `other` over this picture with its top left corner at (x, y); what sticks out is cut off.
    pub(crate) fn paste(&mut self, other: &Self, x: u32, y: u32) {
        for row in 0..other.height.min(self.height.saturating_sub(y)) {
            for column in 0..other.width.min(self.width.saturating_sub(x)) {
                let at = self.index(x + column, y + row);
                self.rgba[at..at + PIXEL].copy_from_slice(&other.pixel(column, row));
            }
        }
    }

    /// Rounds each channel to six bits: faceted surfaces look the same, and the file is a third smaller.
    pub(crate) fn round_to_six_bits(&mut self) {
        for channel in &mut self.rgba {
            *channel = (*channel & 0b1111_1100) | (*channel >> 6);
        }
    }

    /// Writes the picture as a PNG file.
    pub(crate) fn save(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let mut encoder =
            png::Encoder::new(BufWriter::new(File::create(path)?), self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        // Facets are runs of one colour, which deflate finds better unfiltered.
        encoder.set_filter(png::Filter::NoFilter);
        let rgb: Vec<u8> = self
            .rgba
            .chunks_exact(PIXEL)
            .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
            .collect();
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&rgb)?;
        writer.finish()?;
        Ok(())
    }

    const fn index(&self, x: u32, y: u32) -> usize {
        (y as usize * self.width as usize + x as usize) * PIXEL
    }
}
