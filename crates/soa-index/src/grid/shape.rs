//! The parts of space that a grid is asked about.

use super::cell::{CellBlock, CellSize, is_finite};

/// A part of space.
pub(super) trait Shape<const D: usize>: Copy {
    /// Returns whether the place is in this part of space, for which it has to be finite.
    fn contains(&self, place: &[f32; D]) -> bool;

    /// Returns whether the place may be in this part of space, without a branch.
    fn may_contain(&self, place: &[f32; D]) -> bool;
}

/// All places within a distance of a point. What counts is the distance in `f64`, where no square
/// of an `f32` overflows or vanishes. It is computed for the few places near the border; of the
/// others an estimate in `f32` shows on which side they are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ball<const D: usize> {
    point: [f32; D],
    radius: f64,
    /// Places with a lower estimate are inside.
    surely: f32,
    /// Places with a higher estimate are outside.
    hardly: f32,
}

impl<const D: usize> Ball<D> {
    #[inline]
    pub(super) fn new(point: [f32; D], radius: f64) -> Self {
        /// Several times what rounding changes a sum of squares by, relative to it.
        const ERROR: f64 = 1e-6;
        /// Several times what it changes numbers close to zero by.
        const LEAST: f64 = 1e-43;

        let square = radius * radius;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is rounded by less than the error that is allowed for"
        )]
        let [surely, hardly] = [
            square * (1.0 - ERROR) - LEAST,
            square * (1.0 + ERROR) + LEAST,
        ]
        .map(|limit| limit as f32);
        Ball {
            point,
            radius,
            surely: surely.min(f32::MAX),
            hardly,
        }
    }

    /// Returns the square of the distance between the point and a place, which is NaN if a
    /// coordinate of the place is.
    #[inline]
    pub(super) fn square_to(&self, place: &[f32; D]) -> f64 {
        let mut square = 0.0;
        for (x, y) in self.point.iter().zip(place) {
            let along = f64::from(*x) - f64::from(*y);
            square += along * along;
        }
        square
    }

    /// Returns about the square of the distance between the point and a place.
    #[inline]
    fn estimate(&self, place: &[f32; D]) -> f32 {
        let mut square = 0.0;
        for (x, y) in self.point.iter().zip(place) {
            square += (x - y) * (x - y);
        }
        square
    }

    /// Returns whether a place near the border is inside.
    #[cold]
    fn measure(self, place: [f32; D]) -> bool {
        self.square_to(&place) <= self.radius * self.radius
    }
}

impl<const D: usize> Shape<D> for Ball<D> {
    #[inline]
    fn contains(&self, place: &[f32; D]) -> bool {
        let estimate = self.estimate(place);
        if estimate > self.hardly {
            false
        } else if estimate < self.surely {
            true
        } else {
            self.measure(*place)
        }
    }

    #[inline]
    fn may_contain(&self, place: &[f32; D]) -> bool {
        self.estimate(place) <= self.hardly
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
    let size = x.max(-x);
    let lower = x - size * f64::from(f32::EPSILON) - f64::from(f32::from_bits(1));
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
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "a branch for each bound is slower"
    )]
    fn contains(&self, place: &[f32; D]) -> bool {
        let bounds = self.min.iter().zip(&self.max);
        let inside = (place.iter().zip(bounds)).map(|(x, (min, max))| (min <= x) & (x <= max));
        inside.fold(true, |all, inside| all & inside)
    }

    #[inline]
    fn may_contain(&self, place: &[f32; D]) -> bool {
        self.contains(place)
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

    /// Sizes at which an estimate is rounded, overflows, or vanishes.
    const SCALES: [f32; 7] = [1e-45, 1e-38, 1e-22, 1e-3, 1.0, 1e19, 3e38];

    #[test]
    fn an_estimate_never_contradicts_the_distance() {
        let steps = [0.0, 0.25, 0.999_999_9, 1.0, 1.000_000_1, 1.1];
        for scale in SCALES {
            for (x, y) in steps
                .iter()
                .flat_map(|x| steps.map(|y| (x * scale, y * scale)))
            {
                for radius in SCALES.map(f64::from) {
                    let ball = Ball::new([-x, 0.0], radius);
                    let square = ball.square_to(&[x, y]);
                    assert_eq!(
                        ball.contains(&[x, y]),
                        square <= radius * radius,
                        "{x} {y} {radius}"
                    );
                    let exact = Ball::new([-x, 0.0], libm::sqrt(square));
                    let limit = exact.radius * exact.radius;
                    assert_eq!(exact.contains(&[x, y]), square <= limit, "{x} {y}");
                }
                assert!(Ball::new([-x, 0.0], f64::INFINITY).contains(&[x, y]));
                assert!(!Ball::new([-x, 0.0], f64::INFINITY).contains(&[f32::NAN, y]));
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
