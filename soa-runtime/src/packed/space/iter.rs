//! The walks over all blocks of a space, in memory order.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use super::block::{SpaceBlock, SpaceBlockMut};
use super::order::Slots;
use super::place::{Place, Slot};
use super::{BlockId, PackedSpace, Resident};

/// The blocks of a space and their ids; see [`PackedSpace::iter`].
pub struct SpaceIter<'a, M> {
    slots: Slots<'a>,
    places: &'a [Place],
    residents: &'a [Resident<M>],
}

impl<'a, M> SpaceIter<'a, M> {
    #[inline]
    pub(super) fn new(space: &'a PackedSpace<M>) -> Self {
        let places = &space.spans.places;
        SpaceIter {
            slots: space.spans.order.iter(),
            places,
            // Equal lengths, so that one check serves both tables.
            residents: &space.residents[..places.len()],
        }
    }

    #[inline]
    fn at(&self, slot: Slot) -> (BlockId<M>, SpaceBlock<'a, M>) {
        let place = &self.places[slot.index()];
        let Resident { id, meta } = &self.residents[slot.index()];
        (*id, SpaceBlock { place, meta })
    }
}

impl<'a, M> Iterator for SpaceIter<'a, M> {
    type Item = (BlockId<M>, SpaceBlock<'a, M>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let slot = self.slots.next()?;
        Some(self.at(slot))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.slots.len(), Some(self.slots.len()))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, start: B, mut step: F) -> B {
        let slots = self.slots.clone();
        slots.fold(start, |value, slot| step(value, self.at(slot)))
    }
}

impl<M> DoubleEndedIterator for SpaceIter<'_, M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let slot = self.slots.next_back()?;
        Some(self.at(slot))
    }
}

impl<M> ExactSizeIterator for SpaceIter<'_, M> {}
impl<M> FusedIterator for SpaceIter<'_, M> {}

impl<M> Clone for SpaceIter<'_, M> {
    fn clone(&self) -> Self {
        SpaceIter {
            slots: self.slots.clone(),
            ..*self
        }
    }
}

impl<M: fmt::Debug> fmt::Debug for SpaceIter<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone()).finish()
    }
}

/// The blocks of a space and their ids, exclusively; see [`PackedSpace::iter_mut`].
pub struct SpaceIterMut<'a, M> {
    slots: Slots<'a>,
    places: &'a [Place],
    /// By slot, as the memory order is another: each is taken once.
    residents: Vec<Option<&'a mut Resident<M>>>,
}

impl<'a, M> SpaceIterMut<'a, M> {
    pub(super) fn new(space: &'a mut PackedSpace<M>) -> Self {
        SpaceIterMut {
            slots: space.spans.order.iter(),
            places: &space.spans.places,
            residents: space.residents.iter_mut().map(Some).collect(),
        }
    }

    fn at(&mut self, slot: Slot) -> (BlockId<M>, SpaceBlockMut<'a, M>) {
        let Some(Resident {
            id,
            meta: Some(meta),
        }) = self.residents[slot.index()].take()
        else {
            unreachable!("{slot:?} is in the order and has no block");
        };
        let place = &self.places[slot.index()];
        (*id, SpaceBlockMut { place, meta })
    }
}

impl<'a, M> Iterator for SpaceIterMut<'a, M> {
    type Item = (BlockId<M>, SpaceBlockMut<'a, M>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let slot = self.slots.next()?;
        Some(self.at(slot))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.slots.len(), Some(self.slots.len()))
    }
}

impl<M> DoubleEndedIterator for SpaceIterMut<'_, M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let slot = self.slots.next_back()?;
        Some(self.at(slot))
    }
}

impl<M> ExactSizeIterator for SpaceIterMut<'_, M> {}
impl<M> FusedIterator for SpaceIterMut<'_, M> {}

impl<M> fmt::Debug for SpaceIterMut<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpaceIterMut")
            .field("left", &self.len())
            .finish_non_exhaustive()
    }
}

impl<'a, M> IntoIterator for &'a PackedSpace<M> {
    type Item = (BlockId<M>, SpaceBlock<'a, M>);
    type IntoIter = SpaceIter<'a, M>;

    #[inline]
    fn into_iter(self) -> SpaceIter<'a, M> {
        self.iter()
    }
}

impl<'a, M> IntoIterator for &'a mut PackedSpace<M> {
    type Item = (BlockId<M>, SpaceBlockMut<'a, M>);
    type IntoIter = SpaceIterMut<'a, M>;

    fn into_iter(self) -> SpaceIterMut<'a, M> {
        self.iter_mut()
    }
}
