//! Iterators of an index of values.

use alloc::vec;
use alloc::vec::Vec;

use soa_runtime::{Hub, IdAllocator};

use crate::slots::{Slots, SlotsIter};

/// An iterator over the rows that have a value, in ascending order of their slots; see
/// [`HashedView::ids`](crate::HashedView::ids).
///
/// # Examples
///
/// ```
/// use soa_index::{Hashed, iter::HashedIds};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] name: String }
///
/// fn last(mut ids: HashedIds<'_, '_, Unit>) -> Option<UnitId> {
///     ids.next_back()
/// }
/// let mut units = UnitHub::new();
/// let ids = units.insert_many(["ada", "ada"].map(|name| Unit { name: name.into() }));
/// let mut names = Hashed::<Unit, _>::new(|units| units.name);
/// assert_eq!(last(names.at(&units).ids("ada")), Some(ids[1]));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct HashedIds<'i, 'h, T: IdAllocator> {
    /// The slot of a value that one row has.
    only: Option<u32>,
    /// The slots of a value that several rows have.
    slots: Option<SlotsIter<'i>>,
    hub: &'h Hub<T>,
}

impl<'i, 'h, T: IdAllocator> HashedIds<'i, 'h, T> {
    pub(super) fn new(first: Option<u32>, slots: Option<&'i Slots>, hub: &'h Hub<T>) -> Self {
        HashedIds {
            only: first.filter(|_| slots.is_none()),
            slots: slots.map(Slots::iter),
            hub,
        }
    }
}

impl<T: IdAllocator> Iterator for HashedIds<'_, '_, T> {
    type Item = T::Id;

    #[inline]
    fn next(&mut self) -> Option<T::Id> {
        let slot = match &mut self.slots {
            Some(slots) => slots.next(),
            None => self.only.take(),
        };
        self.hub.id_of_slot(slot?)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let only = usize::from(self.only.is_some());
        let left = self.slots.as_ref().map_or(only, SlotsIter::len);
        (left, Some(left))
    }
}

impl<T: IdAllocator> DoubleEndedIterator for HashedIds<'_, '_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T::Id> {
        let slot = match &mut self.slots {
            Some(slots) => slots.next_back(),
            None => self.only.take(),
        };
        self.hub.id_of_slot(slot?)
    }
}

impl<T: IdAllocator> ExactSizeIterator for HashedIds<'_, '_, T> {}
lazy! { ['i, 'h, T: IdAllocator] HashedIds<'i, 'h, T> { only, slots, hub } }

/// An iterator over the rows whose value a row in a lower slot has too; see
/// [`HashedView::duplicates`](crate::HashedView::duplicates).
///
/// # Examples
///
/// ```
/// use soa_index::{Hashed, iter::Duplicates};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] name: String }
///
/// fn all(duplicates: Duplicates<'_, Unit>) -> Vec<UnitId> {
///     duplicates.map(|(id, _)| id).collect()
/// }
/// let mut units = UnitHub::new();
/// let ids = units.insert_many(["ada"; 3].map(|name| Unit { name: name.into() }));
/// let mut names = Hashed::<Unit, _>::new(|units| units.name);
/// assert_eq!(all(names.at(&units).duplicates()), ids[1..]);
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Duplicates<'h, T: IdAllocator> {
    /// Each slot with the lowest slot of its value.
    found: vec::IntoIter<(u32, u32)>,
    hub: &'h Hub<T>,
}

impl<'h, T: IdAllocator> Duplicates<'h, T> {
    pub(super) fn new(pairs: Vec<(u32, u32)>, hub: &'h Hub<T>) -> Self {
        let found = pairs.into_iter();
        Duplicates { found, hub }
    }
}

yields! {
    [T: IdAllocator] Duplicates<'_, T>, (T::Id, T::Id),
    |this, pair| this.hub.id_of_slot(pair.0).zip(this.hub.id_of_slot(pair.1))
}
impl<T: IdAllocator> ExactSizeIterator for Duplicates<'_, T> {}
lazy! { ['h, T: IdAllocator] Duplicates<'h, T> { found, hub } }
