//! Where the window of a grid lies, and the numbers of its cells.

use alloc::vec::Vec;

use super::cell::{CellBlock, CellSize, is_finite};

/// A block of cells, numbered in their order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<const D: usize> {
    /// The coordinates of the first cell.
    origin: [f32; D],
    /// The number of cells in each direction. If one is 0, all are.
    extent: [f32; D],
}

/// A window has no cell as far from the origin as this, so that the difference between the
/// coordinates of two of its cells is exact.
const FURTHEST: f32 = 4_194_304.0; // 2^22

/// The number of places that are looked at to find a part of space that has most of them.
const SAMPLES: usize = 512;

impl<const D: usize> Frame<D> {
    /// A frame without cells.
    pub(super) const EMPTY: Self = Frame {
        origin: [0.0; D],
        extent: [0.0; D],
    };

    /// Returns a frame around these places, or around most of them if they lie so far apart that
    /// most cells would be empty.
    pub(super) fn around<I>(size: CellSize, rows: &[(I, [f32; D])]) -> Self {
        let [mut min, mut max] = [[f32::INFINITY; D], [f32::NEG_INFINITY; D]];
        for (_, place) in rows {
            if is_finite(place) {
                for axis in 0..D {
                    min[axis] = min[axis].min(place[axis]);
                    max[axis] = max[axis].max(place[axis]);
                }
            }
        }
        Self::between(size, min, max, rows.len())
            .or_else(|| Self::around_most(size, rows))
            .unwrap_or(Self::EMPTY)
    }

    /// Returns a frame around half of the places along each axis or more.
    fn around_most<I>(size: CellSize, rows: &[(I, [f32; D])]) -> Option<Self> {
        let mut axes = [const { Vec::new() }; D];
        for (_, place) in rows.iter().step_by(rows.len() / SAMPLES + 1) {
            if is_finite(place) {
                axes.iter_mut()
                    .zip(place)
                    .for_each(|(axis, x)| axis.push(*x));
            }
        }
        for axis in &mut axes {
            axis.sort_unstable_by(f32::total_cmp);
        }
        let samples = axes[0].len();
        [64, 16, 8, 4].into_iter().find_map(|part| {
            let left_out = samples / part + 1;
            let last = samples.checked_sub(left_out + 1)?;
            let ends = |at: usize| core::array::from_fn(|axis| axes[axis][at]);
            (left_out <= last)
                .then(|| Self::between(size, ends(left_out), ends(last), rows.len()))
                .flatten()
        })
    }

    /// Returns the frame with all cells between two places, unless it is too large for that number of
    /// rows.
    fn between(size: CellSize, min: [f32; D], max: [f32; D], rows: usize) -> Option<Self> {
        let (origin, last) = (size.corner(&min), size.corner(&max));
        let near = |x: &f32| (-FURTHEST..FURTHEST).contains(x);
        if !origin.iter().chain(&last).all(near) {
            return None;
        }
        let extent: [f32; D] = core::array::from_fn(|axis| last[axis] - origin[axis] + 1.0);
        let cells: f64 = extent.iter().map(|cells| f64::from(*cells)).product();
        #[expect(clippy::cast_precision_loss, reason = "it is a rough limit")]
        let most = (rows as f64 * 8.0 + 1024.0).min(f64::from(u32::MAX - 1));
        (cells <= most).then_some(Frame { origin, extent })
    }

    /// Returns the number of cells.
    pub(super) fn len(&self) -> usize {
        self.extent.iter().map(|cells| whole(*cells)).product()
    }

    /// Returns the number of the cell with these coordinates, unless it is outside or NaN.
    #[inline]
    pub(super) fn number_of(&self, corner: &[f32; D]) -> Option<usize> {
        let mut number = 0;
        for axis in (0..D).rev() {
            let along = corner[axis] - self.origin[axis];
            if !(0.0..self.extent[axis]).contains(&along) {
                return None;
            }
            number = number * whole(self.extent[axis]) + whole(along);
        }
        Some(number)
    }

    /// Returns whether the frame has all cells of a block.
    #[inline]
    pub(super) fn covers(&self, block: &CellBlock<D>) -> bool {
        (0..D).all(|axis| {
            let end = self.origin[axis] + self.extent[axis];
            block.first[axis] >= self.origin[axis] && block.last[axis] < end
        })
    }

    /// Returns the rows of cells that are in the frame and in the block.
    #[inline]
    pub(super) fn rows_in(&self, block: &CellBlock<D>) -> CellRows<D> {
        let mut rows = CellRows {
            first: [0; D],
            end: [0; D],
            at: [0; D],
            extent: self.extent.map(whole),
        };
        for axis in 0..D {
            let clipped = |x: f32| whole(x.clamp(0.0, self.extent[axis]));
            rows.first[axis] = clipped(block.first[axis] - self.origin[axis]);
            rows.end[axis] = clipped(block.last[axis] - self.origin[axis] + 1.0);
        }
        rows.at = rows.first;
        if (0..D).any(|axis| rows.first[axis] >= rows.end[axis]) {
            rows.at[D - 1] = rows.end[D - 1];
        }
        rows
    }
}

/// Returns a small whole number as what counts cells.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is a whole number between 0 and 2^23"
)]
fn whole(x: f32) -> usize {
    x as u32 as usize
}

/// Ranges of cells that differ only in their first coordinate, in the order of the cells.
#[derive(Debug, Clone)]
pub(super) struct CellRows<const D: usize> {
    first: [usize; D],
    end: [usize; D],
    /// The next row, in all coordinates but the first one.
    at: [usize; D],
    extent: [usize; D],
}

impl<const D: usize> CellRows<D> {
    /// Returns the numbers of the first cell of the next row, and of the cell that follows its
    /// last.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(usize, usize)> {
        if self.at[D - 1] >= self.end[D - 1] {
            return None;
        }
        let mut row = 0;
        for axis in (1..D).rev() {
            row = row * self.extent[axis] + self.at[axis];
        }
        row *= self.extent[0];
        for axis in 1..D {
            self.at[axis] += 1;
            if self.at[axis] < self.end[axis] || axis == D - 1 {
                break;
            }
            self.at[axis] = self.first[axis];
        }
        Some((row + self.first[0], row + self.end[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(places: &[[f32; 2]]) -> Frame<2> {
        let rows: Vec<_> = places.iter().map(|place| ((), *place)).collect();
        Frame::around(CellSize::new(1.0), &rows)
    }

    #[test]
    fn a_frame_has_the_cells_of_all_places() {
        let frame = frame(&[[-1.5, 2.0], [1.5, 3.5], [f32::NAN, 1000.0]]);
        assert_eq!(frame.len(), 8);
        assert_eq!(frame.number_of(&[-2.0, 2.0]), Some(0));
        assert_eq!(frame.number_of(&[1.0, 2.0]), Some(3));
        assert_eq!(frame.number_of(&[-2.0, 3.0]), Some(4));
        for outside in [
            [2.0, 2.0],
            [-3.0, 2.0],
            [0.0, 4.0],
            [f32::INFINITY, 2.0],
            [f32::NAN; 2],
        ] {
            assert_eq!(frame.number_of(&outside), None);
        }
    }

    #[test]
    fn one_place_far_away_is_left_out() {
        let mut places: Vec<_> = (0_u8..100).map(|x| [f32::from(x), 0.5]).collect();
        places.push([1e30, 1e30]);
        let frame = frame(&places);
        let inside = places
            .iter()
            .filter(|[x, _]| frame.number_of(&[*x, 0.0]).is_some());
        assert!(inside.count() > 90);
    }

    #[test]
    fn a_frame_without_places_has_no_cells() {
        for places in [&[][..], &[[f32::NAN, 0.0]], &[[1e30, 1e30]]] {
            let frame = frame(places);
            assert_eq!((frame.len(), frame.number_of(&[0.0, 0.0])), (0, None));
            let all = CellBlock {
                first: [f32::NEG_INFINITY; 2],
                last: [f32::INFINITY; 2],
            };
            assert_eq!(frame.rows_in(&all).next(), None);
        }
    }

    #[test]
    fn rows_of_cells_are_clipped_and_in_order() {
        let rows = [((), [0.0, 0.0, 0.0]), ((), [3.0, 2.0, 1.0])];
        let frame = Frame::around(CellSize::new(1.0), &rows);
        let rows = |first, last| {
            let mut rows = frame.rows_in(&CellBlock { first, last });
            core::iter::from_fn(move || rows.next()).collect::<Vec<_>>()
        };
        assert_eq!(
            rows([1.0, 1.0, 0.0], [2.0, 9.0, 9.0]),
            [(5, 7), (9, 11), (17, 19), (21, 23)]
        );
        assert_eq!(rows([f32::NEG_INFINITY; 3], [0.0; 3]), [(0, 1)]);
        assert_eq!(rows([2.0; 3], [1.0; 3]), []);
        assert_eq!(rows([4.0, 0.0, 0.0], [9.0, 0.0, 0.0]), []);
        assert_eq!(rows([-9.0, 0.0, 0.0], [-1.0, 0.0, 0.0]), []);
    }
}
