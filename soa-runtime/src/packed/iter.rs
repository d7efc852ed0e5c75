//! The iterators over the blocks of a packed container, in memory order.
//!
//! They are returned by [`Packed::iter`] and [`Packed::iter_mut`]. The parameter `C` is
//! [`Bytes`] for a [`PackedBuffer`](super::PackedBuffer), which is the default, and
//! `()` for a [`PackedSpace`](super::PackedSpace).

use alloc::vec::{self, Vec};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::block::{Block, BlockMut};
use super::container::{BlockId, Packed};
use super::contents::{Bytes, Contents};
use super::order::InOrder;
use super::place::Slot;

impl<M, C: Contents> Packed<M, C> {
    /// Yields all blocks with their ids, in memory order. O(blocks).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// for name in ["a", "b", "c"] {
    ///     space.alloc(8, name)?;
    /// }
    /// assert!(space.iter().map(|(_, block)| *block.meta()).eq(["a", "b", "c"]));
    /// assert!(space.iter().rev().map(|(_, block)| block.offset()).eq([16, 8, 0]));
    /// assert_eq!(space.iter().len(), 3);
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn iter(&self) -> Iter<'_, M, C> {
        Iter {
            slots: self.spans.order.iter(),
            container: self,
        }
    }

    /// Yields all blocks with their ids, mutably and in memory order. In a buffer, only the bytes
    /// that are then borrowed mutably count as written.
    ///
    /// O(slots). The iterator allocates lists as long as the slots.
    /// [`for_each_mut`](Packed::for_each_mut) allocates nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.alloc(8, 1)?, buffer.alloc(8, 2)?];
    /// let reader = buffer.reader();
    /// for (_, mut block) in buffer.iter_mut() {
    ///     if *block.meta() == 2 {
    ///         block.bytes_mut().fill(2);
    ///     }
    /// }
    /// assert_eq!(buffer.get(ids[1]).unwrap().bytes(), [2; 8]);
    /// assert_eq!(buffer.changes(reader).written, [8..16]);
    /// # Ok::<(), Rejected<i32>>(())
    /// ```
    pub fn iter_mut(&mut self) -> IterMut<'_, M, C> {
        // By slot, because the memory order is another; each is taken once.
        let mut metas: Vec<_> = self.metas.iter_mut().map(Option::as_mut).collect();
        let mut part = self.contents.parts_mut();
        let blocks = self.spans.placed().filter_map(|(slot, place)| {
            let meta = metas[slot.index()].take()?;
            let (bytes, mark) = part(slot, place);
            let block = BlockMut {
                place,
                meta,
                bytes,
                mark,
                contents: PhantomData,
            };
            Some((self.ids.id_in(slot.0), block))
        });
        let blocks: Vec<_> = blocks.collect();
        IterMut {
            blocks: blocks.into_iter(),
        }
    }
}

/// An iterator over all blocks and their ids, see [`Packed::iter`].
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{PackedBuffer, Rejected, iter::Iter};
///
/// fn longest(blocks: Iter<'_, &str>) -> Option<usize> {
///     blocks.map(|(_, block)| block.bytes().len()).max()
/// }
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// buffer.insert(&[1, 2, 3], "short")?;
/// buffer.insert(&[1, 2, 3, 4, 5], "long")?;
/// assert_eq!(longest(buffer.iter()), Some(5));
/// # Ok::<(), Rejected<&str>>(())
/// ```
pub struct Iter<'a, M, C: Contents = Bytes> {
    slots: InOrder<'a>,
    container: &'a Packed<M, C>,
}

impl<'a, M, C: Contents> Iter<'a, M, C> {
    #[inline]
    fn at(container: &'a Packed<M, C>, slot: Slot) -> (BlockId<M>, Block<'a, M, C>) {
        (container.ids.id_in(slot.0), container.block(slot))
    }
}

impl<'a, M, C: Contents> Iterator for Iter<'a, M, C> {
    type Item = (BlockId<M>, Block<'a, M, C>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let slot = self.slots.next()?;
        Some(Self::at(self.container, slot))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.slots.size_hint()
    }

    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, start: B, mut step: F) -> B {
        let Iter { slots, container } = self;
        slots.fold(start, |value, slot| step(value, Self::at(container, slot)))
    }
}

impl<M, C: Contents> DoubleEndedIterator for Iter<'_, M, C> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let slot = self.slots.next_back()?;
        Some(Self::at(self.container, slot))
    }
}

impl<M, C: Contents> ExactSizeIterator for Iter<'_, M, C> {}
impl<M, C: Contents> FusedIterator for Iter<'_, M, C> {}

impl<M, C: Contents> Clone for Iter<'_, M, C> {
    fn clone(&self) -> Self {
        Iter {
            slots: self.slots.clone(),
            ..*self
        }
    }
}

impl<M: fmt::Debug, C: Contents> fmt::Debug for Iter<'_, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone()).finish()
    }
}

/// An iterator over all blocks and their ids that lends the blocks mutably, see
/// [`Packed::iter_mut`].
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{PackedSpace, Rejected, iter::IterMut};
///
/// fn last(mut blocks: IterMut<'_, i32, ()>) -> Option<&mut i32> {
///     blocks.next_back().map(|(_, block)| block.into_meta())
/// }
///
/// let mut space = PackedSpace::with_capacity(64, 8);
/// let ids = [space.alloc(8, 1)?, space.alloc(8, 2)?];
/// *last(space.iter_mut()).expect("there are two blocks") = 7;
/// assert_eq!(space.get(ids[1]).map(|block| *block.meta()), Some(7));
/// # Ok::<(), Rejected<i32>>(())
/// ```
pub struct IterMut<'a, M, C: Contents = Bytes> {
    blocks: vec::IntoIter<(BlockId<M>, BlockMut<'a, M, C>)>,
}

impl<'a, M, C: Contents> Iterator for IterMut<'a, M, C> {
    type Item = (BlockId<M>, BlockMut<'a, M, C>);

    fn next(&mut self) -> Option<Self::Item> {
        self.blocks.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.blocks.size_hint()
    }
}

impl<M, C: Contents> DoubleEndedIterator for IterMut<'_, M, C> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.blocks.next_back()
    }
}

impl<M, C: Contents> ExactSizeIterator for IterMut<'_, M, C> {}
impl<M, C: Contents> FusedIterator for IterMut<'_, M, C> {}

debug_struct! {
    [M, C: Contents] IterMut<'_, M, C>, "IterMut",
    iter => { left: iter.len() } finish_non_exhaustive
}

impl<'a, M, C: Contents> IntoIterator for &'a Packed<M, C> {
    type Item = (BlockId<M>, Block<'a, M, C>);
    type IntoIter = Iter<'a, M, C>;

    fn into_iter(self) -> Iter<'a, M, C> {
        self.iter()
    }
}

impl<'a, M, C: Contents> IntoIterator for &'a mut Packed<M, C> {
    type Item = (BlockId<M>, BlockMut<'a, M, C>);
    type IntoIter = IterMut<'a, M, C>;

    fn into_iter(self) -> IterMut<'a, M, C> {
        self.iter_mut()
    }
}
