//! Compaction: closing holes by moving blocks.

use super::changes::Move;
use super::contents::{Buffer, Contents};
use super::place::{Slot, TRIES, round_up};
use super::spans::Spans;

impl Spans {
    /// Slides blocks down into the holes below them, in memory order, from where the last call
    /// stopped. Moves at most `budget` units, but at least one block. Returns the number of units
    /// moved, which is 0 if all blocks were packed.
    pub(super) fn slide(&mut self, budget: u64, contents: &mut Buffer<impl Contents>) -> u64 {
        let Some(from) = self.packed_to else { return 0 };
        let (moved, stopped_at) = self.slide_from(from, budget, contents);
        self.packed_to = stopped_at;
        moved
    }

    /// Slides like [`Spans::slide`], but from any block on, and returns the block at which it
    /// stopped as well.
    fn slide_from(
        &mut self,
        from: Slot,
        budget: u64,
        contents: &mut Buffer<impl Contents>,
    ) -> (u64, Option<Slot>) {
        // Neighbouring blocks that move by the same distance are moved as one.
        let mut run = Move {
            src: 0,
            dst: 0,
            len: 0,
        };
        let mut moved = 0;
        // The units that the moves so far freed: each block that moves leaves them after itself.
        let mut freed = 0;
        let mut stopped_at = None;

        for slot in self.order.walk(from) {
            let place = &mut self.places[slot.index()];
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
            self.bins.resize(slot, old_gap, place.gap);
            if freed > 0 {
                let step = place.move_to(offset);
                if (run.src + run.len, run.dst + run.len) == (step.src, step.dst) {
                    run.len += step.len;
                } else {
                    contents.carry(run);
                    run = step;
                }
                place.offset = offset;
                moved += size;
            }
        }

        contents.carry(run);
        match stopped_at {
            Some(slot) => self.set_gap(slot, self.place(slot).gap + freed),
            None => self.top -= freed,
        }
        (moved, stopped_at)
    }

    /// Moves blocks from the end into holes that fit them, until at most `enough` units are in
    /// holes. Each move closes as much as it moves, whereas sliding moves everything above the
    /// hole. Blocks that fit no hole slide down at the end. The memory order changes.
    pub(super) fn fill_from_end(&mut self, enough: u64, contents: &mut Buffer<impl Contents>) {
        // The first block that fits no hole, and the units that sliding will close.
        let mut left_over = None;
        let mut won = 0;
        let mut next = self.order.last();
        while u64::from(self.waste()) > enough + won {
            let Some(slot) = next else { break };
            next = self.order.before(slot);
            let place = *self.place(slot);
            if let Some(opening) = self.hole(place.need, TRIES, u64::from(place.offset)) {
                self.relocate(slot, opening, place.need, contents);
                if left_over.is_some() {
                    won += u64::from(place.gap + place.need.size);
                }
            } else {
                left_over = Some(slot);
                won += u64::from(place.gap);
            }
        }
        if let Some(from) = left_over {
            self.slide_from(from, u64::MAX, contents);
        }
    }
}
