//! A picture of the vertex buffer: its blocks from left to right, and what was uploaded under them.

use std::ops::Range;

use crate::geometry::{lighten, rgb};
use crate::layout::{Colour, Layout};
use crate::picture::Picture;
use crate::vertices::{CAPACITY, Vertices};

/// Pixels of a map from top to bottom.
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

/// Draws the buffer as it is now; `uploads` are the ranges that this frame sent.
pub(crate) fn map(vertices: &impl Vertices, uploads: &[Range<usize>], width: u32) -> Picture {
    let mut picture = Picture::new(width, HEIGHT, PAPER);
    let bar = 0..HEIGHT - 5;
    picture.fill(0..width, bar.clone(), EMPTY);
    for (i, (_, range, layout)) in vertices.blocks().enumerate() {
        // Neighbours differ a little, so that each block can be told from the next.
        let shade = if i % 2 == 0 { 1.0 } else { 0.86 };
        picture.fill(
            columns(&range, width),
            bar.clone(),
            lighten(colour(layout), shade),
        );
    }
    for range in uploads {
        picture.fill(columns(range, width), HEIGHT - 4..HEIGHT - 1, UPLOAD);
    }
    picture
}

/// The columns of pixels that stand for a range of bytes.
fn columns(bytes: &Range<usize>, width: u32) -> Range<u32> {
    let column = |byte: usize| u32::try_from(byte * width as usize / CAPACITY).unwrap_or(width);
    column(bytes.start)..column(bytes.end)
}
