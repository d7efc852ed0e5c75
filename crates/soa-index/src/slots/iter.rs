//! Iterators over sets of slots.

use core::fmt;
use core::iter::FusedIterator;

use soa_runtime::{Hub, IdAllocator};

use super::form::Form;
use super::words::WordsIter;

/// An iterator over the slots of a set, in ascending order; see [`Slots::iter`](crate::Slots::iter).
///
/// # Examples
///
/// ```
/// use soa_index::{Slots, iter::SlotsIter};
///
/// fn sum(slots: SlotsIter<'_>) -> u32 {
///     slots.sum()
/// }
/// assert_eq!(sum(Slots::from_iter([3, 4]).iter()), 7);
/// ```
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct SlotsIter<'a> {
    slots: Of<'a>,
    /// The number of slots that are left.
    left: usize,
}

/// An iterator over the slots of one form.
#[derive(Clone)]
enum Of<'a> {
    Sparse(roaring::bitmap::Iter<'a>),
    Dense(WordsIter<'a>),
}

impl<'a> SlotsIter<'a> {
    pub(super) fn new(form: &'a Form, left: usize) -> Self {
        let slots = match form {
            Form::Sparse(slots) => Of::Sparse(slots.iter()),
            Form::Dense(words) => Of::Dense(words.iter()),
        };
        SlotsIter { slots, left }
    }
}

impl Iterator for SlotsIter<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.left = self.left.saturating_sub(1);
        match &mut self.slots {
            Of::Sparse(slots) => slots.next(),
            Of::Dense(slots) => slots.next(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn fold<B, F: FnMut(B, u32) -> B>(self, init: B, f: F) -> B {
        match self.slots {
            Of::Sparse(slots) => slots.fold(init, f),
            Of::Dense(slots) => slots.fold(init, f),
        }
    }
}

impl DoubleEndedIterator for SlotsIter<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<u32> {
        self.left = self.left.saturating_sub(1);
        match &mut self.slots {
            Of::Sparse(slots) => slots.next_back(),
            Of::Dense(slots) => slots.next_back(),
        }
    }
}

impl ExactSizeIterator for SlotsIter<'_> {}
impl FusedIterator for SlotsIter<'_> {}

impl fmt::Debug for SlotsIter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// An iterator over the ids of the rows that live in a set of slots; see
/// [`Slots::ids`](crate::Slots::ids).
///
/// # Examples
///
/// ```
/// use soa_index::{Slots, iter::SlotIds};
/// use soa_runtime::{IdAllocator, IdAllocator as Record};
/// # #[derive(IdAllocator)]
/// # struct Unit { hp: u32 }
///
/// fn count<T: Record>(ids: SlotIds<'_, T>) -> usize {
///     ids.count()
/// }
/// let units = UnitHub::from(vec![Unit { hp: 3 }]);
/// assert_eq!(count(Slots::from_iter([0, 1]).ids(&units)), 1);
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct SlotIds<'a, T: IdAllocator> {
    slots: SlotsIter<'a>,
    hub: &'a Hub<T>,
}

impl<'a, T: IdAllocator> SlotIds<'a, T> {
    pub(crate) fn new(slots: SlotsIter<'a>, hub: &'a Hub<T>) -> Self {
        SlotIds { slots, hub }
    }
}

impl<T: IdAllocator> Iterator for SlotIds<'_, T> {
    type Item = T::Id;

    #[inline]
    fn next(&mut self) -> Option<T::Id> {
        self.slots.find_map(|slot| self.hub.id_of_slot(slot))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.slots.size_hint().1)
    }

    #[inline]
    fn fold<B, F: FnMut(B, T::Id) -> B>(self, init: B, mut f: F) -> B {
        let hub = self.hub;
        self.slots
            .fold(init, |done, slot| match hub.id_of_slot(slot) {
                Some(id) => f(done, id),
                None => done,
            })
    }
}

impl<T: IdAllocator> DoubleEndedIterator for SlotIds<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T::Id> {
        let slots = self.slots.by_ref().rev();
        slots.into_iter().find_map(|slot| self.hub.id_of_slot(slot))
    }
}

lazy! { ['a, T: IdAllocator] SlotIds<'a, T> { slots, hub } }
