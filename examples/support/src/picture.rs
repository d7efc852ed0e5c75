//! Pictures in the memory of the CPU.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use crate::{BoxError, Gpu, Size};

/// The number of bytes per pixel.
const PIXEL: usize = 4;

/// Opaque RGBA pixels in rows from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    size: Size,
    rgba: Vec<u8>,
}

impl Picture {
    /// Reads the pixels of a texture back, four bytes each.
    ///
    /// # Errors
    ///
    /// Returns an error if the device is lost.
    pub fn read_back(gpu: &Gpu, texture: &wgpu::Texture) -> Result<Self, BoxError> {
        let size = [texture.width(), texture.height()];
        let [width, height] = size.map(|side| side as usize);
        let rgba = gpu.read_back(width * height * PIXEL, |encoder, buffer| {
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(size[0] * 4),
                rows_per_image: None,
            };
            let to = wgpu::TexelCopyBufferInfo { buffer, layout };
            encoder.copy_texture_to_buffer(texture.as_image_copy(), to, texture.size());
        })?;
        Ok(Self { size, rgba })
    }

    /// Returns all pixels, row by row from the top.
    pub fn pixels(&self) -> &[[u8; PIXEL]] {
        bytemuck::cast_slice(&self.rgba)
    }

    /// Returns the number of pixels whose colour satisfies `is`.
    pub fn count(&self, is: impl Fn([u8; 3]) -> bool) -> usize {
        let colours = self.pixels().iter().map(|&[r, g, b, _]| [r, g, b]);
        colours.filter(|colour| is(*colour)).count()
    }

    /// Returns the number of pixels that differ between two pictures.
    ///
    /// # Panics
    ///
    /// Panics if the pictures have two sizes.
    pub fn differing_pixels(&self, other: &Self) -> usize {
        assert_eq!(
            self.size, other.size,
            "pictures of one size can be compared"
        );
        let pairs = self.pixels().iter().zip(other.pixels());
        pairs.filter(|(one, other)| one != other).count()
    }

    /// Rounds each channel to six bits. The loss is invisible, and the file of a smooth picture
    /// is half as large.
    pub fn round_to_six_bits(&mut self) {
        for channel in &mut self.rgba {
            *channel = (*channel & 0b1111_1100) | (*channel >> 6);
        }
    }

    /// Writes the picture as a PNG file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), BoxError> {
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(file, self.size[0], self.size[1]);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let rgb: Vec<u8> = self
            .pixels()
            .iter()
            .flat_map(|&[r, g, b, _]| [r, g, b])
            .collect();
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&rgb)?;
        writer.finish()?;
        Ok(())
    }
}
