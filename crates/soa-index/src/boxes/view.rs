//! The answers of an index of boxes.

use core::marker::PhantomData;

use soa_runtime::generic::TrackedRecord;

use super::iter::{BoxIds, BoxPairs, RayHits};
use super::ray::Hits;
use super::stored::Stored;

/// The answers of a [`Boxes`](crate::Boxes) about the hub at one moment.
///
/// # Examples
///
/// ```
/// use soa_index::{Boxes, BoxesView};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
///
/// fn is_free(boxes: BoxesView<'_, '_, Unit, 2>, at: [f32; 2]) -> bool {
///     boxes.containing(at).len() == 0
/// }
///
/// let units: UnitHub = [[[0.0, 0.0], [2.0, 1.0]]].map(|bounds| Unit { bounds }).into_iter().collect();
/// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
/// let view = boxes.at(&units);
/// assert!(is_free(view, [3.0, 0.0]) && !is_free(view, [2.0, 0.0]));
/// ```
#[must_use = "a view only answers questions"]
pub struct BoxesView<'i, 'h, T: TrackedRecord + 'static, const D: usize> {
    stored: &'i Stored<T::Id, D>,
    hub: PhantomData<&'h ()>,
}

impl<'i, 'h, T: TrackedRecord + 'static, const D: usize> BoxesView<'i, 'h, T, D> {
    pub(super) fn new(stored: &'i Stored<T::Id, D>) -> Self {
        let hub = PhantomData;
        BoxesView { stored, hub }
    }

    /// Iterates over the rows whose boxes overlap the one between two corners, in ascending order of
    /// their slots. Boxes that only touch it count.
    ///
    /// Corners may be infinite. If a coordinate is NaN, or is larger in `min` than in `max`, no row is
    /// found.
    ///
    /// All rows are found by this call. It costs O(log(rows)) if few boxes are there, and for each row that
    /// is found at most what sorting costs.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([0.0, 2.0, 5.0].map(|x| Unit { bounds: [[x, 0.0], [x + 2.0, 1.0]] }));
    /// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
    /// let view = boxes.at(&units);
    /// assert!(view.overlapping([1.0, 0.5], [4.0, 0.5]).eq([ids[0], ids[1]]));
    /// assert!(view.overlapping([4.0, 1.0], [f32::INFINITY; 2]).eq([ids[1], ids[2]]));
    /// ```
    pub fn overlapping(self, min: [f32; D], max: [f32; D]) -> BoxIds<'h, T> {
        BoxIds::new(self.stored.overlapping(min, max))
    }

    /// Iterates over the rows whose boxes contain a point, borders included, in ascending order of their
    /// slots. A point that is not finite is in no box.
    ///
    /// It costs as much as [`overlapping`](Self::overlapping).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([0.0, 2.0].map(|x| Unit { bounds: [[x, 0.0], [x + 2.0, 1.0]] }));
    /// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
    /// assert!(boxes.at(&units).containing([2.0, 1.0]).eq(ids));
    /// ```
    pub fn containing(self, point: [f32; D]) -> BoxIds<'h, T> {
        self.overlapping(point, point)
    }

    /// Iterates over the rows whose boxes are entirely outside of no plane, in ascending order of
    /// their slots. The inside of a plane `(normal, d)` is where `normal . p + d >= 0`, computed in
    /// `f64`. A box is found if it has a corner there for each plane.
    ///
    /// With the six planes of a camera it finds what can be visible. At the edges of what the camera
    /// sees, it can find a box that is outside of two planes together, but of neither of them.
    ///
    /// With a plane that has NaN nothing is found. Without planes all boxes are found.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([0.0, 2.0, 5.0].map(|x| Unit { bounds: [[x, 0.0], [x + 2.0, 1.0]] }));
    /// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
    /// let planes = [([1.0, 0.0], -3.0), ([-1.0, 0.0], 4.0)]; // 3 <= x and x <= 4
    /// assert!(boxes.at(&units).inside_planes(&planes).eq([ids[1]]));
    /// ```
    pub fn inside_planes(self, planes: &[([f32; D], f32)]) -> BoxIds<'h, T> {
        BoxIds::new(self.stored.in_front(planes))
    }

    /// Iterates over the rows whose boxes a ray enters, with the distance at which it enters them. They
    /// are ordered by this distance, computed in `f64`, and then by slot.
    ///
    /// The ray is at `origin + t * direction`, where `t` is at least 0 and at most `max`. The
    /// distances are values of `t`, so they count in lengths of `direction`. A ray that starts in a box
    /// enters it at 0. Borders count. If `direction` is zero, the ray is a point. A distance that no `f32`
    /// can have is infinite.
    ///
    /// If an origin or a direction is not finite, or if `max` is negative or NaN, no row is found.
    ///
    /// Rows are looked for while they are asked for. The first ones cost O(log(rows)) if few boxes are on the
    /// way.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([0.0, 6.0, 3.0].map(|x| Unit { bounds: [[x, 0.0], [x + 2.0, 1.0]] }));
    /// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
    /// let view = boxes.at(&units);
    /// let hits = view.ray([1.0, 0.5], [1.0, 0.0], f32::INFINITY);
    /// assert!(hits.eq([(ids[0], 0.0), (ids[2], 2.0), (ids[1], 5.0)]));
    ///
    /// let nearest = view.ray([9.0, 0.5], [-2.0, 0.0], 1.0).next();
    /// assert_eq!(nearest, Some((ids[1], 0.5)));
    /// ```
    pub fn ray(self, origin: [f32; D], direction: [f32; D], max: f32) -> RayHits<'i, 'h, T, D> {
        RayHits::new(
            self.stored,
            Hits::new(self.stored.tree(), origin, direction, max),
        )
    }

    /// Iterates over the pairs of rows whose boxes overlap: the row in the lower slot first, in ascending
    /// order of its slot, and then of the slot of the other one. Boxes that only touch count.
    ///
    /// All pairs are found by this call. It takes 8 bytes for each of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([4.0, 0.0, 2.0].map(|x| Unit { bounds: [[x, 0.0], [x + 2.0, 1.0]] }));
    /// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
    /// assert!(boxes.at(&units).pairs().eq([(ids[0], ids[2]), (ids[1], ids[2])]));
    /// ```
    pub fn pairs(self) -> BoxPairs<'i, 'h, T, D> {
        BoxPairs::new(self.stored, self.stored.tree().pairs())
    }

    /// Iterates over the rows whose boxes have no place, in ascending order of their slots: a
    /// coordinate is not finite, or is larger in the lowest corner than in the highest. No other answer
    /// has them. O(1) if there is no such row, and O(slots) otherwise.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([-1.0, 0.0, f32::NAN].map(|x| Unit { bounds: [[0.0; 2], [x; 2]] }));
    /// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
    /// let view = boxes.at(&units);
    /// assert!(view.unplaced().eq([ids[0], ids[2]]));
    /// assert!(view.overlapping([f32::NEG_INFINITY; 2], [f32::INFINITY; 2]).eq([ids[1]]));
    /// ```
    pub fn unplaced(self) -> BoxIds<'h, T> {
        BoxIds::new(self.stored.unplaced())
    }
}

view! {
    ['i, 'h, T: TrackedRecord + 'static, const D: usize] BoxesView<'i, 'h, T, D>; "BoxesView"
}
