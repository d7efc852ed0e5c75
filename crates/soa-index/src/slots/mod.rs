//! A set of slots.

mod form;
mod iter;
mod ops;
mod words;

pub use iter::{SlotIds, SlotsIter};

use core::fmt;

use roaring::RoaringBitmap;
use soa_runtime::{Hub, IdAllocator};

use form::Form;

/// A set of slots: of the rows of one group, or the result of an operator on several sets.
///
/// A slot is the [`index`](soa_runtime::Handle::index) of an id. The operators `&`, `|` and `-`
/// compute the rows that are in both sets, in one of them, and only in the first. They take
/// references, so a question about several groups is one expression.
///
/// A set takes one bit for each slot of the hub if it is dense. It is a compressed bitmap if it is
/// sparse, with two bytes for each of its own slots.
///
/// # Examples
///
/// ```
/// use soa_index::Groups;
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] burning: bool, #[soa(tracked)] frozen: bool }
///
/// let mut units = UnitHub::new();
/// let ids = units.insert_many([
///     Unit { team: 3, burning: true, frozen: false },
///     Unit { team: 3, burning: true, frozen: true },
///     Unit { team: 1, burning: true, frozen: false },
/// ]);
/// units.advance();
///
/// let mut teams = Groups::<Unit, _>::new(|units| units.team);
/// let mut burning = Groups::<Unit, _>::new(|units| units.burning);
/// let mut frozen = Groups::<Unit, _>::new(|units| units.frozen);
/// let (teams, burning, frozen) = (teams.at(&units), burning.at(&units), frozen.at(&units));
///
/// let hurt = teams.slots(&3) & burning.slots(&true) - frozen.slots(&true);
/// assert!(hurt.ids(&units).eq([ids[0]]));
/// ```
#[derive(Clone)]
pub struct Slots {
    form: Form,
    /// The number of slots.
    len: usize,
}

impl Slots {
    /// Creates an empty set, which takes no memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Slots;
    ///
    /// assert!(Slots::new().is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Slots::default()
    }

    /// Returns the number of slots. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Slots;
    ///
    /// assert_eq!(Slots::from_iter([7, 3, 7]).len(), 2);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the set has no slot. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Slots;
    ///
    /// let (a, b) = (Slots::from_iter([1, 2]), Slots::from_iter([3]));
    /// assert!((&a & &b).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns whether a slot is in the set. O(log(slots)).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Slots;
    ///
    /// let slots = Slots::from_iter([1, 2]);
    /// assert!(slots.contains(2) && !slots.contains(3));
    /// ```
    #[must_use]
    pub fn contains(&self, slot: u32) -> bool {
        self.form.contains(slot)
    }

    /// Iterates over the slots, in ascending order.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Slots;
    ///
    /// let slots = Slots::from_iter([9, 1, 4]);
    /// assert!(slots.iter().eq([1, 4, 9]));
    /// assert_eq!(slots.iter().next_back(), Some(9));
    /// ```
    pub fn iter(&self) -> SlotsIter<'_> {
        SlotsIter::new(&self.form, self.len)
    }

    /// Iterates over the ids of the rows that live in these slots now, in ascending order of the
    /// slots. Slots without a row are left out.
    ///
    /// A set that was computed before the hub changed can contain slots whose rows are others now.
    /// Ask the index again after the hub changed.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Slots;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// struct Unit { hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// let ids = units.alloc_many(3);
    /// units.dealloc(ids[1]);
    /// assert!(Slots::from_iter(0..100).ids(&units).eq([ids[0], ids[2]]));
    /// ```
    pub fn ids<'a, T: IdAllocator>(&'a self, hub: &'a Hub<T>) -> SlotIds<'a, T> {
        SlotIds::new(self.iter(), hub)
    }

    /// Returns the lowest slot.
    pub(crate) fn first(&self) -> Option<u32> {
        self.form.first()
    }

    /// Adds a slot.
    #[inline]
    pub(crate) fn insert(&mut self, slot: u32) {
        if self.form.insert(slot) {
            self.len += 1;
            self.fit_at_times();
        }
    }

    /// Removes a slot.
    #[inline]
    pub(crate) fn remove(&mut self, slot: u32) {
        if self.form.remove(slot) {
            self.len -= 1;
            self.fit_at_times();
        }
    }

    /// Chooses the better form, if the number of slots was halved or doubled.
    #[inline]
    fn fit_at_times(&mut self) {
        if self.len.is_power_of_two() {
            self.form.fit(self.len);
        }
    }

    /// Returns the bytes of the set's memory, about.
    pub(crate) fn memory(&self) -> usize {
        self.form.memory()
    }
}

impl Default for Slots {
    /// Creates an empty set.
    fn default() -> Self {
        Slots {
            form: Form::Sparse(RoaringBitmap::new()),
            len: 0,
        }
    }
}

impl PartialEq for Slots {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other)
    }
}

impl Eq for Slots {}

impl fmt::Debug for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

impl FromIterator<u32> for Slots {
    fn from_iter<I: IntoIterator<Item = u32>>(slots: I) -> Self {
        let mut set = Slots::new();
        set.extend(slots);
        set
    }
}

impl Extend<u32> for Slots {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, slots: I) {
        slots.into_iter().for_each(|slot| self.insert(slot));
    }
}

impl<'a> IntoIterator for &'a Slots {
    type Item = u32;
    type IntoIter = SlotsIter<'a>;

    fn into_iter(self) -> SlotsIter<'a> {
        self.iter()
    }
}
