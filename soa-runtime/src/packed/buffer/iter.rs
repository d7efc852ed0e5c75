//! The walks over all blocks and their bytes, in memory order.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use super::PackedBuffer;
use super::block::Block;
use super::block_mut::BlockMut;
use super::dirty::Dirty;
use crate::packed::space::place::Slot;
use crate::packed::space::{BlockId, SpaceBlock, SpaceBlockMut, SpaceIter, SpaceIterMut};

/// The blocks of a buffer and their ids; see [`PackedBuffer::iter`].
pub struct Iter<'a, M> {
    blocks: SpaceIter<'a, M>,
    bytes: &'a [u8],
}

impl<'a, M> Iter<'a, M> {
    #[inline]
    pub(super) fn new(buffer: &'a PackedBuffer<M>) -> Self {
        Iter {
            blocks: buffer.space.iter(),
            bytes: &buffer.bytes.backing,
        }
    }
}

/// Adds its bytes to a block that is walked over.
#[inline]
fn entry<'a, M>(
    bytes: &'a [u8],
    (id, block): (BlockId<M>, SpaceBlock<'a, M>),
) -> (BlockId<M>, Block<'a, M>) {
    (id, Block::new(block, bytes))
}

impl<'a, M> Iterator for Iter<'a, M> {
    type Item = (BlockId<M>, Block<'a, M>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        Some(entry(self.bytes, self.blocks.next()?))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.blocks.size_hint()
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, start: B, mut step: F) -> B {
        let bytes = self.bytes;
        let step = |value, block| step(value, entry(bytes, block));
        self.blocks.fold(start, step)
    }
}

impl<M> DoubleEndedIterator for Iter<'_, M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        Some(entry(self.bytes, self.blocks.next_back()?))
    }
}

impl<M> ExactSizeIterator for Iter<'_, M> {}
impl<M> FusedIterator for Iter<'_, M> {}

impl<M> Clone for Iter<'_, M> {
    fn clone(&self) -> Self {
        Iter {
            blocks: self.blocks.clone(),
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
    blocks: SpaceIterMut<'a, M>,
    /// By slot, as the memory order is another: each is taken once.
    dirty: Vec<Option<&'a mut Dirty>>,
    /// The bytes of the blocks that are left, from offset `start` on.
    bytes: &'a mut [u8],
    start: usize,
}

impl<'a, M> IterMut<'a, M> {
    pub(super) fn new(buffer: &'a mut PackedBuffer<M>) -> Self {
        let bytes = &mut buffer.bytes;
        bytes.touched = true;
        IterMut {
            blocks: buffer.space.iter_mut(),
            dirty: bytes.dirty.iter_mut().map(Some).collect(),
            bytes: &mut bytes.backing,
            start: 0,
        }
    }

    /// Cuts a block out of the bytes that are left: those in front of it and those
    /// behind it.
    fn cut(
        &mut self,
        (id, block): (BlockId<M>, SpaceBlockMut<'a, M>),
    ) -> (&'a mut [u8], Entry<'a, M>, &'a mut [u8]) {
        let SpaceBlockMut { place, meta } = block;
        let Some(dirty) = self.dirty[Slot::of(id).index()].take() else {
            unreachable!("{id:?} is walked over twice");
        };
        let range = place.range();
        let bytes = core::mem::take(&mut self.bytes);
        let (below, rest) = bytes.split_at_mut(range.start - self.start);
        let (bytes, above) = rest.split_at_mut(range.len());
        let block = BlockMut {
            offset: range.start,
            bytes,
            meta,
            dirty,
        };
        (below, (id, block), above)
    }
}

impl<'a, M> Iterator for IterMut<'a, M> {
    type Item = (BlockId<M>, BlockMut<'a, M>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let block = self.blocks.next()?;
        let (_, item, above) = self.cut(block);
        self.start = item.1.offset() + item.1.len();
        self.bytes = above;
        Some(item)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.blocks.size_hint()
    }
}

impl<M> DoubleEndedIterator for IterMut<'_, M> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let block = self.blocks.next_back()?;
        let (below, item, _) = self.cut(block);
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
