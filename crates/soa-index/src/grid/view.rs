//! The answers of an index of places.

use core::marker::PhantomData;

use soa_runtime::generic::TrackedRecord;

use super::iter::{Inside, Nearest, Unplaced, Within};
use super::placed::Placed;
use super::shape::{Ball, Block, cells_between, cells_within};

/// The answers of a [`Grid`](crate::Grid) about the hub at one moment.
///
/// # Examples
///
/// ```
/// use soa_index::{Grid, GridView};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
///
/// fn is_alone(near: GridView<'_, '_, Unit, 2>, at: [f32; 2]) -> bool {
///     near.within(at, 10.0).count() <= 1
/// }
///
/// let units: UnitHub = [0.0, 50.0, 51.0].map(|x| Unit { pos: [x, 0.0] }).into_iter().collect();
/// let mut near = Grid::<Unit, 2>::new(10.0, |units| units.pos);
/// let view = near.at(&units);
/// assert!(is_alone(view, [0.0, 0.0]) && !is_alone(view, [50.0, 0.0]));
/// ```
#[must_use = "a view only answers questions"]
pub struct GridView<'i, 'h, T: TrackedRecord + 'static, const D: usize> {
    placed: &'i Placed<T::Id, D>,
    hub: PhantomData<&'h ()>,
}

impl<'i, 'h, T: TrackedRecord + 'static, const D: usize> GridView<'i, 'h, T, D> {
    pub(super) fn new(placed: &'i Placed<T::Id, D>) -> Self {
        let hub = PhantomData;
        GridView { placed, hub }
    }

    /// Iterates over the rows within a distance of a point: those for which `d^2 <= r^2`, computed
    /// in `f64`.
    ///
    /// The rows are sorted by cell, `(p / cell).floor()` with the last coordinate slowest, and then
    /// by slot. A point that is not finite and a radius that is negative or NaN find nothing.
    /// An infinite radius finds all rows whose places are finite.
    ///
    /// O(1) for each row of cells around the point and for each row of the hub in these cells.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([[3.0, 4.0], [0.0, 1.0], [3.0, 4.1]].map(|pos| Unit { pos }));
    /// let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
    /// let view = near.at(&units);
    /// assert!(view.within([0.0, 0.0], 5.0).eq([ids[1], ids[0]])); // by cell
    /// assert_eq!(view.within([0.0, 0.0], -5.0).next(), None);
    /// ```
    #[inline]
    pub fn within(self, point: [f32; D], radius: f32) -> Within<'i, 'h, T, D> {
        let radius = f64::from(radius);
        let cells = cells_within(self.placed.size(), &point, radius);
        Within::new(self.placed.walk(&cells, Ball::new(point, radius)))
    }

    /// Iterates over the rows between two corners, borders included.
    ///
    /// The rows are in the order of [`within`](Self::within). Corners may be infinite. If a
    /// coordinate is NaN, or is larger in `min` than in `max`, no row is between them.
    ///
    /// O(1) for each row of cells between the corners and for each row of the hub in these cells.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([[0.0, 0.0], [1.0, 2.0], [1.0, 2.1]].map(|pos| Unit { pos }));
    /// let mut near = Grid::<Unit, 2>::new(8.0, |units| units.pos);
    /// let view = near.at(&units);
    /// assert!(view.inside([0.0, 0.0], [1.0, 2.0]).eq([ids[0], ids[1]]));
    /// assert!(view.inside([0.5, f32::NEG_INFINITY], [f32::INFINITY; 2]).eq([ids[1], ids[2]]));
    /// ```
    #[inline]
    pub fn inside(self, min: [f32; D], max: [f32; D]) -> Inside<'i, 'h, T, D> {
        let cells = cells_between(self.placed.size(), &min, &max);
        Inside::new(self.placed.walk(&cells, Block::new(min, max)))
    }

    /// Returns the row that is nearest to a point, with its distance. Of several rows at the same
    /// distance, it is the one in the lowest slot.
    ///
    /// Returns `None` if there is no row, or if the point is not finite. A distance that no `f32`
    /// can have is infinite.
    ///
    /// Looks at the cells around the point first, and then at larger and larger parts of space.
    /// It visits no more cells than there are between the rows, however far away the point is.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([[3.0, 4.0], [1e30, 0.0]].map(|pos| Unit { pos }));
    /// let mut near = Grid::<Unit, 2>::new(1.0, |units| units.pos);
    /// assert_eq!(near.at(&units).nearest([0.0, 0.0]), Some((ids[0], 5.0)));
    /// assert_eq!(near.at(&units).nearest([f32::NAN, 0.0]), None);
    /// ```
    #[must_use]
    pub fn nearest(self, point: [f32; D]) -> Option<(T::Id, f32)> {
        self.placed.nearest(point)
    }

    /// Iterates over up to `n` rows that are nearest to a point, with their distances: by distance,
    /// and then by slot.
    ///
    /// All of them are found by this call. It costs as much as [`nearest`](Self::nearest), and
    /// O(log(n)) for each row that is looked at. It takes 16 bytes for each row that is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([[9.0, 0.0], [3.0, 4.0], [-1.0, 0.0]].map(|pos| Unit { pos }));
    /// let mut near = Grid::<Unit, 2>::new(1.0, |units| units.pos);
    /// let view = near.at(&units);
    /// assert!(view.nearest_n([0.0, 0.0], 2).eq([(ids[2], 1.0), (ids[1], 5.0)]));
    /// assert_eq!(view.nearest_n([0.0, 0.0], 10).len(), 3);
    /// ```
    pub fn nearest_n(self, point: [f32; D], n: usize) -> Nearest<'h, T> {
        Nearest::new(self.placed.nearest_n(point, n))
    }

    /// Returns the place of a row at the moment of the view, or `None` if the id was not live. O(1).
    ///
    /// It is the index's own copy, for the time in which the columns are written.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let unit = units.insert(Unit { pos: [3.0, 4.0] });
    /// let mut near = Grid::<Unit, 2>::new(1.0, |units| units.pos);
    /// let (view, mut columns) = near.beside(&mut units);
    /// columns.pos[unit] = [5.0, 5.0];
    /// assert_eq!(view.place(unit), Some([3.0, 4.0]));
    /// assert_eq!(view.place(UnitId::DANGLING), None);
    /// ```
    #[must_use]
    pub fn place(self, id: T::Id) -> Option<[f32; D]> {
        self.placed.place(id)
    }

    /// Iterates over the rows whose places are not finite, in ascending order of their slots. No
    /// other answer has them. O(1), and O(1) for each of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([[0.0, f32::NAN], [0.0, 0.0]].map(|pos| Unit { pos }));
    /// let mut near = Grid::<Unit, 2>::new(1.0, |units| units.pos);
    /// let view = near.at(&units);
    /// assert!(view.unplaced().eq([ids[0]]));
    /// assert!(view.within([0.0, 0.0], f32::INFINITY).eq([ids[1]]));
    /// ```
    pub fn unplaced(self) -> Unplaced<'i, 'h, T, D> {
        Unplaced::new(self.placed.strays())
    }
}

view! {
    ['i, 'h, T: TrackedRecord + 'static, const D: usize] GridView<'i, 'h, T, D>; "GridView"
}
