//! The walks over all blocks, in memory order.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use super::block::{Block, BlockMut};
use super::buffer::{BlockId, PackedBuffer, Resident};
use super::order::Slots;
use super::place::{Place, Slot};

/// The blocks of a buffer and their ids; see [`PackedBuffer::iter`].
pub struct Iter<'a, M> {
    slots: Slots<'a>,
    places: &'a [Place],
    residents: &'a [Resident<M>],
    bytes: &'a [u8],
}

impl<'a, M> Iter<'a, M> {
    #[inline]
    pub(super) fn new(buffer: &'a PackedBuffer<M>) -> Self {
        let places = &buffer.space.places;
        Iter {
            slots: buffer.space.order.iter(),
            places,
            // Equal lengths, so that one check serves both tables.
            residents: &buffer.residents[..places.len()],
            bytes: &buffer.backing,
        }
    }

    #[inline]
    fn at(&self, slot: Slot) -> (BlockId<M>, Block<'a, M>) {
        let place = &self.places[slot.index()];
        let resident = &self.residents[slot.index()];
        let block = Block {
            offset: place.offset as usize,
            bytes: &self.bytes[place.range()],
            meta: &resident.meta,
        };
        (resident.id, block)
    }
}

impl<'a, M> Iterator for Iter<'a, M> {
    type Item = (BlockId<M>, Block<'a, M>);

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

impl<M> DoubleEndedIterator for Iter<'_, M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let slot = self.slots.next_back()?;
        Some(self.at(slot))
    }
}

impl<M> ExactSizeIterator for Iter<'_, M> {}
impl<M> FusedIterator for Iter<'_, M> {}

impl<M> Clone for Iter<'_, M> {
    fn clone(&self) -> Self {
        Iter {
            slots: self.slots.clone(),
            ..*self
        }
    }
}

impl<M: fmt::Debug> fmt::Debug for Iter<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone()).finish()
    }
}

/// What [`IterMut`] yields.
type Entry<'a, M> = (BlockId<M>, BlockMut<'a, M>);

/// The blocks of a buffer and their ids, exclusively; see [`PackedBuffer::iter_mut`].
pub struct IterMut<'a, M> {
    slots: Slots<'a>,
    /// By slot, as the memory order is another: each is taken once.
    parts: Vec<Option<(&'a mut Place, &'a mut Resident<M>)>>,
    /// The bytes of the blocks that are left, from offset `start` on.
    bytes: &'a mut [u8],
    start: usize,
}

impl<'a, M> IterMut<'a, M> {
    pub(super) fn new(buffer: &'a mut PackedBuffer<M>) -> Self {
        buffer.touched = true;
        let places = buffer.space.places.iter_mut();
        let residents = buffer.residents.iter_mut();
        IterMut {
            slots: buffer.space.order.iter(),
            parts: places.zip(residents).map(Some).collect(),
            bytes: &mut buffer.backing,
            start: 0,
        }
    }

    /// Cuts a block out of the bytes that are left: those in front of it and those
    /// behind it.
    fn cut(&mut self, slot: Slot) -> (&'a mut [u8], Entry<'a, M>, &'a mut [u8]) {
        let parts = self.parts[slot.index()].take();
        let Some((
            place,
            Resident {
                id,
                meta: Some(meta),
            },
        )) = parts
        else {
            unreachable!("{slot:?} is in the order and has no block");
        };
        let range = place.range();
        let bytes = core::mem::take(&mut self.bytes);
        let (below, rest) = bytes.split_at_mut(range.start - self.start);
        let (bytes, above) = rest.split_at_mut(range.len());
        let block = BlockMut {
            offset: range.start,
            bytes,
            meta,
            dirty: &mut place.dirty,
        };
        (below, (*id, block), above)
    }
}

impl<'a, M> Iterator for IterMut<'a, M> {
    type Item = (BlockId<M>, BlockMut<'a, M>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let slot = self.slots.next()?;
        let (_, item, above) = self.cut(slot);
        self.start = item.1.offset() + item.1.len();
        self.bytes = above;
        Some(item)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.slots.len(), Some(self.slots.len()))
    }
}

impl<M> DoubleEndedIterator for IterMut<'_, M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let slot = self.slots.next_back()?;
        let (below, item, _) = self.cut(slot);
        self.bytes = below;
        Some(item)
    }
}

impl<M> ExactSizeIterator for IterMut<'_, M> {}
impl<M> FusedIterator for IterMut<'_, M> {}

impl<M> fmt::Debug for IterMut<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IterMut")
            .field("left", &self.len())
            .finish_non_exhaustive()
    }
}

impl<'a, M> IntoIterator for &'a PackedBuffer<M> {
    type Item = (BlockId<M>, Block<'a, M>);
    type IntoIter = Iter<'a, M>;

    #[inline]
    fn into_iter(self) -> Iter<'a, M> {
        self.iter()
    }
}

impl<'a, M> IntoIterator for &'a mut PackedBuffer<M> {
    type Item = (BlockId<M>, BlockMut<'a, M>);
    type IntoIter = IterMut<'a, M>;

    fn into_iter(self) -> IterMut<'a, M> {
        self.iter_mut()
    }
}
