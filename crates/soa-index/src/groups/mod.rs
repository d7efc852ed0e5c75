//! Rows found by a value that many rows have.

mod iter;
mod sets;
mod view;

pub use iter::{GroupIds, GroupKeys};
pub use view::GroupsView;

use alloc::boxed::Box;

use soa_runtime::generic::{LentColumns, TrackedRecord};
use soa_runtime::{ColumnsMut, Hub, TrackedColumn};

use crate::follow::Follower;
use crate::keys::Keys;
use sets::Sets;

/// An index of rows by a value that many rows have: a kind, a team, a flag, a material.
///
/// The rows of each value are a set of [`Slots`](crate::Slots). Sets of several indexes are
/// combined with `&`, `|` and `-`. The index takes 4 bytes and an id for each slot, at most one bit
/// for each slot in each set, and two copies of each distinct value.
///
/// # Examples
///
/// ```
/// use soa_index::Groups;
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Unit { #[soa(tracked)] team: u8, hp: u32 }
///
/// let mut units = UnitHub::new();
/// let ids = units.insert_many([1, 2, 1].map(|team| Unit { team, hp: 10 }));
/// units.advance();
///
/// let mut teams = Groups::<Unit, _>::new(|units| units.team);
/// assert!(teams.at(&units).ids(&1).eq([ids[0], ids[2]]));
/// assert!(teams.at(&units).keys().eq([(&1, 2), (&2, 1)]));
/// ```
pub struct Groups<T: TrackedRecord + 'static, K> {
    follower: Follower<T, K, Sets<T, K>>,
}

picks! {
    [T: TrackedRecord + 'static, K: Ord + Clone + 'static] Groups<T, K>, K, ();

    /// Creates an index of the values of a column.
    ///
    /// The column must be `tracked`. Nothing is read before [`at`](Self::at).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Groups;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] hp: u32 }
    ///
    /// let mut teams = Groups::<Unit, _>::new(|units| units.team);
    /// assert_eq!(teams.at(&UnitHub::new()).count(&3), 0);
    /// ```
    new;

    /// Creates an index of the values that `key` computes from a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Groups;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many([9, 0, 3].map(|hp| Unit { team: 1, hp }));
    /// let mut dead = Groups::<Unit, _>::by(|units| units.hp, |hp| *hp == 0);
    /// assert!(dead.at(&units).ids(&true).eq([ids[1]]));
    /// ```
    by;

    /// Creates an index of the values that `key` computes from two columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Groups;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] hp: u32 }
    ///
    /// let units: UnitHub = [9, 0, 3].map(|hp| Unit { team: 1, hp }).into_iter().collect();
    /// let mut fit = Groups::<Unit, _>::by2(
    ///     |units| (units.team, units.hp),
    ///     |team, hp| (*team, *hp > 0),
    /// );
    /// assert_eq!(fit.at(&units).count(&(1, true)), 2);
    /// ```
    by2;

    /// Creates an index of the values that `key` computes from three columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Groups;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Tile { #[soa(tracked)] x: i32, #[soa(tracked)] y: i32, #[soa(tracked)] level: u8 }
    ///
    /// let mut tiles = TileHub::new();
    /// tiles.insert(Tile { x: 70, y: 5, level: 0 });
    /// let mut chunks = Groups::<Tile, _>::by3(
    ///     |tiles| (tiles.x, tiles.y, tiles.level),
    ///     |x, y, level| (x >> 5, y >> 5, *level),
    /// );
    /// assert_eq!(chunks.at(&tiles).count(&(2, 0, 0)), 1);
    /// ```
    by3;
}

upkeep! {
    [T: TrackedRecord + 'static, K: Ord + Clone + 'static] Groups<T, K>;
    "Groups", "Groups::<Unit, _>::new(|units| units.team)"
}

impl<T: TrackedRecord + 'static, K: Ord + Clone + 'static> Groups<T, K> {
    fn of(keys: Box<dyn Keys<T, K>>) -> Self {
        let follower = Follower::new(keys, Sets::new());
        Groups { follower }
    }

    /// Brings the index up to date, and borrows the hub to answer questions.
    ///
    /// Amortised O(1) for each row that changed since the last tick that the index saw, and
    /// O(log(groups)) for each row whose value is another one; see the
    /// [crate's page](crate#what-it-costs). Another hub is noticed, and all of its rows are read.
    ///
    /// # Panics
    ///
    /// Panics where [`refresh`](Self::refresh) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Groups;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] hp: u32 }
    ///
    /// let units: UnitHub = [1, 2, 1].map(|team| Unit { team, hp: 5 }).into_iter().collect();
    /// let mut teams = Groups::<Unit, _>::new(|units| units.team);
    /// let view = teams.at(&units); // no row can change while the view is used
    /// let hp = units.columns().hp;
    /// assert_eq!(view.ids(&1).map(|id| hp[id]).sum::<u32>(), 10);
    /// ```
    pub fn at<'h>(&mut self, hub: &'h Hub<T>) -> GroupsView<'_, 'h, T, K> {
        self.refresh(hub);
        GroupsView::new(&self.follower.structure, Some(hub))
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
    /// use soa_index::Groups;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] hp: u32 }
    ///
    /// let mut units: UnitHub = [1, 2, 1].map(|team| Unit { team, hp: 5 }).into_iter().collect();
    /// let mut teams = Groups::<Unit, _>::new(|units| units.team);
    ///
    /// let (view, mut columns) = teams.beside(&mut units);
    /// for id in view.ids(&1) {
    ///     columns.team[id] = 2; // the view stays as it is
    ///     columns.hp[id] -= 1;
    /// }
    /// assert_eq!(teams.at(&units).count(&2), 3);
    /// ```
    pub fn beside<'h>(
        &mut self,
        hub: &'h mut Hub<T>,
    ) -> (GroupsView<'_, 'h, T, K>, ColumnsMut<'h, T>) {
        self.refresh(hub);
        let view = GroupsView::new(&self.follower.structure, None);
        (view, hub.columns_mut())
    }
}
