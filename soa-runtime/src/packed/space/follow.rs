//! The upkeep itself: every change of places that contents have to follow.

use alloc::vec::Vec;
use core::borrow::Borrow;

use super::contents::Contents;
use super::place::Slot;
use super::{BlockId, PackedSpace};
use crate::packed::config::{Compaction, Placement};
use crate::packed::error::PackedError;

/// A block that has another length now.
pub(in crate::packed) struct Resized {
    pub(in crate::packed) slot: Slot,
    /// So much of its contents is as it was.
    pub(in crate::packed) kept: u32,
}

impl<M> PackedSpace<M> {
    pub(in crate::packed) fn resize_with(
        &mut self,
        id: BlockId<M>,
        len: usize,
        contents: &mut impl Contents,
    ) -> Result<Resized, PackedError> {
        let slot = self.live(id).ok_or(PackedError::Stale)?;
        let placement = self.config.placement;
        let spans = &self.spans;
        let old = spans.place(slot).need;
        let here = spans.room_of(slot);
        let need = spans.need(len, old.stride as usize);
        let fits_here = |need, capacity| spans.fits_in_place(here, need, capacity).then_some(here);
        let found = need.and_then(|need| {
            let room = fits_here(need, spans.capacity)
                .or_else(|| spans.find(need, placement))
                .or_else(|| fits_here(need, spans.limit))
                .or_else(|| spans.room_at_end(need, spans.limit));
            Some((need, room?))
        });
        let (need, room) = found.ok_or_else(|| spans.full(len, need, placement, Some(slot)))?;
        self.grow_until(room.offset + need.size, contents)?;

        let next = self.watched_behind(slot);
        let mut closable = next.map_or(0, |next| self.spans.place(next).closable());
        if room == here {
            self.spans.resize_in_place(slot, here, need);
        } else {
            closable += self.spans.place(slot).closable();
            self.spans
                .relocate(slot, room, need, contents, &mut self.log);
        }
        self.allocated = self.allocated - old.len as usize + len;
        self.count_freed(next, closable);
        self.settle(contents);
        Ok(Resized {
            slot,
            kept: old.len.min(need.len),
        })
    }

    pub(in crate::packed) fn release_with(
        &mut self,
        id: BlockId<M>,
        contents: &mut impl Contents,
    ) -> Option<M> {
        let meta = self.evict(id)?;
        self.settle(contents);
        Some(meta)
    }

    pub(in crate::packed) fn release_many_with<I>(
        &mut self,
        ids: I,
        contents: &mut impl Contents,
    ) -> usize
    where
        I: IntoIterator<Item: Borrow<BlockId<M>>>,
    {
        /// Gives the policy its turn, even if the ids' iterator panics.
        struct Settle<'b, M, C: Contents>(&'b mut PackedSpace<M>, &'b mut C);

        impl<M, C: Contents> Drop for Settle<'_, M, C> {
            fn drop(&mut self) {
                self.0.settle(self.1);
            }
        }

        let mut released = Vec::new();
        let mut count = 0;
        let space = Settle(self, contents);
        for id in ids {
            if let Some(meta) = space.0.evict(*id.borrow()) {
                count += 1;
                if core::mem::needs_drop::<M>() {
                    released.push(meta);
                }
            }
        }
        count
    }

    pub(in crate::packed) fn compact_with(&mut self, contents: &mut impl Contents) {
        self.stuck = None;
        self.spans.slide(u64::MAX, contents, &mut self.log);
    }

    pub(in crate::packed) fn compact_step_with(
        &mut self,
        budget: usize,
        contents: &mut impl Contents,
    ) -> usize {
        if budget == 0 {
            return 0;
        }
        // Where it stops it opens a hole, which may be more to a stride than what it closed.
        self.stuck = None;
        let moved = self.spans.slide(budget as u64, contents, &mut self.log);
        // A space is shorter than `u32::MAX`, and each block moves once a pass.
        usize::try_from(moved).unwrap_or(usize::MAX)
    }

    /// Takes a block out and returns its metadata.
    fn evict(&mut self, id: BlockId<M>) -> Option<M> {
        let slot = self.live(id)?;
        let meta = self.residents[slot.index()].meta.take()?;
        let next = self.watched_behind(slot);
        let closable = |slot| self.spans.place(slot).closable();
        let closable = next.map_or(0, |next| closable(slot) + closable(next));
        self.ids.dealloc(id);
        self.allocated -= self.spans.place(slot).need.len as usize;
        self.spans.remove(slot);
        self.count_freed(next, closable);
        Some(meta)
    }

    /// The block behind, if it is counted how far that can slide down.
    fn watched_behind(&self, slot: Slot) -> Option<Slot> {
        self.stuck?;
        self.spans.order.after(slot)
    }

    /// Counts how much sliding `next` down closes now; `closable` of that could be closed
    /// before.
    fn count_freed(&mut self, next: Option<Slot>, closable: u32) {
        if let (Some(freed), Some(next)) = (&mut self.stuck, next) {
            let now = self.spans.place(next).closable();
            *freed += u64::from(now.saturating_sub(closable));
        }
    }

    /// Compacts as the policy says, after a call that made a hole.
    fn settle(&mut self, contents: &mut impl Contents) {
        match self.config.compaction {
            Compaction::Manual => {}
            Compaction::Eager => self.compact_with(contents),
            Compaction::Threshold { percent } => {
                let allowed = u64::from(self.spans.used) * u64::from(percent) / 100;
                let is_over = u64::from(self.spans.waste()) > allowed;
                if is_over && self.stuck.is_none_or(|freed| freed > allowed) {
                    self.reclaim(allowed, contents);
                }
            }
        }
    }

    /// Brings the holes down to `allowed`, if strides do not ask for more.
    fn reclaim(&mut self, allowed: u64, contents: &mut impl Contents) {
        match self.config.placement {
            Placement::Append => self.compact_with(contents),
            Placement::ReuseHoles => {
                // To less than that, so that the next release does not do it again.
                let enough = allowed / 4 * 3;
                self.spans.fill_from_end(enough, contents, &mut self.log);
                // Strides may have kept open what it took for closed.
                if u64::from(self.spans.waste()) > allowed {
                    self.compact_with(contents);
                }
            }
        }
        self.stuck = (u64::from(self.spans.waste()) > allowed).then_some(0);
    }
}
