//! How a block comes into the space.

use super::contents::Contents;
use super::place::{Need, Slot};
use super::spans::Room;
use super::{BlockId, PackedSpace, Resident};
use crate::packed::config::PackedConfig;
use crate::packed::error::{PackedError, Rejected};

impl<M> PackedSpace<M> {
    /// Makes a block of `len` units. O(1); in a space without a fitting end it looks at
    /// all holes before it gives up, and then at all blocks, to say whether a compaction
    /// helps.
    ///
    /// # Errors
    ///
    /// [`PackedError::Full`] if no place is long enough, and the space may not grow to
    /// make one; [`PackedError::TooManyBlocks`] if as many live as may. Both hand the
    /// metadata back.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(10, "cube")?;
    /// assert_eq!((space.get(id).unwrap().len(), space.top()), (10, 12)); // up to the grain
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn alloc(&mut self, len: usize, meta: M) -> Result<BlockId<M>, Rejected<M>> {
        self.alloc_strided(len, 1, meta)
    }

    /// Makes a block of `len` units at an offset that is, and stays through every move, a
    /// multiple of `stride` units; 0 is any offset, as 1 is. So a block of vertices starts
    /// at a whole vertex in a space that counts bytes. Cost as [`alloc`](Self::alloc).
    ///
    /// # Errors
    ///
    /// As [`alloc`](Self::alloc).
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
        self.make(len, stride, meta, &mut ())
    }

    /// Makes a block that the contents follow from now on.
    pub(in crate::packed) fn make(
        &mut self,
        len: usize,
        stride: usize,
        meta: M,
        contents: &mut impl Contents,
    ) -> Result<BlockId<M>, Rejected<M>> {
        let (need, room, id) = match self.admit(len, stride, contents) {
            Ok(admitted) => admitted,
            Err(error) => return Err(Rejected { meta, error }),
        };
        let slot = Slot::of(id);
        self.spans.insert(slot, room, need);
        let meta = Some(meta);
        match self.residents.get_mut(slot.index()) {
            Some(vacant) => *vacant = Resident { id, meta },
            None => self.residents.push(Resident { id, meta }),
        }
        self.allocated += len;
        Ok(id)
    }

    /// All of making a block that can fail; only an id is taken, and the space may have
    /// grown for it.
    fn admit(
        &mut self,
        len: usize,
        stride: usize,
        contents: &mut impl Contents,
    ) -> Result<(Need, Room, BlockId<M>), PackedError> {
        let PackedConfig {
            blocks, placement, ..
        } = self.config;
        if self.ids.len() >= blocks {
            return Err(PackedError::TooManyBlocks { limit: blocks });
        }
        let spans = &self.spans;
        let need = spans.need(len, stride);
        let found = need.and_then(|need| {
            let room = spans.find(need, placement);
            let room = room.or_else(|| spans.room_at_end(need, spans.limit));
            Some((need, room?))
        });
        let (need, room) = found.ok_or_else(|| spans.full(len, need, placement, None))?;
        self.try_reserve(contents)?;
        self.grow_until(room.offset + need.size, contents)?;
        Ok((need, room, self.ids.try_alloc()?))
    }

    /// Makes room for one more block in all tables, so that adding it cannot fail.
    fn try_reserve(&mut self, contents: &mut impl Contents) -> Result<(), PackedError> {
        let tables = self.spans.try_reserve();
        let tables = tables.and_then(|()| self.residents.try_reserve(1));
        let tables = tables.and_then(|()| contents.try_reserve());
        tables.map_err(|_| PackedError::OutOfMemory)?;
        Ok(self.ids.try_reserve(1)?)
    }
}
