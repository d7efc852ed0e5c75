//! Draws rectangles and other pictures into a picture.

use std::ops::Range;

use example_gpu::Picture;

use crate::layout::Colour;

/// Fills the part of a rectangle that is inside the picture.
pub(crate) fn fill(picture: &mut Picture, columns: Range<u32>, rows: Range<u32>, colour: Colour) {
    let [width, height] = picture.size();
    for y in rows.start..rows.end.min(height) {
        for x in columns.start..columns.end.min(width) {
            let at = picture.index(x, y);
            picture.pixels_mut()[at] = colour;
        }
    }
}

/// Draws `other` with its top left corner at (x, y). Cuts off what does not fit.
pub(crate) fn paste(picture: &mut Picture, other: &Picture, x: u32, y: u32) {
    let ([width, height], [columns, rows]) = (picture.size(), other.size());
    for row in 0..rows.min(height.saturating_sub(y)) {
        for column in 0..columns.min(width.saturating_sub(x)) {
            let at = picture.index(x + column, y + row);
            picture.pixels_mut()[at] = other.pixels()[other.index(column, row)];
        }
    }
}
