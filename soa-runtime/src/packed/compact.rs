//! Compaction: closing the holes by moving blocks down.

use super::moves::{MoveLog, Run};
use super::place::{Need, Slot, round_up};
use super::space::{Room, Space, TRIES};

impl Space {
    /// Slides blocks down into the holes below them, in memory order, from where the
    /// last call stopped; at most `budget` bytes, but at least one block. Returns the
    /// bytes moved; 0 if all blocks were packed.
    pub(super) fn slide(&mut self, budget: u64, bytes: &mut [u8], log: &mut MoveLog) -> u64 {
        let Some(from) = self.packed_to else { return 0 };
        let Space {
            places,
            order,
            bins,
            ..
        } = self;
        let recording = log.is_recording();
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
                run.add(place.note_move(offset, recording), bytes, log);
                place.offset = offset;
                moved += size;
            }
        }

        run.make(bytes, log);
        self.packed_to = stopped_at;
        match stopped_at {
            Some(slot) => self.set_gap(slot, self.place(slot).gap + freed),
            None => self.top -= freed,
        }
        moved
    }

    /// Moves the last blocks into holes that fit them, until the holes are at most
    /// `enough` bytes or none fits: a byte moved for each byte won, where sliding
    /// moves all above the hole. The memory order changes.
    pub(super) fn fill_from_end(&mut self, enough: u64, bytes: &mut [u8], log: &mut MoveLog) {
        while u64::from(self.waste()) > enough {
            let Some(last) = self.order.last() else {
                return;
            };
            let need = self.place(last).need;
            let Some(room) = self.hole_below(last, need) else {
                return;
            };
            self.relocate(last, room, need, bytes, log);
        }
    }

    fn hole_below(&self, last: Slot, need: Need) -> Option<Room> {
        if need.size > 0 {
            return self.hole(need, TRIES, Some(last));
        }
        let before = self.order.first().filter(|&first| first != last);
        before.map(|first| Room {
            before: Some(first),
            offset: 0,
        })
    }
}
