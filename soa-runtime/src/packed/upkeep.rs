//! How blocks are resized and released, and how the buffer becomes compact again.

use alloc::vec::Vec;
use core::borrow::Borrow;

use super::buffer::{BlockId, PackedBuffer};
use super::config::{Compaction, Placement};
use super::error::PackedError;
use super::place::Slot;

impl<M> PackedBuffer<M> {
    /// Gives a block another length: contents kept, growth zeroed, in place where the
    /// bytes behind it are free. Else it moves as if it were made anew, under
    /// `Append` to the end. O(1), and the move; then the compaction policy has its turn.
    ///
    /// # Errors
    ///
    /// [`PackedError::Stale`] if the id is; [`PackedError::Full`] if no place is long
    /// enough, where the block's present bytes do not count as free. It is
    /// [fragmented](PackedError::is_fragmented) if a compaction helps, also by making
    /// room behind the block.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, PackedError};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// buffer.resize(id, 5)?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [1, 2, 3, 0, 0]);
    /// buffer.resize(id, 1)?;
    /// assert_eq!(buffer.get(id).unwrap().bytes(), [1]);
    /// # Ok::<(), PackedError>(())
    /// ```
    pub fn resize(&mut self, id: BlockId<M>, len: usize) -> Result<(), PackedError> {
        let slot = self.live(id).ok_or(PackedError::Stale)?;
        let old = self.space.place(slot).need;
        let placement = self.config.placement;
        let need = self.space.need(len, old.stride);
        let need = need.ok_or_else(|| self.space.full(len, None, placement, None))?;
        let next = self.watched_behind(slot);
        let mut closable = next.map_or(0, |next| self.space.place(next).closable());
        if !self.space.resize_in_place(slot, need) {
            let found = self.space.find(need, placement);
            let full = || self.space.full(len, Some(need), placement, Some(slot));
            let room = found.ok_or_else(full)?;
            closable += self.space.place(slot).closable();
            self.space
                .relocate(slot, room, need, &mut self.backing, &mut self.log);
        }
        let kept = old.len.min(need.len);
        let place = &mut self.space.places[slot.index()];
        place.dirty.write(kept, need.size);
        self.backing[(place.offset + kept) as usize..place.end() as usize].fill(0);
        self.allocated = self.allocated - old.len as usize + len;
        self.touched = true;
        self.count_freed(next, closable);
        self.settle();
        Ok(())
    }

    /// Releases a block and hands its metadata back; `None`, and nothing changes, if
    /// the id is stale. O(1); then the compaction policy has its turn.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(8, "scratch")?;
    /// assert_eq!(buffer.release(id), Some("scratch"));
    /// assert_eq!(buffer.release(id), None);
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn release(&mut self, id: BlockId<M>) -> Option<M> {
        let meta = self.evict(id)?;
        self.settle();
        Some(meta)
    }

    /// Releases many blocks, then lets the compaction policy have one turn for all;
    /// returns how many they were. Stale ids are ignored. The metadata are dropped
    /// last.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.alloc(8, 'a')?, buffer.alloc(8, 'b')?, buffer.alloc(8, 'c')?];
    /// assert_eq!(buffer.release_many(&ids[..2]), 2);
    /// assert_eq!(buffer.release_many(ids), 1);
    /// # Ok::<(), Rejected<char>>(())
    /// ```
    pub fn release_many<I>(&mut self, ids: I) -> usize
    where
        I: IntoIterator<Item: Borrow<BlockId<M>>>,
    {
        /// Gives the policy its turn, even if the ids' iterator panics.
        struct Settle<'b, M>(&'b mut PackedBuffer<M>);

        impl<M> Drop for Settle<'_, M> {
            fn drop(&mut self) {
                self.0.settle();
            }
        }

        let mut released = Vec::new();
        let mut count = 0;
        let buffer = Settle(self);
        for id in ids {
            if let Some(meta) = buffer.0.evict(*id.borrow()) {
                count += 1;
                if core::mem::needs_drop::<M>() {
                    released.push(meta);
                }
            }
        }
        count
    }

    /// Releases all blocks; their ids are stale. Recorded moves are forgotten, the
    /// metadata are dropped last. O(slots).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.alloc(8, ())?;
    /// buffer.clear();
    /// assert!(buffer.is_empty() && !buffer.contains(id));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn clear(&mut self) {
        self.ids.clear();
        self.space.clear();
        self.log.forget();
        (self.allocated, self.stuck, self.touched) = (0, None, false);
        let metas = self.residents.iter_mut();
        let metas = metas.filter_map(|resident| resident.meta.take());
        if core::mem::needs_drop::<M>() {
            drop(metas.collect::<Vec<M>>());
        } else {
            metas.for_each(drop);
        }
    }

    /// Takes a block out and returns its metadata.
    fn evict(&mut self, id: BlockId<M>) -> Option<M> {
        let slot = self.live(id)?;
        let meta = self.residents[slot.index()].meta.take()?;
        let next = self.watched_behind(slot);
        let closable = |slot| self.space.place(slot).closable();
        let closable = next.map_or(0, |next| closable(slot) + closable(next));
        self.ids.dealloc(id);
        self.allocated -= self.space.place(slot).need.len as usize;
        self.space.remove(slot);
        self.count_freed(next, closable);
        Some(meta)
    }

    /// The block behind, if it is counted how far that can slide down.
    fn watched_behind(&self, slot: Slot) -> Option<Slot> {
        self.stuck?;
        self.space.order.after(slot)
    }

    /// Counts the bytes that sliding `next` down closes now; `closable` of them could
    /// be closed before.
    fn count_freed(&mut self, next: Option<Slot>, closable: u32) {
        if let (Some(freed), Some(next)) = (&mut self.stuck, next) {
            let now = self.space.place(next).closable();
            *freed += u64::from(now.saturating_sub(closable));
        }
    }

    /// Compacts as the policy says, after a call that freed bytes.
    fn settle(&mut self) {
        match self.config.compaction {
            Compaction::Manual => {}
            Compaction::Eager => self.compact(),
            Compaction::Threshold { percent } => {
                let allowed = u64::from(self.space.used) * u64::from(percent) / 100;
                let is_over = u64::from(self.space.waste()) > allowed;
                if is_over && self.stuck.is_none_or(|freed| freed > allowed) {
                    self.reclaim(allowed);
                }
            }
        }
    }

    /// Brings the holes down to `allowed` bytes, if strides do not ask for more.
    fn reclaim(&mut self, allowed: u64) {
        match self.config.placement {
            Placement::Append => self.compact(),
            Placement::ReuseHoles => {
                self.touched = true;
                // To less than that, so that the next release does not do it again.
                let enough = allowed / 4 * 3;
                self.space
                    .fill_from_end(enough, &mut self.backing, &mut self.log);
                // Strides may have kept open what it took for closed.
                if u64::from(self.space.waste()) > allowed {
                    self.compact();
                }
            }
        }
        self.stuck = (u64::from(self.space.waste()) > allowed).then_some(0);
    }

    /// Closes all holes, but for those that strides ask for: O(blocks) and a move of
    /// all bytes above the first hole. The memory order and the ids stay.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Rejected};
    /// # let config = PackedConfig { compaction: Compaction::Manual, ..Default::default() };
    /// # let mut buffer = PackedBuffer::with_config(config);
    /// let (a, b) = (buffer.alloc(8, ())?, buffer.insert(&[7; 8], ())?);
    /// buffer.release(a);
    /// assert_eq!(buffer.get(b).unwrap().offset(), 8);
    /// buffer.compact();
    /// assert_eq!(buffer.get(b).unwrap().offset(), 0);
    /// assert_eq!(buffer.as_bytes(), [7; 8]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn compact(&mut self) {
        self.stuck = None;
        self.slide(u64::MAX);
    }

    /// Closes holes for a frame's budget, from the lowest on and from where the last
    /// call stopped; any other call may come in between. Moves at most `max_bytes`
    /// bytes, but one block in any case unless it is 0. Returns the bytes moved, 0 if
    /// there was nothing left to do.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, Rejected};
    /// # let config = PackedConfig { compaction: Compaction::Manual, ..Default::default() };
    /// # let mut buffer = PackedBuffer::with_config(config);
    /// let ids = [(); 4].map(|()| buffer.alloc(8, ()).expect("there is room"));
    /// buffer.release(ids[0]);
    /// assert_eq!(buffer.compact_step(16), 16);
    /// assert_eq!(buffer.compact_step(16), 8);
    /// assert_eq!(buffer.compact_step(16), 0);
    /// assert_eq!(buffer.top(), 24);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn compact_step(&mut self, max_bytes: usize) -> usize {
        if max_bytes == 0 {
            return 0;
        }
        // Where it stops it opens a hole, which may be more to a stride than what it closed.
        self.stuck = None;
        let moved = self.slide(max_bytes as u64);
        // A buffer is shorter than `u32::MAX` bytes, and each moves once a pass.
        usize::try_from(moved).unwrap_or(usize::MAX)
    }

    fn slide(&mut self, budget: u64) -> u64 {
        self.touched = true;
        self.space.slide(budget, &mut self.backing, &mut self.log)
    }
}
