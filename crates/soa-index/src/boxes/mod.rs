//! Rows found by their extent in space.

mod iter;
mod node;
mod questions;
mod ray;
mod stored;
mod tree;
mod view;

pub use iter::{BoxIds, BoxPairs, RayHits};
pub use view::BoxesView;

use alloc::boxed::Box;

use soa_runtime::generic::{LentColumns, TrackedRecord};
use soa_runtime::{ColumnsMut, Hub, TrackedColumn};

use crate::beside::Copies;
use crate::follow::Follower;
use crate::keys::Keys;
use stored::Stored;

/// An index of rows by their extent in 2 or 3 dimensions.
///
/// Each row has a box, `[[f32; D]; 2]`: its lowest and its highest corner. The index finds the boxes that
/// overlap another one, that contain a point, that a camera can see, that a ray enters, and that overlap
/// each other. Borders count in all questions. If rows are points, use a [`Grid`](crate::Grid).
///
/// The boxes are in a tree, in which up to 16 are tested together. The index copies the box and the id of each
/// row. It takes 70 to 130 bytes for each row in three dimensions. A box that moves a little costs
/// O(1), and one that leaves its neighbours O(log(rows)). If more than an eighth of the rows change, the
/// tree stays and its boxes are computed again, in O(rows). The tree is built again, in O(rows log(rows)),
/// once that made its boxes much larger. Questions about few rows, up to about a hundred, are answered
/// faster by a loop over the column.
///
/// # Examples
///
/// ```
/// use soa_index::Boxes;
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Wall { #[soa(tracked)] bounds: [[f32; 2]; 2], height: f32 }
///
/// let mut walls = WallHub::new();
/// let ids = walls.insert_many([0.0, 3.0, 6.0].map(|x| Wall { bounds: [[x, 0.0], [x + 1.0, 9.0]], height: 2.5 }));
/// walls.advance();
///
/// let mut boxes = Boxes::<Wall, 2>::new(|walls| walls.bounds);
/// let view = boxes.at(&walls);
/// assert!(view.overlapping([0.5, 0.0], [3.0, 1.0]).eq([ids[0], ids[1]]));
/// let first_hit = view.ray([9.0, 2.0], [-1.0, 0.0], 100.0).next();
/// assert_eq!(first_hit, Some((ids[2], 2.0)));
/// ```
///
/// Boxes have two or three dimensions, and others do not compile:
///
/// ```compile_fail,E0080
/// # use soa_index::Boxes;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Wall { #[soa(tracked)] bounds: [[f32; 4]; 2] }
/// let boxes = Boxes::<Wall, 4>::new(|walls| walls.bounds);
/// ```
pub struct Boxes<T: TrackedRecord + 'static, const D: usize> {
    follower: Follower<T, [[f32; D]; 2], Stored<T::Id, D>>,
}

picks! {
    [T: TrackedRecord + 'static, const D: usize] Boxes<T, D>, [[f32; D]; 2], ();

    /// Creates an index of the boxes in a column: the lowest and the highest corner of each row.
    ///
    /// The column must be `tracked`. Nothing is read before [`at`](Self::at).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] bounds: [[f32; 3]; 2] }
    ///
    /// let mut boxes = Boxes::<Unit, 3>::new(|units| units.bounds);
    /// assert_eq!(boxes.at(&UnitHub::new()).containing([0.0; 3]).next(), None);
    /// ```
    new;

    /// Creates an index of the boxes that `key` computes from a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(Default)]
    /// struct Ball { centre: [f32; 2], radius: f32 }
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Unit { #[soa(tracked)] ball: Ball }
    ///
    /// let mut units = UnitHub::new();
    /// let unit = units.insert(Unit { ball: Ball { centre: [3.0, 4.0], radius: 2.0 } });
    ///
    /// let mut boxes = Boxes::<Unit, 2>::by(
    ///     |units| units.ball,
    ///     |ball| [-ball.radius, ball.radius].map(|side| ball.centre.map(|x| x + side)),
    /// );
    /// assert!(boxes.at(&units).containing([5.0, 6.0]).eq([unit]));
    /// ```
    by;

    /// Creates an index of the boxes that `key` computes from two columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Unit { #[soa(tracked)] low: [f32; 2], #[soa(tracked)] high: [f32; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let unit = units.insert(Unit { low: [3.0, 4.0], high: [5.0, 6.0] });
    ///
    /// let mut boxes = Boxes::<Unit, 2>::by2(|units| (units.low, units.high), |low, high| [*low, *high]);
    /// assert!(boxes.at(&units).containing([4.0, 4.0]).eq([unit]));
    /// ```
    by2;

    /// Creates an index of the boxes that `key` computes from three columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Unit { #[soa(tracked)] x: f32, #[soa(tracked)] y: f32, #[soa(tracked)] radius: f32 }
    ///
    /// let mut units = UnitHub::new();
    /// let unit = units.insert(Unit { x: 3.0, y: 4.0, radius: 2.0 });
    ///
    /// let mut boxes = Boxes::<Unit, 2>::by3(
    ///     |units| (units.x, units.y, units.radius),
    ///     |x, y, radius| [[x - radius, y - radius], [x + radius, y + radius]],
    /// );
    /// assert!(boxes.at(&units).containing([5.0, 6.0]).eq([unit]));
    /// ```
    by3;
}

impl<T: TrackedRecord + 'static, const D: usize> Boxes<T, D> {
    fn of(keys: Box<dyn Keys<T, [[f32; D]; 2]>>) -> Self {
        const { assert!(D == 2 || D == 3, "boxes have 2 or 3 dimensions") };
        let follower = Follower::new(keys, Stored::new());
        Boxes { follower }
    }

    /// Brings the index up to date, and borrows the hub to answer questions.
    ///
    /// The cost grows with the rows that changed since the last tick that the index saw; see
    /// [`Boxes`] and the [crate's page](crate#what-it-costs). Another hub is noticed, and all of its
    /// rows are read.
    ///
    /// # Panics
    ///
    /// Panics where [`refresh`](Self::refresh) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2], hp: u32 }
    ///
    /// let unit = |x| Unit { bounds: [[x, 0.0], [x + 2.0, 1.0]], hp: 5 };
    /// let units: UnitHub = [1.0, 2.0, 7.0].map(unit).into_iter().collect();
    /// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
    /// let view = boxes.at(&units); // no row can change while the view is used
    /// let hp = units.columns().hp;
    /// assert_eq!(view.containing([2.5, 0.0]).map(|id| hp[id]).sum::<u32>(), 10);
    /// ```
    ///
    /// An answer cannot be used after a change:
    ///
    /// ```compile_fail,E0502
    /// # use soa_index::Boxes;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
    /// # let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
    /// # let mut units = UnitHub::new();
    /// let mut found = boxes.at(&units).containing([0.0, 0.0]);
    /// units.clear();
    /// found.next();
    /// ```
    pub fn at<'h>(&mut self, hub: &'h Hub<T>) -> BoxesView<'_, 'h, T, D> {
        self.copies(hub)
    }

    /// Brings the index up to date, and returns the answers of this moment together with the
    /// columns, which can be written meanwhile, also in parallel.
    ///
    /// The index has copies of the ids and boxes, so that the view needs no hub. The next
    /// [`at`](Self::at) reads the rows that were written.
    ///
    /// # Panics
    ///
    /// Panics where [`refresh`](Self::refresh) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Boxes;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2], hp: u32 }
    ///
    /// let unit = |x| Unit { bounds: [[x, 0.0], [x + 2.0, 1.0]], hp: 5 };
    /// let mut units: UnitHub = [1.0, 2.0, 7.0].map(unit).into_iter().collect();
    /// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
    ///
    /// let (view, mut columns) = boxes.beside(&mut units);
    /// for (one, other) in view.pairs() {
    ///     columns.hp[one] -= 1;
    ///     columns.bounds[other] = [[9.0, 0.0], [11.0, 1.0]]; // the view stays as it is
    /// }
    /// assert_eq!(boxes.at(&units).containing([9.0, 0.0]).len(), 2);
    /// ```
    pub fn beside<'h>(
        &mut self,
        hub: &'h mut Hub<T>,
    ) -> (BoxesView<'_, 'h, T, D>, ColumnsMut<'h, T>) {
        (self.copies(hub), hub.columns_mut())
    }
}

impl<T: TrackedRecord + 'static, const D: usize> Copies<T> for Boxes<T, D> {
    type View<'i, 'h> = BoxesView<'i, 'h, T, D>;

    fn copies<'h>(&mut self, hub: &Hub<T>) -> BoxesView<'_, 'h, T, D> {
        self.refresh(hub);
        BoxesView::new(&self.follower.structure)
    }
}

upkeep! {
    [T: TrackedRecord + 'static, const D: usize] Boxes<T, D>;
    "Boxes", "Boxes::<Unit, 2>::by(|units| units.pos, |pos| [*pos, *pos])"
}
