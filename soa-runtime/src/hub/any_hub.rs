//! What other code has of a hub: hubs and their newtypes, types with a hub inside, lent columns, and
//! the message for code that indexes a hub.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, Index};

use super::Hub;
use crate::record::{Columns, IdAllocator};

/// Makes code generic over hubs: implemented by [`Hub<T>`](Hub) and by every generated hub.
///
/// A crate that makes hubs returns `H: AnyHub`, so that its users get their own type.
///
/// # Examples
///
/// ```
/// use soa_runtime::{AnyHub, Hub, IdAllocator};
///
/// #[derive(IdAllocator)]
/// struct Tree { height: f32 }
///
/// fn with_room<H: AnyHub>(rows: usize) -> H {
///     let mut hub = Hub::new();
///     hub.reserve(rows);
///     H::from_hub(hub)
/// }
///
/// let trees: TreeHub = with_room(10);
/// assert!(trees.capacity() >= 10);
/// let trees: Hub<Tree> = with_room(10);
/// assert!(trees.capacity() >= 10);
///
/// fn swap_in<H: AnyHub, G: AnyHub<Record = H::Record>>(mut old: H, new: G) -> H {
///     *old.as_hub_mut() = new.into_hub();
///     old
/// }
///
/// let one = TreeHub::from(vec![Tree { height: 3.0 }]);
/// assert_eq!(AnyHub::as_hub(&swap_in(trees, one)).len(), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a hub",
    label = "neither a generated hub nor a `Hub`",
    note = "name the hub that `#[derive(IdAllocator)]` makes, for example `UnitHub` for `Unit`",
    note = "in a world, write `#[world(value)]` above a field that is not a hub, or `#[world(skip)]` if it is no part"
)]
pub trait AnyHub: Sized {
    /// The struct whose rows are in the hub.
    type Record: IdAllocator;

    /// Makes this type of a hub. O(1).
    fn from_hub(hub: Hub<Self::Record>) -> Self;

    /// Returns the hub. O(1).
    fn as_hub(&self) -> &Hub<Self::Record>;

    /// Returns the hub mutably. O(1).
    fn as_hub_mut(&mut self) -> &mut Hub<Self::Record>;

    /// Returns the hub inside. O(1).
    fn into_hub(self) -> Hub<Self::Record>;
}

impl<T: IdAllocator> AnyHub for Hub<T> {
    type Record = T;

    #[inline]
    fn from_hub(hub: Hub<T>) -> Self {
        hub
    }

    #[inline]
    fn as_hub(&self) -> &Hub<T> {
        self
    }

    #[inline]
    fn as_hub_mut(&mut self) -> &mut Hub<T> {
        self
    }

    #[inline]
    fn into_hub(self) -> Hub<T> {
        self
    }
}

/// Gives access to a hub of `T`: implemented by [`Hub`], by everything that dereferences to one,
/// and by your own worlds of several hubs.
///
/// Code that shares a hub takes it as `H: AsHub<T>`. Generated hubs, `Mirror`s and `Box`es
/// implement this trait, because they dereference to a hub. Implement it for a world, once for each
/// kind of record.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use soa_runtime::generic::AsHub;
/// use soa_runtime::{Hub, IdAllocator};
///
/// #[derive(IdAllocator)]
/// struct Tree { height: f32 }
///
/// #[derive(Default)]
/// struct World { trees: TreeHub }
///
/// impl AsHub<Tree> for World {
///     fn as_hub(&self) -> &Hub<Tree> {
///         &self.trees
///     }
/// }
///
/// fn count<T: IdAllocator, H: AsHub<T>>(shared: Arc<H>) -> usize {
///     shared.as_hub().len()
/// }
///
/// assert_eq!(count::<Tree, _>(Arc::new(World::default())), 0);
/// assert_eq!(count(Arc::new(TreeHub::new())), 0);
/// assert_eq!(count(Arc::new(Hub::<Tree>::new())), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` contains no hub of `{T}`",
    label = "neither a hub nor a world of hubs",
    note = "implement `AsHub<..>` for `{Self}`, and return the hub"
)]
pub trait AsHub<T: IdAllocator> {
    /// Returns the hub.
    fn as_hub(&self) -> &Hub<T>;
}

impl<T: IdAllocator> AsHub<T> for Hub<T> {
    #[inline]
    fn as_hub(&self) -> &Hub<T> {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: IdAllocator, H: Deref<Target = Hub<T>>> AsHub<T> for H {
    #[inline]
    fn as_hub(&self) -> &Hub<T> {
        self
    }
}

/// What a hub can be indexed by: nothing.
#[diagnostic::on_unimplemented(
    message = "a hub cannot be indexed by `{Self}`, because a row is not one value in memory",
    label = "use `row(id)` or `row_mut(id)` for a row",
    note = "for one value of a row, index its column: `hub.columns().hp[id]`, or `hub.columns_mut().hp[id] = value`"
)]
pub trait HubIndex {}

#[doc(hidden)]
impl<T: IdAllocator, N: HubIndex> Index<N> for Hub<T> {
    // The record, so that `hub[id].hp` is no second error.
    type Output = T;

    fn index(&self, _: N) -> &T {
        unreachable!()
    }
}

/// The columns of a hub, for a closure that chooses one of them.
///
/// It dereferences to the columns of the record, so the closure can be written as
/// `|units| units.hp`. Readers that keep such a closure take it as
/// `impl for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F>`. With [`Columns`] in
/// this place the compiler refuses the bound, because that type does not name the lifetime
/// `'a` for every record (E0582).
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::LentColumns;
/// use soa_runtime::{Column, Hub, IdAllocator};
///
/// /// Adds up a column of any record.
/// struct Total<T: IdAllocator + 'static> {
///     pick: Box<dyn for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, u32>>,
/// }
///
/// impl<T: IdAllocator> Total<T> {
///     fn of(pick: impl for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, u32> + 'static) -> Self {
///         Total { pick: Box::new(pick) }
///     }
///
///     fn ask(&self, hub: &Hub<T>) -> u32 {
///         let column = (self.pick)(LentColumns::new(hub));
///         column.iter_live().map(|(_, value)| value).sum()
///     }
/// }
///
/// #[derive(IdAllocator)]
/// struct Unit { hp: u32, gold: u32 }
///
/// let units = UnitHub::from(vec![Unit { hp: 3, gold: 10 }, Unit { hp: 4, gold: 0 }]);
/// let (hp, gold) = (Total::<Unit>::of(|units| units.hp), Total::<Unit>::of(|units| units.gold));
/// assert_eq!((hp.ask(&units), gold.ask(&units)), (7, 10));
/// ```
pub struct LentColumns<'a, T: IdAllocator + 'static> {
    columns: Columns<'a, T>,
    /// Names the lifetime, so that a closure can return a column with the same one.
    hub: PhantomData<&'a Hub<T>>,
}

impl<'a, T: IdAllocator> LentColumns<'a, T> {
    /// Lends the columns of a hub. O(columns).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::generic::LentColumns;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    /// let units = UnitHub::from(vec![Unit { hp: 3 }]);
    /// assert_eq!(*LentColumns::new(&units).hp, [3]);
    /// ```
    #[must_use]
    #[inline]
    pub fn new(hub: &'a Hub<T>) -> Self {
        LentColumns {
            columns: hub.columns(),
            hub: PhantomData,
        }
    }
}

impl<'a, T: IdAllocator> Deref for LentColumns<'a, T> {
    type Target = Columns<'a, T>;

    #[inline]
    fn deref(&self) -> &Columns<'a, T> {
        &self.columns
    }
}

impl<'a, T: IdAllocator> Clone for LentColumns<'a, T>
where
    Columns<'a, T>: Clone,
{
    fn clone(&self) -> Self {
        LentColumns {
            columns: self.columns.clone(),
            hub: PhantomData,
        }
    }
}

impl<'a, T: IdAllocator> Copy for LentColumns<'a, T> where Columns<'a, T>: Copy {}

impl<T: IdAllocator> fmt::Debug for LentColumns<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LentColumns").finish_non_exhaustive()
    }
}
