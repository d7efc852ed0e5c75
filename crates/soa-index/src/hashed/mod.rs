//! Rows found by a value that few rows have.

mod iter;
mod table;
mod view;

pub use iter::{Duplicates, HashedIds};
pub use view::HashedView;

use alloc::boxed::Box;
use core::hash::Hash;

use soa_runtime::generic::{LentColumns, TrackedRecord};
use soa_runtime::{Hub, TrackedColumn};

use crate::follow::Follower;
use crate::keys::Keys;
use table::Table;

/// An index of rows by a value that few rows have: a name, a key, an address.
///
/// Made with [`new`](Self::new), it stores no value: 8 bytes for each slot, and 6 to 12 for each
/// row. It compares with the column of the hub. Made with [`by`](Self::by), it also stores the
/// values that the closure computes.
///
/// Values that many rows have are found as quickly. [`Groups`](crate::Groups) also computes with
/// them.
///
/// # Examples
///
/// ```
/// use soa_index::Hashed;
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Unit {
///     #[soa(tracked)]
///     name: String,
///     hp: u32,
/// }
///
/// let mut units = UnitHub::new();
/// let mut names = Hashed::<Unit, _>::new(|units| units.name);
///
/// let ada = units.insert(Unit { name: "ada".into(), hp: 10 });
/// assert_eq!(names.at(&units).id("ada"), Some(ada));
///
/// *units.row_mut(ada).name = "eve".into();
/// assert_eq!(names.at(&units).id("ada"), None);
/// assert_eq!(names.at(&units).id("eve"), Some(ada));
/// ```
pub struct Hashed<T: TrackedRecord + 'static, K> {
    follower: Follower<T, K, Table<K>>,
}

picks! {
    [T: TrackedRecord + 'static, K: Hash + Eq + 'static] Hashed<T, K>, K, ();

    /// Creates an index of the values of a column.
    ///
    /// The column must be `tracked`. Nothing is read before [`at`](Self::at).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Hashed;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] name: String, #[soa(tracked)] team: u8 }
    ///
    /// let mut names = Hashed::<Unit, _>::new(|units| units.name);
    /// assert_eq!(names.at(&UnitHub::new()).id("ada"), None);
    /// ```
    new;

    /// Creates an index of the values that `key` computes from a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Hashed;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] name: String, #[soa(tracked)] team: u8 }
    ///
    /// let mut units = UnitHub::new();
    /// let ada = units.insert(Unit { name: "Ada".into(), team: 1 });
    ///
    /// let mut names = Hashed::<Unit, _>::by(|units| units.name, |name| name.to_lowercase());
    /// assert_eq!(names.at(&units).id("ada"), Some(ada));
    /// ```
    by;

    /// Creates an index of the values that `key` computes from two columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Hashed;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] name: String, #[soa(tracked)] team: u8 }
    ///
    /// let mut units = UnitHub::new();
    /// let ada = units.insert(Unit { name: "ada".into(), team: 1 });
    ///
    /// let mut names = Hashed::<Unit, _>::by2(
    ///     |units| (units.team, units.name),
    ///     |team, name| (*team, name.clone()),
    /// );
    /// assert_eq!(names.at(&units).id(&(1, "ada".into())), Some(ada));
    /// ```
    by2;

    /// Creates an index of the values that `key` computes from three columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Hashed;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Tile { #[soa(tracked)] x: i32, #[soa(tracked)] y: i32, #[soa(tracked)] level: u8 }
    ///
    /// let mut tiles = TileHub::new();
    /// let tile = tiles.insert(Tile { x: 3, y: 4, level: 0 });
    ///
    /// let mut places = Hashed::<Tile, _>::by3(
    ///     |tiles| (tiles.x, tiles.y, tiles.level),
    ///     |x, y, level| (*x, *y, *level),
    /// );
    /// assert_eq!(places.at(&tiles).id(&(3, 4, 0)), Some(tile));
    /// ```
    by3;
}

upkeep! {
    [T: TrackedRecord + 'static, K: Hash + Eq + 'static] Hashed<T, K>;
    "Hashed", "Hashed::<Unit, _>::new(|units| units.team)"
}

impl<T: TrackedRecord + 'static, K: Hash + Eq + 'static> Hashed<T, K> {
    fn of(keys: Box<dyn Keys<T, K>>) -> Self {
        let follower = Follower::new(keys, Table::new());
        Hashed { follower }
    }

    /// Brings the index up to date, and borrows the hub to answer questions.
    ///
    /// Amortised O(1) for each row that changed since the last tick that the index saw; see the
    /// [crate's page](crate#what-it-costs). Another hub is noticed, and all of its rows are read.
    ///
    /// # Panics
    ///
    /// Panics if a closure, `Hash`, `Eq` or the destructor of a value panics. The next call then
    /// reads all rows.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Hashed;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] name: String, #[soa(tracked)] team: u8 }
    ///
    /// let mut names = Hashed::<Unit, _>::new(|units| units.name);
    /// let mut units = UnitHub::new();
    /// let ada = units.insert(Unit { name: "ada".into(), team: 1 });
    ///
    /// let view = names.at(&units); // no row can change while the view is used
    /// assert_eq!(view.id("ada"), Some(ada));
    /// assert_eq!(view.id("bob"), None);
    /// ```
    ///
    /// An answer cannot be used after a change:
    ///
    /// ```compile_fail,E0502
    /// # use soa_index::Hashed;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] name: String, #[soa(tracked)] team: u8 }
    /// # let mut names = Hashed::<Unit, _>::new(|units| units.name);
    /// # let mut units = UnitHub::new();
    /// let view = names.at(&units);
    /// units.clear();
    /// view.id("ada");
    /// ```
    pub fn at<'h>(&mut self, hub: &'h Hub<T>) -> HashedView<'_, 'h, T, K> {
        self.refresh(hub);
        let column = self.follower.keys().column(hub);
        HashedView::new(&self.follower.structure, hub, column)
    }
}
