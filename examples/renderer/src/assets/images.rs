//! Generates the textures. Each function returns the colour at a position, which is 0 to 1 from the
//! top left.

use std::io;

use fastrand::Rng;

use super::shape::{Colour, mix, shade};
use crate::texture::SIDE;

/// A function that returns the colour at a position. It may use random numbers.
type Paint = fn(f32, f32, &mut Rng) -> Colour;

/// All valid textures with the names of their files.
pub(super) const ALL: [(&str, Paint); 5] = [
    ("timber", timber),
    ("tiles", tiles),
    ("planks", planks),
    ("stone", stone),
    ("cloth", cloth),
];

/// Returns the bytes of a PNG file.
pub(super) fn file(paint: Paint) -> io::Result<Vec<u8>> {
    let mut random = Rng::with_seed(3);
    let side = u16::try_from(SIDE).unwrap_or(u16::MAX);
    let part = |pixel: u16| (f32::from(pixel) + 0.5) / f32::from(side);
    let mut pixels = Vec::new();
    for y in 0..side {
        for x in 0..side {
            pixels.extend(paint(part(x), part(y), &mut random));
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, SIDE, SIDE);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(&pixels).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)?;
    Ok(file)
}

fn is_in(value: f32, low: f32, high: f32) -> bool {
    (low..high).contains(&value)
}

/// Paints plaster between beams, with a window.
fn timber(x: f32, y: f32, random: &mut Rng) -> Colour {
    let grain = 0.95 + random.f32() * 0.05;
    let (across, down) = ((x - 0.5).abs(), (y - 0.42).abs());
    let is_window = across < 0.15 && down < 0.17;
    let is_frame = across < 0.18 && down < 0.2;
    let is_cross = across < 0.012 || is_in(y, 0.39, 0.41);
    let is_beam = !is_in(x, 0.035, 0.965)
        || y < 0.06
        || is_in(y, 0.72, 0.78)
        || ((x - 0.12) - (0.72 - y) * 0.3).abs() < 0.025 && y < 0.72
        || ((0.88 - x) - (0.72 - y) * 0.3).abs() < 0.025 && y < 0.72;
    let colour = if is_window && !is_cross {
        mix([70, 92, 112], [150, 178, 190], 1.0 - y * 1.6)
    } else if is_frame {
        [232, 226, 210]
    } else if is_beam {
        [98, 68, 48]
    } else if y > 0.9 {
        [150, 146, 138]
    } else {
        [236, 226, 204]
    };
    shade(colour, grain)
}

/// Paints rows of roof tiles, alternately shifted by half a tile.
fn tiles(x: f32, y: f32, random: &mut Rng) -> Colour {
    let (row, down) = ((y * 8.0).floor(), (y * 8.0).fract());
    let column = x * 8.0 + if row % 2.0 < 1.0 { 0.0 } else { 0.5 };
    let across = (column.fract() - 0.5).abs();
    let tone = ((row * 5.3 + column.floor() % 8.0 * 2.7).sin() + 1.0) * 0.5;
    let colour = mix([168, 74, 52], [196, 104, 66], tone);
    let is_gap = down < 0.1 || across > 0.46 || (down > 0.82 && across > 0.36);
    let light = if is_gap { 0.62 } else { 0.86 + down * 0.16 };
    shade(colour, light * (0.95 + random.f32() * 0.05))
}

fn planks(x: f32, y: f32, random: &mut Rng) -> Colour {
    let (plank, across) = ((y * 4.0).floor(), (y * 4.0).fract());
    let grain = (x * 9.0 + plank * 2.0 + (y * 60.0).sin() * 0.6).sin() * 0.06;
    let light = if across < 0.06 { 0.55 } else { 0.92 + grain };
    shade([158, 116, 76], light * (0.94 + random.f32() * 0.06))
}

fn stone(x: f32, y: f32, random: &mut Rng) -> Colour {
    let (row, down) = ((y * 6.0).floor(), (y * 6.0).fract());
    let column = x * 4.0 + if row % 2.0 < 1.0 { 0.0 } else { 0.5 };
    let across = column.fract();
    let tone = ((row * 3.1 + column.floor() % 4.0 * 4.9).sin() + 1.0) * 0.5;
    let is_gap = down < 0.09 || across < 0.05;
    let colour = if is_gap {
        [150, 142, 130]
    } else {
        mix([196, 188, 174], [226, 218, 202], tone)
    };
    shade(colour, 0.93 + random.f32() * 0.07)
}

fn cloth(x: f32, y: f32, random: &mut Rng) -> Colour {
    let stripe = (x * 6.0).fract();
    let colour = if stripe < 0.5 {
        [238, 226, 198]
    } else {
        [186, 74, 58]
    };
    let hem = if is_in(y, 0.03, 0.93) { 1.0 } else { 0.7 };
    shade(colour, hem * (0.94 + random.f32() * 0.06))
}

/// Paints gold diamonds on blue.
pub(super) fn banner(x: f32, y: f32, random: &mut Rng) -> Colour {
    let across = ((x * 4.0).fract() - 0.5).abs() + ((y * 4.0).fract() - 0.5).abs();
    let colour = if across < 0.3 {
        [236, 190, 80]
    } else {
        [44, 74, 138]
    };
    let hem = if is_in(y, 0.03, 0.93) { 1.0 } else { 0.7 };
    shade(colour, hem * (0.94 + random.f32() * 0.06))
}
