//! How blocks are resized, written and removed, and how holes are closed.

use alloc::vec::Vec;
use core::borrow::Borrow;

use super::config::{Compaction, Placement};
use super::container::{BlockId, Packed};
use super::contents::{Bytes, Contents};
use super::error::PackedError;
use super::place::Slot;

impl<M, C: Contents> Packed<M, C> {
    /// Gives a block another length. In a buffer, the bytes are kept and new bytes are zero.
    ///
    /// The block stays where it is if the units after it are free. Otherwise it moves to where a
    /// new block would go, with [`Placement::Append`](crate::packed::Placement) to the end. O(1),
    /// and in a buffer the move; then the compaction policy has its turn.
    ///
    /// # Errors
    ///
    /// Returns [`PackedError::Stale`] if the id is stale, and [`PackedError::Full`] if there is no
    /// room and the container must not grow to make some. The units of the block itself do not
    /// count as free. The error is [fragmented](PackedError::is_fragmented) if a compaction helps,
    /// which includes making room after the block.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Move, PackedBuffer, PackedError, PackedSpace};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// buffer.resize(id, 5)?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [1, 2, 3, 0, 0]);
    ///
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(8, ())?, space.alloc(8, ())?];
    /// let reader = space.reader();
    /// space.resize(ids[1], 20)?;
    /// assert_eq!(space.changes(reader).moves, []);
    /// space.resize(ids[0], 20)?;
    /// assert_eq!(space.changes(reader).moves, [Move { src: 0, dst: 28, len: 8 }]);
    /// # Ok::<(), PackedError>(())
    /// ```
    pub fn resize(&mut self, id: BlockId<M>, len: usize) -> Result<(), PackedError> {
        let slot = self.live(id).ok_or(PackedError::Stale)?;
        let old = self.spans.place(slot).need;
        let here = self.spans.opening_of(slot);
        let (need, opening) = self.spans.search(len, old.stride as usize, Some(slot))?;
        self.grow_until(opening.offset + need.size)?;

        let next = self.watched_after(slot);
        let mut closable = next.map_or(0, |next| self.spans.place(next).closable());
        if opening == here {
            self.spans.resize_in_place(slot, here, need);
        } else {
            closable += self.spans.place(slot).closable();
            self.spans.relocate(slot, opening, need, &mut self.contents);
        }
        self.allocated = self.allocated - old.len as usize + len;
        self.count_freed(next, closable);
        self.settle();
        let kept = old.len.min(need.len);
        self.contents.zero(slot, self.spans.place(slot), kept);
        Ok(())
    }

    /// Removes a block and returns its metadata. Returns `None` and changes nothing if the id is
    /// stale. O(1); then the compaction policy has its turn.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, "scratch")?;
    /// assert_eq!(space.remove(id), Some("scratch"));
    /// assert_eq!(space.remove(id), None);
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn remove(&mut self, id: BlockId<M>) -> Option<M> {
        let meta = self.evict(id)?;
        self.settle();
        Some(meta)
    }

    /// Removes many blocks and returns the number of blocks removed. Stale ids are ignored.
    ///
    /// The compaction policy has one turn for all blocks, so this is much cheaper than removing
    /// them one at a time if the policy compacts often. The metadata is dropped last.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(8, 'a')?, space.alloc(8, 'b')?, space.alloc(8, 'c')?];
    /// assert_eq!(space.remove_many(&ids[..2]), 2);
    /// assert_eq!(space.remove_many(ids), 1);
    /// # Ok::<(), Rejected<char>>(())
    /// ```
    pub fn remove_many<I>(&mut self, ids: I) -> usize
    where
        I: IntoIterator<Item: Borrow<BlockId<M>>>,
    {
        /// Gives the policy its turn, even if the iterator of ids panics.
        struct Settle<'c, M, C: Contents>(&'c mut Packed<M, C>);

        impl<M, C: Contents> Drop for Settle<'_, M, C> {
            fn drop(&mut self) {
                self.0.settle();
            }
        }

        let mut removed = Vec::new();
        let mut count = 0;
        let container = Settle(self);
        for id in ids {
            if let Some(meta) = container.0.evict(*id.borrow()) {
                count += 1;
                if core::mem::needs_drop::<M>() {
                    removed.push(meta);
                }
            }
        }
        count
    }

    /// Removes all blocks, so their ids are stale. Readers no longer lack any moves or writes, but
    /// still lack growth.
    /// The metadata is dropped last. O(slots).
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
        self.contents.record.clear();
        self.ids.clear();
        self.spans.clear();
        (self.allocated, self.stuck) = (0, None);
        let metas = self.metas.iter_mut().filter_map(Option::take);
        if core::mem::needs_drop::<M>() {
            drop(metas.collect::<Vec<M>>());
        } else {
            metas.for_each(drop);
        }
    }

    /// Closes all holes except those that strides keep open. The ids and the memory order stay.
    /// O(blocks), and a move of everything above the first hole.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Rejected};
    /// # let config = PackedConfig::new(64, 8).compaction(Compaction::Manual);
    /// # let mut buffer = PackedBuffer::with_config(config);
    /// let (a, b) = (buffer.alloc(8, ())?, buffer.insert(&[7; 8], ())?);
    /// buffer.remove(a);
    /// assert_eq!(buffer.get(b).unwrap().offset(), 8);
    /// buffer.compact();
    /// assert_eq!(buffer.get(b).unwrap().offset(), 0);
    /// assert_eq!(buffer.as_bytes(), [7; 8]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn compact(&mut self) {
        self.stuck = None;
        self.spans.slide(u64::MAX, &mut self.contents);
    }

    /// Closes holes within a budget, for example the budget of a frame. It starts at the lowest hole or
    /// where the last call stopped; other calls may come in between.
    ///
    /// Moves at most `max_units` units, but at least one block unless `max_units` is 0. Returns
    /// the number of units moved, which is 0 if there is nothing left to close.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedConfig, PackedSpace, Rejected};
    /// # let config = PackedConfig::new(64, 8).compaction(Compaction::Manual);
    /// # let mut space = PackedSpace::with_config(config);
    /// let ids = [(); 4].map(|()| space.alloc(8, ()).expect("there is room"));
    /// space.remove(ids[0]);
    /// assert_eq!(space.compact_step(16), 16);
    /// assert_eq!(space.compact_step(16), 8);
    /// assert_eq!(space.compact_step(16), 0);
    /// assert_eq!(space.top(), 24);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn compact_step(&mut self, max_units: usize) -> usize {
        if max_units == 0 {
            return 0;
        }
        // Where the pass stops it opens a hole, which strides may make larger than what it closed.
        self.stuck = None;
        let moved = self.spans.slide(max_units as u64, &mut self.contents);
        // A container is shorter than `u32::MAX`, and each block moves at most once per pass.
        usize::try_from(moved).unwrap_or(usize::MAX)
    }

    /// Removes a block without a turn of the policy, and returns its metadata.
    fn evict(&mut self, id: BlockId<M>) -> Option<M> {
        let slot = self.live(id)?;
        let meta = self.metas[slot.index()].take()?;
        let next = self.watched_after(slot);
        let closable = |slot| self.spans.place(slot).closable();
        let closable = next.map_or(0, |next| closable(slot) + closable(next));
        self.ids.dealloc(id);
        self.allocated -= self.spans.place(slot).need.len as usize;
        self.spans.remove(slot);
        self.contents.record.remove(slot);
        self.count_freed(next, closable);
        Some(meta)
    }

    /// Returns the block after `slot`, if the units that it could slide down by are counted.
    fn watched_after(&self, slot: Slot) -> Option<Slot> {
        self.stuck?;
        self.spans.order.after(slot)
    }

    /// Counts the units that sliding `next` down closes now; `closable` of them could be closed
    /// before.
    fn count_freed(&mut self, next: Option<Slot>, closable: u32) {
        if let (Some(freed), Some(next)) = (&mut self.stuck, next) {
            let now = self.spans.place(next).closable();
            *freed += u64::from(now.saturating_sub(closable));
        }
    }

    /// Compacts as the policy requires.
    fn settle(&mut self) {
        match self.config.compaction {
            Compaction::Manual => {}
            Compaction::Eager => self.compact(),
            Compaction::Threshold { percent } => {
                let allowed = u64::from(self.spans.used) * u64::from(percent) / 100;
                let is_over = u64::from(self.spans.waste()) > allowed;
                if is_over && self.stuck.is_none_or(|freed| freed > allowed) {
                    self.reclaim(allowed);
                }
            }
        }
    }

    /// Brings the units in holes down to `allowed`, unless strides keep more of them open.
    fn reclaim(&mut self, allowed: u64) {
        match self.config.placement {
            Placement::Append => self.compact(),
            Placement::ReuseHoles => {
                // Less than `allowed`, so that the next removal does not reclaim again.
                let enough = allowed / 4 * 3;
                self.spans.fill_from_end(enough, &mut self.contents);
                // Strides may keep open what was counted as closed.
                if u64::from(self.spans.waste()) > allowed {
                    self.compact();
                }
            }
        }
        self.stuck = (u64::from(self.spans.waste()) > allowed).then_some(0);
    }
}

impl<M> Packed<M, Bytes> {
    /// Replaces the bytes of a block, whatever their number was. Costs the same as
    /// [`resize`](Self::resize).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`resize`](Self::resize). The block is unchanged then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, PackedError};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// buffer.write(id, &[4, 5, 6, 7, 8])?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [4, 5, 6, 7, 8]);
    /// assert!(buffer.write(id, &[0; 65]).is_err());
    /// # Ok::<(), PackedError>(())
    /// ```
    pub fn write(&mut self, id: BlockId<M>, bytes: &[u8]) -> Result<(), PackedError> {
        self.resize(id, bytes.len())?;
        let slot = Slot::of(id);
        self.contents.write(slot, self.spans.place(slot), bytes);
        Ok(())
    }
}
