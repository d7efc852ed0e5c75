//! How blocks are created.

use super::{BlockId, Packed, Resident};
use crate::packed::config::PackedConfig;
use crate::packed::contents::Contents;
use crate::packed::error::{PackedError, Rejected};
use crate::packed::place::{Need, Slot};
use crate::packed::spans::Opening;

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
    pub fn alloc(&mut self, len: usize, meta: M) -> Result<BlockId<M>, Rejected<M>> {
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
    pub fn alloc_strided(
        &mut self,
        len: usize,
        stride: usize,
        meta: M,
    ) -> Result<BlockId<M>, Rejected<M>> {
        let id = self.make(len, stride, meta)?;
        let place = self.spans.place(Slot::of(id));
        self.contents.zero(place, 0);
        Ok(id)
    }

    /// Creates a block whose part of the contents, padding included, the caller writes.
    pub(super) fn make(
        &mut self,
        len: usize,
        stride: usize,
        meta: M,
    ) -> Result<BlockId<M>, Rejected<M>> {
        let (need, opening, id) = match self.admit(len, stride) {
            Ok(admitted) => admitted,
            Err(error) => return Err(Rejected { meta, error }),
        };
        let slot = Slot::of(id);
        self.spans.insert(slot, opening, need);
        let meta = Some(meta);
        match self.residents.get_mut(slot.index()) {
            Some(vacant) => *vacant = Resident { id, meta },
            None => self.residents.push(Resident { id, meta }),
        }
        self.allocated += len;
        self.contents.admit(slot, self.spans.place(slot));
        Ok(id)
    }

    /// Takes every step of creating a block that can fail. Afterwards only an id is taken, and the
    /// container may have grown.
    fn admit(
        &mut self,
        len: usize,
        stride: usize,
    ) -> Result<(Need, Opening, BlockId<M>), PackedError> {
        let PackedConfig {
            blocks, placement, ..
        } = self.config;
        if self.ids.len() >= blocks {
            return Err(PackedError::TooManyBlocks { limit: blocks });
        }
        let spans = &self.spans;
        let need = spans.need(len, stride);
        let found = need.and_then(|need| {
            let opening = spans.find(need, placement);
            let opening = opening.or_else(|| spans.opening_at_end(need, spans.limit));
            Some((need, opening?))
        });
        let (need, opening) = found.ok_or_else(|| spans.full(len, need, placement, None))?;
        self.try_reserve()?;
        self.grow_until(opening.offset + need.size)?;
        Ok((need, opening, self.ids.try_alloc()?))
    }

    /// Reserves memory for one more block in all tables, so that inserting it cannot fail.
    fn try_reserve(&mut self) -> Result<(), PackedError> {
        let tables = self.spans.try_reserve();
        let tables = tables.and_then(|()| self.residents.try_reserve(1));
        let tables = tables.and_then(|()| self.contents.try_reserve());
        tables.map_err(|_| PackedError::OutOfMemory)?;
        Ok(self.ids.try_reserve(1)?)
    }
}
