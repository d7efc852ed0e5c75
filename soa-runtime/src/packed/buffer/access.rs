//! How blocks are found, and what the buffer says about itself.

use super::PackedBuffer;
use super::block::Block;
use super::block_mut::BlockMut;
use super::bytes::Bytes;
use super::iter::{Iter, IterMut};
use crate::packed::space::place::Slot;
use crate::packed::space::{BlockId, PackedSpace, SpaceBlockMut};
use crate::packed::stats::PackedStats;

impl<M> PackedBuffer<M> {
    /// Whether the id names a living block: one compare. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(8, ())?;
    /// assert!(buffer.contains(id));
    /// buffer.release(id);
    /// assert!(!buffer.contains(id));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn contains(&self, id: BlockId<M>) -> bool {
        self.space.contains(id)
    }

    /// The block of an id; `None` if it is stale. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{BlockId, PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2], "pair")?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [1, 2]);
    /// assert!(buffer.get(BlockId::DANGLING).is_none());
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    #[inline]
    pub fn get(&self, id: BlockId<M>) -> Option<Block<'_, M>> {
        Some(Block::new(self.space.get(id)?, &self.bytes.backing))
    }

    /// The block of an id, exclusively; `None` if it is stale. Only what is then
    /// borrowed as mutable becomes dirty. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2], ())?;
    /// buffer.get_mut(id).unwrap().bytes_mut()[0] = 7;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [7, 2]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn get_mut(&mut self, id: BlockId<M>) -> Option<BlockMut<'_, M>> {
        let SpaceBlockMut { place, meta } = self.space.get_mut(id)?;
        let bytes = &mut self.bytes;
        bytes.touched = true;
        Some(BlockMut {
            offset: place.offset as usize,
            bytes: &mut bytes.backing[place.range()],
            meta,
            dirty: &mut bytes.dirty[Slot::of(id).index()],
        })
    }

    /// The block's first element as an index into the buffer as a whole, for a draw
    /// call's base vertex; `None` if the id is stale or the block does not start at a
    /// multiple of the element's size. One made by
    /// [`insert_slice`](Self::insert_slice) of the same type always does. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(256, 8);
    /// buffer.insert_slice(&[[0_u8; 12]; 2], ())?;
    /// let id = buffer.insert_slice(&[[0_u8; 20]; 2], ())?;
    /// assert_eq!(buffer.first::<[u8; 20]>(id), Some(2)); // at offset 40
    /// assert_eq!(buffer.first::<[u8; 12]>(id), None);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn first<P: bytemuck::Pod>(&self, id: BlockId<M>) -> Option<usize> {
        self.space.first::<P>(id)
    }

    /// The blocks and their ids, in memory order. O(blocks), over linked runs of 29.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// for name in ["a", "b", "c"] {
    ///     buffer.alloc(8, name)?;
    /// }
    /// assert!(buffer.iter().map(|(_, block)| *block.meta()).eq(["a", "b", "c"]));
    /// assert!(buffer.iter().rev().map(|(_, block)| block.offset()).eq([16, 8, 0]));
    /// assert_eq!(buffer.iter().len(), 3);
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    #[inline]
    pub fn iter(&self) -> Iter<'_, M> {
        Iter::new(self)
    }

    /// The blocks and their ids, exclusively, in memory order. Only what is then
    /// borrowed as mutable becomes dirty. It allocates two pointers a slot;
    /// [`for_each_mut`](Self::for_each_mut) does not.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.alloc(8, 1)?, buffer.alloc(8, 2)?];
    /// buffer.take_dirty(0);
    /// for (_, mut block) in buffer.iter_mut() {
    ///     if *block.meta() == 2 {
    ///         block.bytes_mut().fill(2);
    ///     }
    /// }
    /// assert_eq!(buffer.get(ids[1]).unwrap().bytes(), [2; 8]);
    /// assert_eq!(buffer.take_dirty(0), [8..16]);
    /// # Ok::<(), Rejected<i32>>(())
    /// ```
    pub fn iter_mut(&mut self) -> IterMut<'_, M> {
        IterMut::new(self)
    }

    /// Calls `visit` for the metadata and bytes of each block, in memory order; all
    /// bytes become dirty. O(blocks), and allocates nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.alloc(4, 1)?, buffer.alloc(4, 2)?];
    /// buffer.for_each_mut(|meta, bytes| bytes.fill(*meta));
    /// assert_eq!(buffer.as_bytes(), [1, 1, 1, 1, 2, 2, 2, 2]);
    /// # Ok::<(), Rejected<u8>>(())
    /// ```
    pub fn for_each_mut(&mut self, mut visit: impl FnMut(&mut M, &mut [u8])) {
        let Bytes {
            backing,
            dirty,
            touched,
        } = &mut self.bytes;
        *touched = true;
        let PackedSpace {
            spans, residents, ..
        } = &mut self.space;
        spans.order.iter().fold((), |(), slot| {
            let place = spans.place(slot);
            dirty[slot.index()].write(0, place.need.len);
            if let Some(meta) = &mut residents[slot.index()].meta {
                visit(meta, &mut backing[place.range()]);
            }
        });
    }

    /// The bytes from the start to [`top`](Self::top), as the GPU copy shall be. Those
    /// of holes are of no block: what they are is not specified.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.insert(&[1, 2, 3], ())?;
    /// assert_eq!(buffer.as_bytes(), [1, 2, 3, 0]); // up to the grain
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes.backing[..self.top()]
    }

    /// The sum of the blocks' lengths, in bytes. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.alloc(3, ())?;
    /// buffer.alloc(8, ())?;
    /// assert_eq!(buffer.allocated_bytes(), 11);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn allocated_bytes(&self) -> usize {
        self.space.allocated_bytes()
    }

    /// The end of the last block and its padding, in bytes; 0 without one. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// assert_eq!(buffer.top(), 0);
    /// buffer.alloc(3, ())?;
    /// assert_eq!(buffer.top(), 4);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn top(&self) -> usize {
        self.space.top()
    }

    /// The size of the buffer, in bytes; a multiple of its grain. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedBuffer;
    /// let buffer = PackedBuffer::<()>::with_capacity(63, 8);
    /// assert_eq!(buffer.capacity(), 60);
    /// ```
    #[inline]
    pub fn capacity(&self) -> usize {
        self.space.capacity()
    }

    /// How many blocks live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.alloc(8, ())?, buffer.alloc(8, ())?];
    /// buffer.release(ids[0]);
    /// assert_eq!(buffer.len(), 1);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.space.len()
    }

    /// Whether no block lives. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// assert!(buffer.is_empty());
    /// buffer.alloc(0, ())?; // a block without bytes is one, too
    /// assert!(!buffer.is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.space.is_empty()
    }

    /// What the buffer is filled with. O(holes of the largest size class).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Rejected};
    /// # let config = PackedConfig { bytes: 64, compaction: Compaction::Manual, ..Default::default() };
    /// # let mut buffer = PackedBuffer::with_config(config);
    /// let ids = [buffer.alloc(16, ())?, buffer.alloc(14, ())?];
    /// buffer.release(ids[0]);
    /// let stats = buffer.stats();
    /// assert_eq!((stats.live, stats.holes, stats.hole_bytes), (1, 1, 16));
    /// assert_eq!((stats.largest_hole, stats.slack), (16, 2));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn stats(&self) -> PackedStats {
        self.space.stats()
    }
}
