//! Rows found by their place in space.

mod cell;
mod found;
mod frame;
mod iter;
mod nearest;
mod placed;
mod shape;
mod strays;
#[cfg(test)]
mod tests;
mod view;
mod window;

pub use iter::{Inside, Nearest, Unplaced, Within};
pub use view::GridView;

use alloc::boxed::Box;

use soa_runtime::generic::{LentColumns, TrackedRecord};
use soa_runtime::{ColumnsMut, Hub, TrackedColumn};

use crate::follow::Follower;
use crate::keys::Keys;
use cell::CellSize;
use placed::Placed;

/// An index of rows by their place in 2 or 3 dimensions.
///
/// Space is divided into cells, which are squares or cubes. Questions are answered fastest if the
/// size of a cell is about the radius that you ask for most. All answers are right for any size.
///
/// The index copies the place and the id of each row, sorted by cell. It takes about 50 bytes for
/// each row in two dimensions, and 4 bytes for each cell between the rows. A row that moves within
/// its cell costs O(1). A row that enters another cell costs O(log(n)), where n is the number of
/// rows that did so recently. If many rows move, all are sorted again by counting, in O(rows).
/// Rows far away from most others are in an ordered map, so they make no cell larger. A question
/// whose area goes past the cells of the other rows searches this map, too: at the border, one row that
/// is parked far away made answers 8 to 10 times slower. Leave such rows out of the index by a place
/// that is not finite (NaN). A question reads all rows of the cells that it touches, so many rows at
/// one place take time in each question beside them.
///
/// # Examples
///
/// ```
/// use soa_index::Grid;
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Unit { #[soa(tracked)] pos: [f32; 2], hp: u32 }
///
/// let mut units = UnitHub::new();
/// let ids = units.insert_many([[0.0, 0.0], [3.0, 4.0], [9.0, 9.0]].map(|pos| Unit { pos, hp: 10 }));
/// units.advance();
///
/// let mut near = Grid::<Unit, 2>::new(5.0, |units| units.pos);
/// let view = near.at(&units);
/// assert!(view.within([0.0, 0.0], 5.0).eq([ids[0], ids[1]]));
/// assert!(view.inside([3.0, 4.0], [9.0, 9.0]).eq([ids[1], ids[2]]));
/// assert_eq!(view.nearest([8.0, 9.0]), Some((ids[2], 1.0)));
/// ```
///
/// A grid has two or three dimensions, and others do not compile:
///
/// ```compile_fail,E0080
/// # use soa_index::Grid;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] pos: [f32; 4] }
/// let near = Grid::<Unit, 4>::new(5.0, |units| units.pos);
/// ```
pub struct Grid<T: TrackedRecord + 'static, const D: usize> {
    follower: Follower<T, [f32; D], Placed<T::Id, D>>,
}

picks! {
    [T: TrackedRecord + 'static, const D: usize] Grid<T, D>, [f32; D], (cell: f32);

    /// Creates an index of the places in a column, with cells of a size.
    ///
    /// The column must be `tracked`. Nothing is read before [`at`](Self::at).
    ///
    /// # Panics
    ///
    /// Panics if `cell` is not finite and above 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 3] }
    ///
    /// let mut near = Grid::<Unit, 3>::new(2.0, |units| units.pos);
    /// assert_eq!(near.at(&UnitHub::new()).nearest([0.0; 3]), None);
    /// ```
    new;

    /// Creates an index of the places that `key` computes from a column, with cells of a size.
    ///
    /// # Panics
    ///
    /// Panics if `cell` is not finite and above 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(Default)]
    /// struct Transform { angle: f32, x: f32, y: f32 }
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Unit { #[soa(tracked)] transform: Transform }
    ///
    /// let mut units = UnitHub::new();
    /// let unit = units.insert(Unit { transform: Transform { angle: 0.5, x: 3.0, y: 4.0 } });
    ///
    /// let mut near = Grid::<Unit, 2>::by(2.0, |units| units.transform, |at| [at.x, at.y]);
    /// assert!(near.at(&units).within([3.0, 3.0], 1.0).eq([unit]));
    /// ```
    by;

    /// Creates an index of the places that `key` computes from two columns, with cells of a size.
    ///
    /// # Panics
    ///
    /// Panics if `cell` is not finite and above 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Unit { #[soa(tracked)] x: f32, #[soa(tracked)] y: f32 }
    ///
    /// let mut units = UnitHub::new();
    /// let unit = units.insert(Unit { x: 3.0, y: 4.0 });
    ///
    /// let mut near = Grid::<Unit, 2>::by2(2.0, |units| (units.x, units.y), |x, y| [*x, *y]);
    /// assert!(near.at(&units).within([3.0, 3.0], 1.0).eq([unit]));
    /// ```
    by2;

    /// Creates an index of the places that `key` computes from three columns, with cells of a
    /// size.
    ///
    /// # Panics
    ///
    /// Panics if `cell` is not finite and above 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Star { #[soa(tracked)] x: f32, #[soa(tracked)] y: f32, #[soa(tracked)] z: f32 }
    ///
    /// let mut stars = StarHub::new();
    /// let star = stars.insert(Star { x: 3.0, y: 4.0, z: 5.0 });
    ///
    /// let mut near = Grid::<Star, 3>::by3(
    ///     2.0,
    ///     |stars| (stars.x, stars.y, stars.z),
    ///     |x, y, z| [*x, *y, *z],
    /// );
    /// assert!(near.at(&stars).within([3.0, 3.0, 5.0], 1.0).eq([star]));
    /// ```
    by3;
}

impl<T: TrackedRecord + 'static, const D: usize> Grid<T, D> {
    #[track_caller]
    fn of(cell: f32, keys: Box<dyn Keys<T, [f32; D]>>) -> Self {
        const { assert!(D == 2 || D == 3, "a grid has 2 or 3 dimensions") };
        let follower = Follower::new(keys, Placed::new(CellSize::new(cell)));
        Grid { follower }
    }

    /// Brings the index up to date, and borrows the hub to answer questions.
    ///
    /// The cost grows with the rows that moved since the last tick that the index saw; see
    /// [`Grid`] and the [crate's page](crate#what-it-costs). Another hub is noticed, and all of its
    /// rows are read.
    ///
    /// # Panics
    ///
    /// Panics where [`refresh`](Self::refresh) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2], #[soa(tracked)] hp: u32 }
    ///
    /// let units: UnitHub = [1.0, 2.0, 7.0].map(|x| Unit { pos: [x, 0.0], hp: 5 }).into_iter().collect();
    /// let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
    /// let view = near.at(&units); // no row can change while the view is used
    /// let hp = units.columns().hp;
    /// assert_eq!(view.within([1.5, 0.0], 1.0).map(|id| hp[id]).sum::<u32>(), 10);
    /// ```
    ///
    /// An answer cannot be used after a change:
    ///
    /// ```compile_fail,E0502
    /// # use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
    /// # let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
    /// # let mut units = UnitHub::new();
    /// let mut found = near.at(&units).within([0.0, 0.0], 1.0);
    /// units.clear();
    /// found.next();
    /// ```
    pub fn at<'h>(&mut self, hub: &'h Hub<T>) -> GridView<'_, 'h, T, D> {
        self.refresh(hub);
        GridView::new(&self.follower.structure)
    }

    /// Brings the index up to date, and returns the answers of this moment together with the
    /// columns, which can be written meanwhile, also in parallel.
    ///
    /// The index has copies of the ids and places, so that the view needs no hub. The next
    /// [`at`](Self::at) reads the rows that were written.
    ///
    /// # Panics
    ///
    /// Panics where [`refresh`](Self::refresh) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2], #[soa(tracked)] hp: u32 }
    ///
    /// let mut units: UnitHub = [1.0, 2.0, 7.0].map(|x| Unit { pos: [x, 0.0], hp: 5 }).into_iter().collect();
    /// let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
    ///
    /// let (view, mut columns) = near.beside(&mut units);
    /// for id in view.within([1.5, 0.0], 1.0) {
    ///     columns.pos[id] = [8.0, 0.0]; // the view stays as it is
    ///     columns.hp[id] -= 1;
    /// }
    /// assert_eq!(near.at(&units).within([8.0, 0.0], 1.0).count(), 3);
    /// ```
    pub fn beside<'h>(
        &mut self,
        hub: &'h mut Hub<T>,
    ) -> (GridView<'_, 'h, T, D>, ColumnsMut<'h, T>) {
        self.refresh(hub);
        (GridView::new(&self.follower.structure), hub.columns_mut())
    }
}

upkeep! {
    [T: TrackedRecord + 'static, const D: usize] Grid<T, D>;
    "Grid", "Grid::<Unit, 2>::new(2.0, |units| units.pos)"
}
