//! A picture as the program stores it, and how PNG files are read and written.

use std::fs::File;
use std::io::{BufWriter, Cursor};
use std::path::Path;

use soa_resources::{BoxError, Job, Loader};
use soa_runtime::IdAllocator;

/// The width and height of a picture on the sheet.
pub(crate) const SIDE: u32 = 64;

/// A picture, made small.
#[derive(IdAllocator, Debug)]
pub(crate) struct Picture {
    /// The size of the picture in the file.
    pub(crate) size: [u32; 2],
    /// `SIDE` rows of `SIDE` pixels: red, green, blue.
    pub(crate) pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Returns a picture of one colour.
    pub(crate) fn plain(color: [u8; 3]) -> Self {
        Self {
            size: [SIDE, SIDE],
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
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let length = reader.output_buffer_size().ok_or("it is too large")?;
        let mut samples = vec![0; length];
        let frame = reader.next_frame(&mut samples)?;
        let size = [frame.width, frame.height];
        let stride = frame.color_type.samples();
        let pixel = |x: u32, y: u32| {
            let start = (y as usize * size[0] as usize + x as usize) * stride;
            match samples[start..start + stride] {
                [grey] | [grey, _] => [grey; 3],
                [red, green, blue] | [red, green, blue, _] => [red, green, blue],
                _ => unreachable!("a pixel has 1 to 4 samples"),
            }
        };
        let place = |at: u32, length: u32| at * length / SIDE;
        let all = (0..SIDE * SIDE).map(|at| [at % SIDE, at / SIDE]);
        let pixels = all.map(|[x, y]| pixel(place(x, size[0]), place(y, size[1])));
        Ok(Picture {
            size,
            pixels: pixels.collect(),
        })
    }
}

/// Writes pixels as a PNG file.
pub(crate) fn write(path: &Path, size: [u32; 2], pixels: &[[u8; 3]]) -> Result<(), BoxError> {
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), size[0], size[1]);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
        .write_header()?
        .write_image_data(pixels.as_flattened())?;
    Ok(())
}
