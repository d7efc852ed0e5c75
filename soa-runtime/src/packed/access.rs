//! Finding blocks, visiting them, and the figures of the container.

use core::marker::PhantomData;

use super::block::{Block, BlockMut};
use super::container::{BlockId, Packed};
use super::contents::{Bytes, Contents};
use super::place::Slot;

/// The figures of a packed container, see [`Packed::stats`](super::Packed::stats).
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Rejected};
///
/// let config = PackedConfig::new(64, 8).compaction(Compaction::Manual);
/// let mut buffer = PackedBuffer::with_config(config);
/// let ids = [buffer.alloc(8, ())?, buffer.alloc(6, ())?]; // 6 bytes take up 8
/// buffer.remove(ids[0]);
/// let stats = buffer.stats();
/// assert_eq!((stats.live, stats.holes, stats.hole_units, stats.slack), (1, 1, 8, 2));
/// buffer.compact();
/// assert_eq!((buffer.stats().hole_units, buffer.stats().moved), (0, 8));
/// # Ok::<(), Rejected<()>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PackedStats {
    /// The number of live blocks.
    pub live: usize,
    /// The number of holes between blocks. The free end after the last block is not a hole.
    pub holes: usize,
    /// The units in holes, including those that strides keep open.
    pub hole_units: usize,
    /// The length of the largest hole, in units.
    pub largest_hole: usize,
    /// The units that blocks take up beyond their lengths, because lengths are rounded up to
    /// the grain.
    pub slack: usize,
    /// The units that were moved since the container was created.
    pub moved: u64,
    /// The share of the free units that lies outside the longest free piece: 0 if all free
    /// units are in one piece, near 1 if they are scattered.
    pub fragmentation: f64,
}

impl<M, C: Contents> Packed<M, C> {
    /// Returns whether the id names a live block. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, ())?;
    /// assert!(space.contains(id));
    /// space.remove(id);
    /// assert!(!space.contains(id));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn contains(&self, id: BlockId<M>) -> bool {
        self.ids.contains(id)
    }

    /// Returns the block of an id, or `None` if the id is stale. O(1).
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
    pub fn get(&self, id: BlockId<M>) -> Option<Block<'_, M, C>> {
        Some(self.block(self.live(id)?))
    }

    /// Returns the block that is live in a slot.
    #[inline]
    pub(super) fn block(&self, slot: Slot) -> Block<'_, M, C> {
        let place = self.spans.place(slot);
        Block {
            place,
            meta: &self.residents[slot.index()].meta,
            bytes: self.contents.part(place),
            contents: PhantomData,
        }
    }

    /// Returns the block of an id mutably, or `None` if the id is stale. In a buffer, only the
    /// bytes that are then borrowed mutably count as written. O(1).
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
    pub fn get_mut(&mut self, id: BlockId<M>) -> Option<BlockMut<'_, M, C>> {
        let slot = self.live(id)?;
        let place = self.spans.place(slot);
        let (bytes, mark) = self.contents.part_mut(slot, place);
        Some(BlockMut {
            place,
            meta: self.residents[slot.index()].meta.as_mut()?,
            bytes,
            mark,
            contents: PhantomData,
        })
    }

    /// Returns the offset of a block in elements of type `P`, for example for a draw call's base
    /// vertex. Units must be bytes. O(1).
    ///
    /// Returns `None` if the id is stale, or if the offset is not a multiple of the size of `P`.
    /// The offset is always a multiple for a block made by
    /// [`insert_slice`](Packed::insert_slice) of the same type, or by
    /// [`alloc_strided`](Self::alloc_strided) with that size.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(256, 8);
    /// buffer.insert_slice(&[[0_u8; 12]; 2], ())?;
    /// let id = buffer.insert_slice(&[[0_u8; 20]; 2], ())?;
    /// assert_eq!(buffer.element_offset::<[u8; 20]>(id), Some(2)); // at offset 40
    /// assert_eq!(buffer.element_offset::<[u8; 12]>(id), None);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn element_offset<P>(&self, id: BlockId<M>) -> Option<usize> {
        self.offset_in(id, size_of::<P>())
    }

    /// Returns the offset of a block in pieces of `stride` units, if the stride is only known when
    /// the program runs. O(1).
    ///
    /// Returns `None` if the id is stale, if the offset is not a multiple of `stride`, or if
    /// `stride` is 0. The offset is always a multiple for a block made by
    /// [`alloc_strided`](Self::alloc_strided) with that stride.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(256, 8);
    /// space.alloc(24, ())?;
    /// let id = space.alloc_strided(60, 20, ())?;
    /// assert_eq!(space.offset_in(id, 20), Some(2)); // at offset 40
    /// assert_eq!(space.offset_in(id, 12), None);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn offset_in(&self, id: BlockId<M>, stride: usize) -> Option<usize> {
        let offset = self.spans.place(self.live(id)?).offset as usize;
        let index = offset.checked_div(stride)?;
        (index * stride == offset).then_some(index)
    }

    /// Returns the sum of the blocks' lengths, in units. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// space.alloc(3, ())?;
    /// space.alloc(8, ())?;
    /// assert_eq!(space.allocated(), 11);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn allocated(&self) -> usize {
        self.allocated
    }

    /// Returns the end of the last block and its padding, in units, or 0 without a block. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// assert_eq!(space.top(), 0);
    /// space.alloc(3, ())?;
    /// assert_eq!(space.top(), 4);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn top(&self) -> usize {
        self.spans.top as usize
    }

    /// Returns the length of the memory in units, which is a multiple of the grain. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedSpace;
    /// let space = PackedSpace::<()>::with_capacity(63, 8);
    /// assert_eq!(space.capacity(), 60);
    /// ```
    pub fn capacity(&self) -> usize {
        self.spans.capacity as usize
    }

    /// Returns the number of live blocks. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(8, ())?, space.alloc(8, ())?];
    /// space.remove(ids[0]);
    /// assert_eq!(space.len(), 1);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns whether no block is live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// assert!(space.is_empty());
    /// space.alloc(0, ())?; // a block without units is a block
    /// assert!(!space.is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Returns the figures of the container. O(holes of the largest size class).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedConfig, PackedSpace, Rejected};
    /// # let config = PackedConfig::new(64, 8).compaction(Compaction::Manual);
    /// # let mut space = PackedSpace::with_config(config);
    /// let ids = [space.alloc(16, ())?, space.alloc(14, ())?];
    /// space.remove(ids[0]);
    /// let stats = space.stats();
    /// assert_eq!((stats.live, stats.holes, stats.hole_units), (1, 1, 16));
    /// assert_eq!((stats.largest_hole, stats.slack), (16, 2));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn stats(&self) -> PackedStats {
        let spans = &self.spans;
        let largest_hole = spans.largest_hole();
        let free = spans.capacity - spans.used;
        let longest = largest_hole.max(spans.capacity - spans.top);
        PackedStats {
            live: self.len(),
            holes: spans.bins.count,
            hole_units: spans.waste() as usize,
            largest_hole: largest_hole as usize,
            slack: spans.used as usize - self.allocated,
            moved: self.contents.moved,
            fragmentation: match free {
                0 => 0.0,
                free => 1.0 - f64::from(longest) / f64::from(free),
            },
        }
    }
}

impl<M> Packed<M, ()> {
    /// Calls `visit` for the metadata of each block, in memory order. O(blocks), without an
    /// allocation.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, 1)?;
    /// space.for_each_mut(|meta| *meta += 1);
    /// assert_eq!(*space.get(id).unwrap().meta(), 2);
    /// # Ok::<(), Rejected<i32>>(())
    /// ```
    pub fn for_each_mut(&mut self, mut visit: impl FnMut(&mut M)) {
        for slot in self.spans.order.iter() {
            if let Some(meta) = &mut self.residents[slot.index()].meta {
                visit(meta);
            }
        }
    }
}

impl<M> Packed<M, Bytes> {
    /// Returns the bytes from the start to [`top`](Self::top), as a copy on the GPU should be. The
    /// bytes in holes are unspecified.
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
    pub fn as_bytes(&self) -> &[u8] {
        &self.contents.as_slice()[..self.top()]
    }

    /// Calls `visit` for the metadata and bytes of each block, in memory order. All bytes
    /// count as written. O(blocks), without an allocation.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.alloc(4, 1)?;
    /// buffer.alloc(4, 2)?;
    /// buffer.for_each_mut(|meta, bytes| bytes.fill(*meta));
    /// assert_eq!(buffer.as_bytes(), [1, 1, 1, 1, 2, 2, 2, 2]);
    /// # Ok::<(), Rejected<u8>>(())
    /// ```
    pub fn for_each_mut(&mut self, mut visit: impl FnMut(&mut M, &mut [u8])) {
        for (slot, place) in self.spans.placed() {
            let (bytes, mut mark) = self.contents.part_mut(slot, place);
            mark.write_all();
            if let Some(meta) = &mut self.residents[slot.index()].meta {
                visit(meta, bytes);
            }
        }
    }
}
