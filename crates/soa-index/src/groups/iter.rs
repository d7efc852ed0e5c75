//! Iterators of an index of groups.

use alloc::collections::btree_map;
use core::fmt;
use core::iter::FusedIterator;

use soa_runtime::{Hub, IdAllocator};

use super::sets::Sets;
use crate::slots::SlotsIter;

/// An iterator over the rows of a group, in ascending order of their slots; see
/// [`GroupsView::ids`](crate::GroupsView::ids).
///
/// # Examples
///
/// ```
/// use soa_index::{Groups, iter::GroupIds};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] team: u8 }
///
/// fn last(mut ids: GroupIds<'_, '_, Unit>) -> Option<UnitId> {
///     ids.next_back()
/// }
/// let mut units = UnitHub::new();
/// let ids = units.insert_many([1, 2, 1].map(|team| Unit { team }));
/// let mut teams = Groups::<Unit, _>::new(|units| units.team);
/// assert_eq!(last(teams.at(&units).ids(&1)), Some(ids[2]));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct GroupIds<'i, 'h, T: IdAllocator> {
    slots: SlotsIter<'i>,
    ids: IdsOf<'i, 'h, T>,
}

/// Where the ids of slots are.
pub(super) enum IdsOf<'i, 'h, T: IdAllocator> {
    /// In the hub: reading a column by an id then finds the id's slot in the cache.
    Hub(&'h Hub<T>),
    /// In the index, by slot.
    Index(&'i [T::Id]),
}

impl<T: IdAllocator> IdsOf<'_, '_, T> {
    /// Returns the id in a slot, which has a row.
    #[inline]
    fn get(&self, slot: u32) -> Option<T::Id> {
        match self {
            IdsOf::Hub(hub) => hub.id_of_slot(slot),
            IdsOf::Index(ids) => ids.get(slot as usize).copied(),
        }
    }
}

impl<T: IdAllocator> Clone for IdsOf<'_, '_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: IdAllocator> Copy for IdsOf<'_, '_, T> {}

impl<'i, 'h, T: IdAllocator> GroupIds<'i, 'h, T> {
    pub(super) fn new(slots: SlotsIter<'i>, ids: IdsOf<'i, 'h, T>) -> Self {
        GroupIds { slots, ids }
    }
}

impl<T: IdAllocator> Iterator for GroupIds<'_, '_, T> {
    type Item = T::Id;

    #[inline]
    fn next(&mut self) -> Option<T::Id> {
        self.ids.get(self.slots.next()?)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }

    #[inline]
    fn fold<B, F: FnMut(B, T::Id) -> B>(self, init: B, mut f: F) -> B {
        let ids = self.ids;
        self.slots.fold(init, |done, slot| match ids.get(slot) {
            Some(id) => f(done, id),
            None => done,
        })
    }
}

impl<T: IdAllocator> DoubleEndedIterator for GroupIds<'_, '_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T::Id> {
        self.ids.get(self.slots.next_back()?)
    }
}

impl<T: IdAllocator> ExactSizeIterator for GroupIds<'_, '_, T> {}
lazy! { ['i, 'h, T: IdAllocator] GroupIds<'i, 'h, T> { slots, ids } }

/// An iterator over the values that rows have, in ascending order, with the number of rows of each;
/// see [`GroupsView::keys`](crate::GroupsView::keys).
///
/// # Examples
///
/// ```
/// use soa_index::{Groups, iter::GroupKeys};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] team: u8 }
///
/// fn rows(keys: GroupKeys<'_, Unit, u8>) -> usize {
///     keys.map(|(_, count)| count).sum()
/// }
/// let units: UnitHub = [7, 2, 7].map(|team| Unit { team }).into_iter().collect();
/// let mut teams = Groups::<Unit, _>::new(|units| units.team);
/// assert_eq!(rows(teams.at(&units).keys()), 3);
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct GroupKeys<'i, T: IdAllocator, K> {
    /// The number of the group of each value.
    found: btree_map::Iter<'i, K, u32>,
    sets: &'i Sets<T, K>,
}

impl<'i, T: IdAllocator, K> GroupKeys<'i, T, K> {
    pub(super) fn new(sets: &'i Sets<T, K>) -> Self {
        let found = sets.numbers().iter();
        GroupKeys { found, sets }
    }
}

yields! {
    ['i, T: IdAllocator, K] GroupKeys<'i, T, K>, (&'i K, usize),
    |this, entry| Some((entry.0, this.sets.group(*entry.1).len()))
}
impl<T: IdAllocator, K> ExactSizeIterator for GroupKeys<'_, T, K> {}
impl<T: IdAllocator, K> FusedIterator for GroupKeys<'_, T, K> {}

impl<T: IdAllocator, K> Clone for GroupKeys<'_, T, K> {
    fn clone(&self) -> Self {
        GroupKeys {
            found: self.found.clone(),
            sets: self.sets,
        }
    }
}

impl<T: IdAllocator, K: fmt::Debug> fmt::Debug for GroupKeys<'_, T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone()).finish()
    }
}
