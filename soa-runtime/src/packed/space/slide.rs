//! Compaction: closing the holes by moving blocks down.

use super::contents::Contents;
use super::log::{MoveLog, Run};
use super::place::{Need, Place, Slot, round_up};
use super::spans::{Spans, TRIES};
use crate::packed::config::Placement;

impl Spans {
    /// Slides blocks down into the holes below them, in memory order, from where the
    /// last call stopped; at most `budget`, but at least one block. Returns how much was
    /// moved; 0 if all blocks were packed.
    pub(super) fn slide(
        &mut self,
        budget: u64,
        contents: &mut impl Contents,
        log: &mut MoveLog,
    ) -> u64 {
        let Some(from) = self.packed_to else { return 0 };
        let (moved, stopped_at) = self.slide_from(from, budget, contents, log);
        self.packed_to = stopped_at;
        moved
    }

    /// As [`Spans::slide`], from any block on; returns the one it stopped at, too.
    fn slide_from(
        &mut self,
        from: Slot,
        budget: u64,
        contents: &mut impl Contents,
        log: &mut MoveLog,
    ) -> (u64, Option<Slot>) {
        let Spans {
            places,
            order,
            bins,
            ..
        } = self;
        let told = log.told();
        let mut run = Run::EMPTY;
        let mut moved = 0;
        // What the hole has grown to by the moves so far: every block leaves it behind.
        let mut freed = 0;
        let mut stopped_at = None;

        for slot in order.walk(from) {
            let place = &mut places[slot.index()];
            let old_gap = place.gap;
            let base = place.offset - old_gap - freed;
            let offset = round_up(base, place.need.stride).unwrap_or(place.offset);
            let size = u64::from(place.need.size);
            if offset < place.offset && moved > 0 && moved + size > budget {
                stopped_at = Some(slot);
                break;
            }
            freed = place.offset - offset;
            place.gap = offset - base;
            bins.resize(slot, old_gap, place.gap);
            if freed > 0 {
                contents.follow(slot, place.need.size, told);
                run.add(place.move_to(offset), contents, log);
                place.offset = offset;
                moved += size;
            }
        }

        run.make(contents, log);
        match stopped_at {
            Some(slot) => self.set_gap(slot, self.place(slot).gap + freed),
            None => self.top -= freed,
        }
        (moved, stopped_at)
    }

    /// Whether what is free holds a block once all others slid down and the space grew
    /// as far as it may; one that is resized may also grow where it came to lie. O(1) if they are too few or nothing
    /// can slide, else O(blocks).
    pub(super) fn fits_compacted(
        &self,
        need: Need,
        placement: Placement,
        resized: Option<Slot>,
    ) -> bool {
        let (Some(first), Some(_)) = (self.order.first(), self.packed_to) else {
            return false;
        };
        let own_size = resized.map_or(0, |slot| self.place(slot).need.size);
        if need.size > self.limit - self.used + own_size {
            return false;
        }
        let fits = |base, end| {
            let start = round_up(base, need.stride);
            start.is_some_and(|start| start <= end && end - start >= need.size)
        };
        let mut end = 0;
        // Where the block would grow, if it is the one before.
        let mut own = None;
        for slot in self.order.walk(first) {
            let place = self.place(slot);
            let offset = round_up(end, place.need.stride).unwrap_or(place.offset);
            let usable = own.is_some() || placement == Placement::ReuseHoles;
            if usable && fits(own.unwrap_or(end), offset) {
                return true;
            }
            own = (resized == Some(slot)).then_some(offset);
            end = offset + place.need.size;
        }
        fits(own.unwrap_or(end), self.limit)
    }

    /// Moves blocks from the end into holes that fit them, until the holes are at most
    /// `enough`: that moves as much as it wins, where sliding moves all above the hole.
    /// What fits nowhere slides down at last. The memory order changes.
    pub(super) fn fill_from_end(
        &mut self,
        enough: u64,
        contents: &mut impl Contents,
        log: &mut MoveLog,
    ) {
        // The first of the blocks that fit nowhere, and what they win by sliding.
        let mut left_behind = None;
        let mut won = 0;
        let mut next = self.order.last();
        while u64::from(self.waste()) > enough + won {
            let Some(slot) = next else { break };
            next = self.order.before(slot);
            let Place {
                offset, gap, need, ..
            } = *self.place(slot);
            if let Some(room) = self.hole(need, TRIES, u64::from(offset)) {
                self.relocate(slot, room, need, contents, log);
                if left_behind.is_some() {
                    won += u64::from(gap + need.size);
                }
            } else {
                left_behind = Some(slot);
                won += u64::from(gap);
            }
        }
        if let Some(from) = left_behind {
            self.slide_from(from, u64::MAX, contents, log);
        }
    }
}
