//! How blocks are resized and released, and how the space becomes compact again.

use alloc::vec::Vec;
use core::borrow::Borrow;

use super::{BlockId, PackedSpace};
use crate::packed::error::PackedError;
use crate::packed::moves::Move;

impl<M> PackedSpace<M> {
    /// Gives a block another length, in place where what is behind it is free. Else it
    /// moves as if it were made anew, under `Append` to the end. O(1); then the
    /// compaction policy has its turn.
    ///
    /// # Errors
    ///
    /// [`PackedError::Stale`] if the id is; [`PackedError::Full`] if no place is long
    /// enough and the space may not grow to make one, where what the block has does not
    /// count as free. It is [fragmented](PackedError::is_fragmented) if a compaction
    /// helps, also by making room behind the block.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Move, PackedError, PackedSpace};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(8, ())?, space.alloc(8, ())?];
    /// space.resize(ids[1], 20)?;
    /// assert_eq!(space.take_moves(), []);
    /// space.resize(ids[0], 20)?;
    /// assert_eq!(space.take_moves(), [Move { src: 0, dst: 28, len: 8 }]);
    /// # Ok::<(), PackedError>(())
    /// ```
    pub fn resize(&mut self, id: BlockId<M>, len: usize) -> Result<(), PackedError> {
        self.resize_with(id, len, &mut ()).map(drop)
    }

    /// Releases a block and hands its metadata back; `None`, and nothing changes, if
    /// the id is stale. O(1); then the compaction policy has its turn.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, "scratch")?;
    /// assert_eq!(space.release(id), Some("scratch"));
    /// assert_eq!(space.release(id), None);
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn release(&mut self, id: BlockId<M>) -> Option<M> {
        self.release_with(id, &mut ())
    }

    /// Releases many blocks, then lets the compaction policy have one turn for all;
    /// returns how many they were. Stale ids are ignored. The metadata are dropped
    /// last.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(8, 'a')?, space.alloc(8, 'b')?, space.alloc(8, 'c')?];
    /// assert_eq!(space.release_many(&ids[..2]), 2);
    /// assert_eq!(space.release_many(ids), 1);
    /// # Ok::<(), Rejected<char>>(())
    /// ```
    pub fn release_many<I>(&mut self, ids: I) -> usize
    where
        I: IntoIterator<Item: Borrow<BlockId<M>>>,
    {
        self.release_many_with(ids, &mut ())
    }

    /// Releases all blocks; their ids are stale. Recorded moves are forgotten, growth is
    /// not; the metadata are dropped last. O(slots).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, ())?;
    /// space.clear();
    /// assert!(space.is_empty() && !space.contains(id));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn clear(&mut self) {
        self.ids.clear();
        self.spans.clear();
        self.log.forget();
        (self.allocated, self.stuck) = (0, None);
        let metas = self.residents.iter_mut();
        let metas = metas.filter_map(|resident| resident.meta.take());
        if core::mem::needs_drop::<M>() {
            drop(metas.collect::<Vec<M>>());
        } else {
            metas.for_each(drop);
        }
    }

    /// Closes all holes, but for those that strides ask for: O(blocks), and a move of
    /// all above the first hole. The memory order and the ids stay.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, Move, PackedConfig, PackedSpace, Rejected};
    /// # let config = PackedConfig { compaction: Compaction::Manual, ..Default::default() };
    /// # let mut space = PackedSpace::with_config(config);
    /// let (a, b) = (space.alloc(8, ())?, space.alloc(12, ())?);
    /// space.release(a);
    /// assert_eq!(space.get(b).unwrap().offset(), 8);
    /// space.compact();
    /// assert_eq!(space.get(b).unwrap().offset(), 0);
    /// assert_eq!(space.take_moves(), [Move { src: 8, dst: 0, len: 12 }]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn compact(&mut self) {
        self.compact_with(&mut ());
    }

    /// Closes holes for a frame's budget, from the lowest on and from where the last
    /// call stopped; any other call may come in between. Moves at most `max_units`
    /// units, but one block in any case unless it is 0. Returns the units moved, 0 if
    /// there was nothing left to do.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedConfig, PackedSpace, Rejected};
    /// # let config = PackedConfig { compaction: Compaction::Manual, ..Default::default() };
    /// # let mut space = PackedSpace::with_config(config);
    /// let ids = [(); 4].map(|()| space.alloc(8, ()).expect("there is room"));
    /// space.release(ids[0]);
    /// assert_eq!(space.compact_step(16), 16);
    /// assert_eq!(space.compact_step(16), 8);
    /// assert_eq!(space.compact_step(16), 0);
    /// assert_eq!(space.top(), 24);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn compact_step(&mut self, max_units: usize) -> usize {
        self.compact_step_with(max_units, &mut ())
    }

    /// The moves since the last call, in the order to replay on the memory, after it
    /// grew by [`take_grown`](Self::take_grown). They are recorded from the start:
    /// moves are all that a space has to say.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, Move, PackedConfig, PackedSpace, Rejected};
    /// # let config = PackedConfig { compaction: Compaction::Manual, ..Default::default() };
    /// # let mut space = PackedSpace::with_config(config);
    /// let ids = [space.alloc(8, ())?, space.alloc(4, ())?];
    /// space.release(ids[0]);
    /// space.compact();
    /// assert_eq!(space.take_moves(), [Move { src: 8, dst: 0, len: 4 }]);
    /// assert_eq!(space.take_moves(), []);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[must_use = "the moves are forgotten from now on, so the memory has to make them"]
    pub fn take_moves(&mut self) -> Vec<Move> {
        self.log.take()
    }
}
