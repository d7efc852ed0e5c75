//! Draws the vertex buffer: its blocks from left to right, and the uploads below them.

use std::ops::Range;

use example_gpu::{Layout, Picture};
use soa_runtime::packed::PackedBuffer;

use crate::scene::CAPACITY;

/// The height of a map in pixels.
const HEIGHT: u32 = 20;

const PAPER: [u8; 4] = [244, 241, 234, 255];
const EMPTY: [u8; 4] = [220, 216, 206, 255];
const UPLOAD: [u8; 4] = [34, 43, 51, 255];

/// Returns the colour of a layout. Adjacent blocks differ a little, so that their borders are visible.
const fn colour(layout: Layout, number: usize) -> [u8; 4] {
    let alternate = if number.is_multiple_of(2) { 0 } else { 32 };
    match layout {
        Layout::Plain => [63, 155 - alternate, 191, 255],
        Layout::Smooth => [99, 160 - alternate, 90, 255],
        Layout::Painted => [224, 154 - alternate, 62, 255],
        Layout::Textured => [196, 78 - alternate, 68, 255],
    }
}

/// Draws the current blocks, and the ranges that this frame uploaded.
pub(crate) fn map(
    vertices: &PackedBuffer<Layout>,
    uploads: &[Range<usize>],
    width: u32,
) -> Picture {
    let mut map = Picture::new([width, HEIGHT], PAPER);
    let bar = 0..HEIGHT - 5;
    fill(&mut map, &(0..CAPACITY), bar.clone(), EMPTY);
    for (number, (_, block)) in vertices.iter().enumerate() {
        let bytes = block.offset()..block.offset() + block.len();
        fill(&mut map, &bytes, bar.clone(), colour(*block.meta(), number));
    }
    for bytes in uploads {
        fill(&mut map, bytes, HEIGHT - 4..HEIGHT - 1, UPLOAD);
    }
    map
}

/// Fills the columns of pixels that represent a range of bytes.
fn fill(map: &mut Picture, bytes: &Range<usize>, rows: Range<u32>, colour: [u8; 4]) {
    let width = map.size()[0] as usize;
    for row in rows {
        let left = map.index(0, row);
        let columns = bytes.start * width / CAPACITY..bytes.end * width / CAPACITY;
        map.pixels_mut()[left + columns.start..left + columns.end].fill(colour);
    }
}
