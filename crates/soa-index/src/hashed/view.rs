//! The answers of an index of values.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::hash::Hash;

use soa_runtime::Hub;
use soa_runtime::generic::TrackedRecord;

use super::iter::{Duplicates, HashedIds};
use super::table::{Table, Values};

/// The answers of a [`Hashed`](crate::Hashed) about a hub that cannot change meanwhile.
///
/// # Examples
///
/// ```
/// use soa_index::{Hashed, HashedView};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] name: String }
///
/// fn first(names: HashedView<'_, '_, Unit, String>, candidates: &[&str]) -> Option<UnitId> {
///     candidates.iter().find_map(|name| names.id(*name))
/// }
///
/// let mut units = UnitHub::new();
/// let bob = units.insert(Unit { name: "bob".into() });
/// let mut names = Hashed::<Unit, _>::new(|units| units.name);
/// assert_eq!(first(names.at(&units), &["ada", "bob"]), Some(bob));
/// ```
#[must_use = "a view only answers questions"]
pub struct HashedView<'i, 'h, T: TrackedRecord + 'static, K> {
    table: &'i Table<K>,
    hub: &'h Hub<T>,
    /// The column of the values, if they are not computed.
    column: Option<&'h [K]>,
}

impl<'i, 'h, T: TrackedRecord + 'static, K> HashedView<'i, 'h, T, K> {
    pub(super) fn new(table: &'i Table<K>, hub: &'h Hub<T>, column: Option<&'h [K]>) -> Self {
        HashedView { table, hub, column }
    }

    /// Returns the lowest slot of a value.
    #[inline]
    fn first<Q>(&self, value: &Q) -> Option<u32>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let values = match self.column {
            Some(column) => Values::Column(self.hub, column),
            None => Values::Made(self.table.made()),
        };
        self.table.first(value, values)
    }

    /// Returns the id of the row with this value, or `None` if there is none. If several rows have
    /// it, this is the row in the lowest slot. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Hashed;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] name: String }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many(["bob", "ada", "ada"].map(|name| Unit { name: name.into() }));
    /// let mut names = Hashed::<Unit, _>::new(|units| units.name);
    /// assert_eq!(names.at(&units).id("ada"), Some(ids[1]));
    /// assert_eq!(names.at(&units).id("eve"), None);
    /// ```
    #[doc(alias = "get")]
    #[inline]
    pub fn id<Q>(&self, value: &Q) -> Option<T::Id>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        self.hub.id_of_slot(self.first(value)?)
    }

    /// Iterates over the ids of all rows with this value, in ascending order of the slots. O(1),
    /// and O(1) for each id.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Hashed;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] name: String }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many(["ada", "bob", "ada"].map(|name| Unit { name: name.into() }));
    /// let mut names = Hashed::<Unit, _>::new(|units| units.name);
    /// assert!(names.at(&units).ids("ada").eq([ids[0], ids[2]]));
    /// assert_eq!(names.at(&units).ids("eve").len(), 0);
    /// ```
    pub fn ids<Q>(&self, value: &Q) -> HashedIds<'i, 'h, T>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let first = self.first(value);
        let slots = first.and_then(|first| self.table.sharing(first));
        HashedIds::new(first, slots, self.hub)
    }

    /// Returns whether a row has this value. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Hashed;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] name: String }
    ///
    /// let mut units = UnitHub::new();
    /// let mut names = Hashed::<Unit, _>::new(|units| units.name);
    /// assert!(!names.at(&units).contains("ada")); // the name is free
    /// units.insert(Unit { name: "ada".into() });
    /// assert!(names.at(&units).contains("ada"));
    /// ```
    pub fn contains<Q>(&self, value: &Q) -> bool
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        self.first(value).is_some()
    }

    /// Iterates over each row whose value a row in a lower slot has too, together with the lowest
    /// such row: pairs of the row and the row that has the value first, in ascending order of
    /// the slots.
    ///
    /// O(d * log(d)) for d such rows. It takes 8 bytes for each of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Hashed;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] name: String }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.insert_many(["ada", "bob", "ada"].map(|name| Unit { name: name.into() }));
    /// let mut names = Hashed::<Unit, _>::new(|units| units.name);
    /// assert!(names.at(&units).duplicates().eq([(ids[2], ids[0])]));
    /// ```
    pub fn duplicates(&self) -> Duplicates<'h, T> {
        let sets = self.table.shared();
        let pairs = sets.flat_map(|slots| {
            let first = slots.first().unwrap_or_default();
            slots.iter().skip(1).map(move |slot| (slot, first))
        });
        let mut pairs: Vec<(u32, u32)> = pairs.collect();
        pairs.sort_unstable();
        Duplicates::new(pairs, self.hub)
    }
}

view! {
    ['i, 'h, T: TrackedRecord + 'static, K] HashedView<'i, 'h, T, K>; "HashedView"
}
