//! How blocks are created, and how the container grows.

use alloc::collections::TryReserveError;

use bytemuck::Pod;

use super::container::{BlockId, Packed};
use super::contents::{Bytes, Contents};
use super::error::{PackedError, Rejected};
use super::place::{Need, Opening, Slot, round_up, try_extend};
use super::spans::Spans;

/// The id of a new block, or the metadata back.
type Made<M> = Result<BlockId<M>, Rejected<M>>;

impl<M, C: Contents> Packed<M, C> {
    /// Creates a block of `len` units. In a buffer, the bytes are zero.
    ///
    /// O(1), and in a buffer O(1) per byte. If no room is found quickly, all holes are tried, and
    /// then all blocks are visited to find out whether a compaction helps. The bytes of a buffer
    /// that grows are copied, which is O(1) per byte, amortised.
    ///
    /// # Errors
    ///
    /// Returns [`PackedError::Full`] if there is no room and the container must not grow to make
    /// some, [`PackedError::TooManyBlocks`] if the maximum number of blocks are live, and
    /// [`PackedError::OutOfMemory`] if the allocator refused memory. The metadata is handed back.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(10, "scratch")?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [0; 10]);
    /// assert_eq!(buffer.top(), 12); // 10, rounded up to the grain
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn alloc(&mut self, len: usize, meta: M) -> Made<M> {
        self.alloc_strided(len, 1, meta)
    }

    /// Creates a block of `len` units at an offset that is a multiple of `stride` units, and stays
    /// one when the block moves. A stride of 0 or 1 allows any offset.
    ///
    /// With a stride of a vertex's size, a block of vertices starts at a whole vertex. Costs the
    /// same as [`alloc`](Self::alloc).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`alloc`](Self::alloc).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(256, 8);
    /// space.alloc(4, ())?;
    /// let id = space.alloc_strided(3 * 20, 20, ())?;
    /// assert_eq!(space.get(id).unwrap().offset(), 20);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn alloc_strided(&mut self, len: usize, stride: usize, meta: M) -> Made<M> {
        let id = self.make(len, stride, meta)?;
        let slot = Slot::of(id);
        self.contents.zero(slot, self.spans.place(slot), 0);
        Ok(id)
    }

    /// Creates a block whose part of the contents, padding included, the caller writes.
    pub(super) fn make(&mut self, len: usize, stride: usize, meta: M) -> Made<M> {
        let (need, opening, id) = match self.admit(len, stride) {
            Ok(admitted) => admitted,
            Err(error) => return Err(Rejected { meta, error }),
        };
        let slot = Slot::of(id);
        self.spans.insert(slot, opening, need);
        self.metas[slot.index()] = Some(meta);
        self.allocated += len;
        Ok(id)
    }

    /// Takes every step of creating a block that can fail. Afterwards only an id is taken, and the
    /// container may have grown.
    fn admit(
        &mut self,
        len: usize,
        stride: usize,
    ) -> Result<(Need, Opening, BlockId<M>), PackedError> {
        let limit = self.config.blocks;
        if self.ids.len() >= limit {
            return Err(PackedError::TooManyBlocks { limit });
        }
        let (need, opening) = self.spans.search(len, stride, None)?;
        self.try_reserve().map_err(|_| PackedError::OutOfMemory)?;
        self.grow_until(opening.offset + need.size)?;
        Ok((need, opening, self.ids.try_alloc()?))
    }

    /// Reserves memory for one more block in all tables, so that inserting it cannot fail.
    fn try_reserve(&mut self) -> Result<(), TryReserveError> {
        let slots = self.ids.slots() + 1;
        self.spans.try_reserve(slots)?;
        self.contents.record.try_reserve(slots)?;
        try_extend(&mut self.metas, slots, || None)
    }

    /// Makes the capacity at least `capacity` units, rounded up to the grain. Ids and offsets
    /// stay. A container that has the capacity already is unchanged. O(1), and in a buffer a copy
    /// of the bytes.
    ///
    /// # Errors
    ///
    /// Returns [`PackedError::Full`] if `capacity` is more than the configured
    /// [`max_capacity`](crate::packed::PackedConfig::max_capacity), and
    /// [`PackedError::OutOfMemory`] if the allocator does not have the bytes of a buffer. Nothing
    /// has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, PackedConfig, PackedError};
    /// let mut buffer = PackedBuffer::with_config(PackedConfig::new(64, 8).max_capacity(256));
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// buffer.grow_to(100)?;
    /// buffer.grow_to(10)?;
    /// assert_eq!(buffer.capacity(), 100);
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [1, 2, 3]);
    /// assert!(buffer.grow_to(257).is_err());
    /// # Ok::<(), PackedError>(())
    /// ```
    pub fn grow_to(&mut self, capacity: usize) -> Result<(), PackedError> {
        if capacity <= self.capacity() {
            return Ok(());
        }
        let Spans { grain, limit, .. } = self.spans;
        let rounded = u32::try_from(capacity).ok();
        let rounded = rounded.and_then(|capacity| round_up(capacity, grain));
        let rounded = rounded.filter(|&capacity| capacity <= limit);
        let full = || self.spans.full(capacity, None, None);
        self.set_capacity(rounded.ok_or_else(full)?)
    }

    /// Doubles the capacity until a block that ends at `end` fits.
    pub(super) fn grow_until(&mut self, end: u32) -> Result<(), PackedError> {
        if end <= self.spans.capacity {
            return Ok(());
        }
        let Spans { grain, limit, .. } = self.spans;
        let mut capacity = self.spans.capacity.max(grain);
        while capacity < end {
            capacity = capacity.saturating_mul(2);
        }
        self.set_capacity(capacity.min(limit))
    }

    fn set_capacity(&mut self, capacity: u32) -> Result<(), PackedError> {
        self.contents.grow(self.spans.top, capacity)?;
        self.spans.capacity = capacity;
        Ok(())
    }
}

impl<M> Packed<M, Bytes> {
    /// Creates a block with a copy of `bytes`. Costs the same as [`alloc`](Self::alloc).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`alloc`](Self::alloc).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// buffer.insert(&[1, 2, 3, 4, 5], ())?;
    /// let id = buffer.insert(&[6], ())?;
    /// assert_eq!(buffer.get(id).unwrap().offset(), 8); // the first 5 bytes take up 8
    /// assert_eq!(buffer.as_bytes(), [1, 2, 3, 4, 5, 0, 0, 0, 6, 0, 0, 0]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn insert(&mut self, bytes: &[u8], meta: M) -> Made<M> {
        self.insert_strided(bytes, 1, meta)
    }

    /// Creates a block with a copy of `elements`, at an offset that is a multiple of the element's
    /// size, and stays one when the block moves.
    ///
    /// So [`element_offset`](Self::element_offset) is always a whole number, also for vertices of
    /// 12 or 20 bytes. Costs the same as [`alloc`](Self::alloc).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`alloc`](Self::alloc).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(256, 8);
    /// buffer.insert(&[1, 2, 3, 4], ())?;
    /// let id = buffer.insert_slice(&[[0.0_f32; 5]; 3], ())?;
    /// assert_eq!(buffer.get(id).unwrap().offset(), 20);
    /// assert_eq!(buffer.element_offset::<[f32; 5]>(id), Some(1));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn insert_slice<P: Pod>(&mut self, elements: &[P], meta: M) -> Made<M> {
        // The cast fails only for elements without a size, which have no bytes.
        let bytes = bytemuck::try_cast_slice(elements).unwrap_or(&[]);
        self.insert_strided(bytes, size_of::<P>(), meta)
    }

    fn insert_strided(&mut self, bytes: &[u8], stride: usize, meta: M) -> Made<M> {
        let id = self.make(bytes.len(), stride, meta)?;
        let slot = Slot::of(id);
        self.contents.write(slot, self.spans.place(slot), bytes);
        Ok(id)
    }
}
