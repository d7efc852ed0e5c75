//! Rows in the order of their values.

mod iter;
mod tree;
mod view;

pub use iter::{SortedIter, SortedRange};
pub use view::SortedView;

use alloc::boxed::Box;

use soa_runtime::generic::{LentColumns, TrackedRecord};
use soa_runtime::{ColumnsMut, Hub, TrackedColumn};

use crate::follow::Follower;
use crate::keys::Keys;
use tree::Tree;

/// An index of rows in the order of a value: a rank, a time, a priority.
///
/// It stores two copies of each value, one in a B-tree and one for each slot. Floating-point
/// numbers have no total order; `by` can compute a key that has one, as the example shows.
///
/// # Examples
///
/// ```
/// use soa_index::Sorted;
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Job { #[soa(tracked)] priority: i32, #[soa(tracked)] due: f32 }
///
/// let mut jobs = JobHub::new();
/// let ids = jobs.insert_many([(3, 2.5), (8, 0.5), (8, 1.5)].map(|(priority, due)| Job { priority, due }));
/// jobs.advance();
///
/// let mut priorities = Sorted::<Job, _>::new(|jobs| jobs.priority);
/// assert_eq!(priorities.at(&jobs).last(), Some((&8, ids[2])));
/// assert!(priorities.at(&jobs).range(..5).eq([(&3, ids[0])]));
///
/// // Positive numbers have the order of their bits.
/// let mut next = Sorted::<Job, _>::by(|jobs| jobs.due, |due| due.max(0.0).to_bits());
/// assert_eq!(next.at(&jobs).first().map(|(_, id)| id), Some(ids[1]));
/// ```
pub struct Sorted<T: TrackedRecord + 'static, K> {
    follower: Follower<T, K, Tree<T, K>>,
}

picks! {
    [T: TrackedRecord + 'static, K: Ord + Clone + 'static] Sorted<T, K>, K, ();

    /// Creates an index of the values of a column.
    ///
    /// The column must be `tracked`. Nothing is read before [`at`](Self::at).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Sorted;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] hp: u32 }
    ///
    /// let mut teams = Sorted::<Unit, _>::new(|units| units.team);
    /// assert_eq!(teams.at(&UnitHub::new()).first(), None);
    /// ```
    new;

    /// Creates an index of the values that `key` computes from a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Sorted;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([9, 0, 3].map(|hp| Unit { team: 1, hp }));
    /// let mut strongest = Sorted::<Unit, _>::by(|units| units.hp, |hp| core::cmp::Reverse(*hp));
    /// assert_eq!(strongest.at(&units).first().map(|(_, id)| id), Some(ids[0]));
    /// ```
    by;

    /// Creates an index of the values that `key` computes from two columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Sorted;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([9, 0, 3].map(|hp| Unit { team: 1, hp }));
    /// let mut in_team = Sorted::<Unit, _>::by2(
    ///     |units| (units.team, units.hp),
    ///     |team, hp| (*team, *hp),
    /// );
    /// let weakest = in_team.at(&units).range((1, 0)..(2, 0)).next();
    /// assert_eq!(weakest, Some((&(1, 0), ids[1])));
    /// ```
    by2;

    /// Creates an index of the values that `key` computes from three columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Sorted;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Tile { #[soa(tracked)] x: i32, #[soa(tracked)] y: i32, #[soa(tracked)] level: u8 }
    ///
    /// let mut tiles = TileHub::new();
    /// tiles.insert(Tile { x: 70, y: 5, level: 0 });
    /// let mut lines = Sorted::<Tile, _>::by3(
    ///     |tiles| (tiles.x, tiles.y, tiles.level),
    ///     |x, y, level| (*level, *y, *x),
    /// );
    /// assert_eq!(lines.at(&tiles).range((0, 5, 0)..(0, 6, 0)).count(), 1);
    /// ```
    by3;
}

upkeep! {
    [T: TrackedRecord + 'static, K: Ord + Clone + 'static] Sorted<T, K>;
    "Sorted", "Sorted::<Unit, _>::new(|units| units.team)"
}

impl<T: TrackedRecord + 'static, K: Ord + Clone + 'static> Sorted<T, K> {
    fn of(keys: Box<dyn Keys<T, K>>) -> Self {
        let follower = Follower::new(keys, Tree::new());
        Sorted { follower }
    }

    /// Brings the index up to date, and borrows the hub to answer questions.
    ///
    /// O(log(rows)) for each row that changed since the last tick that the index saw; see the
    /// [crate's page](crate#what-it-costs). Another hub is noticed, and all of its rows are read.
    ///
    /// # Panics
    ///
    /// Panics where [`refresh`](Self::refresh) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Sorted;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] hp: u32 }
    ///
    /// let units: UnitHub = [7, 2, 9].map(|hp| Unit { team: 1, hp }).into_iter().collect();
    /// let mut strength = Sorted::<Unit, _>::new(|units| units.hp);
    /// let view = strength.at(&units); // no row can change while the view is used
    /// let team = units.columns().team;
    /// assert_eq!(view.iter().map(|(hp, id)| (*hp, team[id])).next(), Some((2, 1)));
    /// ```
    pub fn at<'h>(&mut self, hub: &'h Hub<T>) -> SortedView<'_, 'h, T, K> {
        self.refresh(hub);
        SortedView::new(&self.follower.structure)
    }

    /// Brings the index up to date, and returns the answers of this moment together with the
    /// columns, which can be written meanwhile, also in parallel.
    ///
    /// The index has copies of the ids and values, so that the view needs no hub. The next
    /// [`at`](Self::at) reads the rows that were written.
    ///
    /// # Panics
    ///
    /// Panics where [`refresh`](Self::refresh) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Sorted;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] hp: u32 }
    ///
    /// let mut units: UnitHub = [7, 2, 9].map(|hp| Unit { team: 1, hp }).into_iter().collect();
    /// let mut strength = Sorted::<Unit, _>::new(|units| units.hp);
    ///
    /// let (view, mut columns) = strength.beside(&mut units);
    /// for (hp, id) in view.range(..5) {
    ///     columns.hp[id] = hp + 10; // the view stays as it is
    ///     columns.team[id] = 2;
    /// }
    /// assert!(strength.at(&units).iter().map(|(hp, _)| *hp).eq([7, 9, 12]));
    /// ```
    pub fn beside<'h>(
        &mut self,
        hub: &'h mut Hub<T>,
    ) -> (SortedView<'_, 'h, T, K>, ColumnsMut<'h, T>) {
        self.refresh(hub);
        (SortedView::new(&self.follower.structure), hub.columns_mut())
    }
}
