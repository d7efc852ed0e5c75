//! Draws the vertex buffer: its blocks from left to right, and the uploads below them.

use std::ops::Range;

use example_gpu::Picture;

use crate::geometry::{lighten, rgb};
use crate::layout::{Colour, Layout};
use crate::picture::fill;
use crate::vertices::{CAPACITY, Vertices};

/// The height of a map in pixels.
const HEIGHT: u32 = 20;

pub(crate) const PAPER: Colour = rgb(0x00F4_F1EA);
const EMPTY: Colour = rgb(0x00DC_D8CE);
const UPLOAD: Colour = rgb(0x0022_2B33);

const fn colour(layout: Layout) -> Colour {
    match layout {
        Layout::Flat => rgb(0x003F_9BBF),
        Layout::Facet => rgb(0x0063_A05A),
        Layout::Round => rgb(0x00E0_9A3E),
        Layout::Striped => rgb(0x00C4_4E44),
    }
}

/// Draws the current blocks, and the ranges that this frame uploaded.
pub(crate) fn map(vertices: &impl Vertices, uploads: &[Range<usize>], width: u32) -> Picture {
    let mut picture = Picture::new([width, HEIGHT], PAPER);
    let bar = 0..HEIGHT - 5;
    fill(&mut picture, 0..width, bar.clone(), EMPTY);
    for (i, (_, range, layout)) in vertices.blocks().enumerate() {
        // Adjacent blocks differ a little, so that their borders are visible.
        let shade = if i % 2 == 0 { 1.0 } else { 0.86 };
        fill(
            &mut picture,
            columns(&range, width),
            bar.clone(),
            lighten(colour(layout), shade),
        );
    }
    for range in uploads {
        fill(
            &mut picture,
            columns(range, width),
            HEIGHT - 4..HEIGHT - 1,
            UPLOAD,
        );
    }
    picture
}

/// Returns the columns of pixels that represent a range of bytes.
fn columns(bytes: &Range<usize>, width: u32) -> Range<u32> {
    let column = |byte: usize| u32::try_from(byte * width as usize / CAPACITY).unwrap_or(width);
    column(bytes.start)..column(bytes.end)
}
