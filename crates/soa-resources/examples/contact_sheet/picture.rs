//! A picture as the program stores it, and how PNG files are read and written.

use std::fs::File;
use std::io::{BufWriter, Cursor};
use std::path::Path;

use png::{BitDepth, ColorType};
use soa_resources::{BoxError, Job, Loader};
use soa_runtime::IdAllocator;

/// The width and height of a picture on the sheet.
pub(crate) const SIDE: u32 = 64;

/// A picture, made small.
#[derive(IdAllocator, Debug)]
pub(crate) struct Picture {
    /// `SIDE` rows of `SIDE` pixels: red, green, blue.
    pub(crate) pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Returns a picture of one colour.
    pub(crate) fn plain(color: [u8; 3]) -> Self {
        Self {
            pixels: vec![color; (SIDE * SIDE) as usize],
        }
    }
}

/// Reads PNG files, and makes them small.
pub(crate) struct Png;

impl Loader for Png {
    type Record = Picture;
    type Decoded = Picture;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Picture, BoxError> {
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info()?;
        let length = reader.output_buffer_size().ok_or("it is too large")?;
        let mut samples = vec![0; length];
        let frame = reader.next_frame(&mut samples)?;
        if (frame.color_type, frame.bit_depth) != (ColorType::Rgb, BitDepth::Eight) {
            return Err("it is not of three bytes a pixel".into());
        }
        let place = |at: u32, length: u32| (at * length / SIDE) as usize;
        let pixels = (0..SIDE * SIDE).map(|at| {
            let row = place(at / SIDE, frame.height) * frame.width as usize;
            let start = (row + place(at % SIDE, frame.width)) * 3;
            [0, 1, 2].map(|colour| samples[start + colour])
        });
        Ok(Picture {
            pixels: pixels.collect(),
        })
    }
}

/// Writes pixels as a PNG file.
pub(crate) fn write(path: &Path, size: [u32; 2], pixels: &[[u8; 3]]) -> Result<(), BoxError> {
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), size[0], size[1]);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder
        .write_header()?
        .write_image_data(pixels.as_flattened())?;
    Ok(())
}
