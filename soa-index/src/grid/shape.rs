//! The parts of space that a grid is asked about.

use super::cell::{CellBlock, CellSize, is_finite};

/// A part of space.
pub(super) trait Shape<const D: usize>: Copy {
    /// Returns whether the place is in this part of space, for which it has to be finite.
    fn contains(&self, place: &[f32; D]) -> bool;
}

/// All places within a distance of a point. The computation is in `f64`, where no square of an
/// `f32` overflows or vanishes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ball<const D: usize> {
    point: [f64; D],
    square: f64,
}

impl<const D: usize> Ball<D> {
    pub(super) fn new(point: [f32; D], radius: f64) -> Self {
        Ball {
            point: point.map(f64::from),
            square: radius * radius,
        }
    }

    /// Returns the square of the distance between the point and a place, which is NaN if a
    /// coordinate of the place is.
    #[inline]
    pub(super) fn square_to(&self, place: &[f32; D]) -> f64 {
        let mut square = 0.0;
        for (x, y) in self.point.iter().zip(place) {
            let along = x - f64::from(*y);
            square += along * along;
        }
        square
    }
}

impl<const D: usize> Shape<D> for Ball<D> {
    #[inline]
    fn contains(&self, place: &[f32; D]) -> bool {
        self.square_to(place) <= self.square
    }
}

/// Returns the cells that have all places within a distance of a point, or none if the point is
/// not finite, or the radius is negative or NaN.
pub(super) fn cells_within<const D: usize>(
    size: CellSize,
    point: &[f32; D],
    radius: f64,
) -> CellBlock<D> {
    if !is_finite(point) || radius.is_nan() || radius < 0.0 {
        return CellBlock::EMPTY;
    }
    // Squares and differences are rounded, so that a place at the border can be a little further
    // away along an axis.
    let radius = radius * (1.0 + 4.0 * f64::EPSILON);
    CellBlock {
        first: size.corner(&point.map(|x| round_down(f64::from(x) - radius))),
        last: size.corner(&point.map(|x| -round_down(-f64::from(x) - radius))),
    }
}

/// Returns an `f32` that is at most `x`, and hardly less. `x` is at most `f32::MAX`.
fn round_down(x: f64) -> f32 {
    let lower = x - x.abs() * f64::from(f32::EPSILON) - f64::from(f32::from_bits(1));
    #[expect(
        clippy::cast_possible_truncation,
        reason = "half a step is added at most, after more was subtracted"
    )]
    let rounded = lower as f32;
    rounded
}

/// All places between two corners, borders included.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block<const D: usize> {
    min: [f32; D],
    max: [f32; D],
}

impl<const D: usize> Block<D> {
    pub(super) fn new(min: [f32; D], max: [f32; D]) -> Self {
        Block { min, max }
    }
}

impl<const D: usize> Shape<D> for Block<D> {
    #[inline]
    fn contains(&self, place: &[f32; D]) -> bool {
        (0..D).all(|axis| (self.min[axis]..=self.max[axis]).contains(&place[axis]))
    }
}

/// Returns the cells that have all places between two corners, or none if there is no place
/// between them.
pub(super) fn cells_between<const D: usize>(
    size: CellSize,
    min: &[f32; D],
    max: &[f32; D],
) -> CellBlock<D> {
    // A NaN is in no order.
    if !(0..D).all(|axis| min[axis] <= max[axis]) {
        return CellBlock::EMPTY;
    }
    CellBlock {
        first: size.corner(min),
        last: size.corner(max),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rounded_down_is_never_above() {
        for x in [
            0.0,
            1e-300,
            1e-45,
            0.1,
            1.0,
            16_777_217.0,
            1e38,
            f64::from(f32::MAX),
        ] {
            for x in [x, -x, -1e300, f64::NEG_INFINITY] {
                assert!(f64::from(round_down(x)) <= x, "{x}");
            }
        }
    }

    #[test]
    fn the_cells_of_a_ball_have_every_place_of_it() {
        let values = [0.0, 1e-45, 1e-20, 0.1, 0.3, 1.0, 7.5, 1e7, 1e30, f32::MAX];
        for size in [1e-45, 0.1, 1.0, 1e20, f32::MAX].map(CellSize::new) {
            for (point, place) in values.iter().flat_map(|x| values.map(|y| (*x, -y))) {
                let distance = f64::from(point) - f64::from(place);
                let cells = cells_within(size, &[point, 0.0], distance);
                assert!(Ball::new([point, 0.0], distance).contains(&[place, 0.0]));
                let [x, y] = size.corner(&[place, 0.0]);
                assert!(cells.first[0] <= x && x <= cells.last[0], "{point} {place}");
                assert!(cells.first[1] <= y && y <= cells.last[1]);
            }
        }
    }
}
