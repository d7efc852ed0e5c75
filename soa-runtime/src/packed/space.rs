//! The bookkeeping of the buffer: which bytes are whose, whatever is in them.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use super::bins::Bins;
use super::config::Placement;
use super::dirty::{Lacking, Ranges};
use super::error::PackedError;
use super::moves::MoveLog;
use super::order::Order;
use super::place::{Dirty, Need, Place, Slot, round_up};

/// How many holes of a class are looked at before a larger class is.
pub(super) const TRIES: usize = 4;

/// Where a block can go: its offset, and the block whose hole that is in (or the
/// end, behind all blocks). No lower offset in that hole is a multiple of the stride.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) before: Option<Slot>,
    pub(super) offset: u32,
}

/// All places, in memory order and by the holes between them.
///
/// 1. `top` is the end of the last block, 0 without one.
/// 2. `used` is the sum of the blocks' sizes, `top - used` that of their gaps.
/// 3. `bins` has every gap that is not 0.
/// 4. No block before `packed_to` (all blocks, if it is none) has a gap that its
///    stride does not ask for.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) places: Vec<Place>,
    pub(super) order: Order,
    pub(super) bins: Bins,
    pub(super) grain: u32,
    pub(super) capacity: u32,
    pub(super) top: u32,
    pub(super) used: u32,
    pub(super) packed_to: Option<Slot>,
}

impl Space {
    pub(super) fn new(capacity: u32, grain: u32) -> Self {
        Space {
            places: Vec::new(),
            order: Order::EMPTY,
            bins: Bins::new(),
            grain,
            capacity,
            top: 0,
            used: 0,
            packed_to: None,
        }
    }

    /// Makes room for one more block, so that adding it cannot fail.
    pub(super) fn try_reserve(&mut self) -> Result<(), TryReserveError> {
        let slots = self.places.len() + 1;
        self.places.try_reserve(1)?;
        self.order.try_reserve(slots)?;
        self.bins.try_reserve(slots)
    }

    /// Takes all blocks out.
    pub(super) fn clear(&mut self) {
        self.order.clear();
        self.bins.clear();
        (self.top, self.used, self.packed_to) = (0, 0, None);
    }

    #[inline]
    pub(super) fn place(&self, slot: Slot) -> &Place {
        &self.places[slot.index()]
    }

    /// The bytes below `top` that no block takes up.
    pub(super) fn waste(&self) -> u32 {
        self.top - self.used
    }

    /// The longest hole between two blocks.
    pub(super) fn largest_hole(&self) -> u32 {
        let gaps = self.bins.largest().map(|slot| self.place(slot).gap);
        gaps.max().unwrap_or(0)
    }

    /// What a block of that length needs, if a buffer of any size can hold it.
    pub(super) fn need(&self, len: usize, stride: u32) -> Option<Need> {
        let len = u32::try_from(len).ok()?;
        Some(Need {
            len,
            size: round_up(len, self.grain)?,
            stride,
        })
    }

    /// Where a block can go; changes nothing.
    pub(super) fn find(&self, need: Need, placement: Placement) -> Option<Room> {
        match placement {
            Placement::Append => self.room_at_end(need),
            Placement::ReuseHoles => self
                .hole(need, TRIES, u64::MAX)
                .or_else(|| self.room_at_end(need))
                .or_else(|| self.hole(need, usize::MAX, u64::MAX)),
        }
        // Nothing needs no room, and the start is a multiple of every stride.
        .or_else(|| {
            (need.size == 0).then(|| Room {
                before: self.order.first(),
                offset: 0,
            })
        })
    }

    /// Why nothing was found for a block of `requested` bytes, or for the one that is
    /// to be resized to them. No buffer can hold what has no `need`.
    pub(super) fn full(
        &self,
        requested: usize,
        need: Option<Need>,
        placement: Placement,
        resized: Option<Slot>,
    ) -> PackedError {
        let end = self.capacity - self.top;
        let largest_free = match placement {
            Placement::Append => end,
            Placement::ReuseHoles => end.max(self.largest_hole()),
        };
        PackedError::Full {
            requested,
            total_free: (self.capacity - self.used) as usize,
            largest_free: largest_free as usize,
            fragmented: need.is_some_and(|need| self.fits_compacted(need, placement, resized)),
        }
    }

    /// Where a block fits in front of one that starts below `limit`.
    pub(super) fn hole(&self, need: Need, tries: usize, limit: u64) -> Option<Room> {
        if need.size == 0 {
            return None;
        }
        let mut offset = None;
        let before = self.bins.find(need.size, tries, |slot| {
            let place = self.place(slot);
            offset = round_up(place.base(), need.stride)
                .filter(|&start| start <= place.offset && place.offset - start >= need.size);
            offset.is_some() && u64::from(place.offset) < limit
        });
        Some(Room {
            before: Some(before?),
            offset: offset?,
        })
    }

    fn room_at_end(&self, need: Need) -> Option<Room> {
        let offset = round_up(self.top, need.stride)?;
        let end = offset.checked_add(need.size)?;
        (end <= self.capacity).then_some(Room {
            before: None,
            offset,
        })
    }

    /// Puts a block where it was found to fit.
    pub(super) fn insert(&mut self, slot: Slot, room: Room, need: Need, dirty: Dirty) {
        let end = room.offset + need.size;
        let base = match room.before {
            Some(next) => {
                let next_place = self.places[next.index()];
                debug_assert!(room.offset >= next_place.base() && end <= next_place.offset);
                self.set_gap(next, next_place.offset - end);
                next_place.base()
            }
            None => core::mem::replace(&mut self.top, end),
        };
        let place = Place {
            offset: room.offset,
            gap: 0,
            need,
            dirty,
        };
        match self.places.get_mut(slot.index()) {
            Some(old) => *old = place,
            None => self.places.push(place),
        }
        self.set_gap(slot, room.offset - base);
        self.order.insert(slot, room.before);
        self.used += need.size;
    }

    /// Takes a block out and leaves its bytes to the hole before the next one, which
    /// it returns, or to the end.
    pub(super) fn remove(&mut self, slot: Slot) -> Option<Slot> {
        let place = self.places[slot.index()];
        self.set_gap(slot, 0);
        self.used -= place.need.size;
        let next = self.order.remove(slot);
        if self.packed_to == Some(slot) {
            self.packed_to = next;
        }
        match next {
            Some(next) => {
                let gap = self.place(next).gap + place.gap + place.need.size;
                self.set_gap(next, gap);
                self.unpack(place.offset, next);
            }
            None => self.top = place.base(),
        }
        next
    }

    /// Gives a block more or fewer bytes behind its own, if they are free; its place
    /// stays. Returns whether they were.
    pub(super) fn resize_in_place(&mut self, slot: Slot, need: Need) -> bool {
        let place = self.places[slot.index()];
        let Some(end) = place.offset.checked_add(need.size) else {
            return false;
        };
        match self.order.after(slot) {
            Some(next) => {
                let next_offset = self.place(next).offset;
                if end > next_offset {
                    return false;
                }
                self.set_gap(next, next_offset - end);
                if end < place.end() {
                    self.unpack(place.offset, next);
                }
            }
            None if end > self.capacity => return false,
            None => self.top = end,
        }
        self.used = self.used - place.need.size + need.size;
        let place = &mut self.places[slot.index()];
        place.need = need;
        place.dirty.truncate(need.size);
        true
    }

    /// Moves a block, and what it needs from now on is no less than before.
    pub(super) fn relocate(
        &mut self,
        slot: Slot,
        room: Room,
        need: Need,
        bytes: &mut [u8],
        log: &mut MoveLog,
    ) {
        let place = &mut self.places[slot.index()];
        let step = place.note_move(room.offset, log.is_recording());
        let dirty = place.dirty;
        log.make(bytes, step);
        let next = self.remove(slot);
        let before = if room.before == Some(slot) {
            next
        } else {
            room.before
        };
        self.insert(slot, Room { before, ..room }, need, dirty);
    }

    /// What the blocks lack, merged; makes them clean.
    pub(super) fn take_dirty(&mut self, gap: usize, lacking: Lacking) -> Ranges {
        let mut ranges = Ranges::new(self.grain, gap, lacking);
        let places = &mut self.places;
        self.order
            .iter()
            .fold((), |(), slot| ranges.take(&mut places[slot.index()]));
        ranges
    }

    pub(super) fn set_gap(&mut self, slot: Slot, gap: u32) {
        let old = core::mem::replace(&mut self.places[slot.index()].gap, gap);
        self.bins.resize(slot, old, gap);
    }

    /// Notes that bytes from `offset` on, below `next`, became free.
    fn unpack(&mut self, offset: u32, next: Slot) {
        let Some(packed_to) = self.packed_to else {
            self.packed_to = Some(next);
            return;
        };
        let packed_offset = self.place(packed_to).offset;
        if offset < packed_offset {
            self.packed_to = Some(next);
        } else if offset == packed_offset {
            // Blocks without bytes share their offset; which comes first is unknown here.
            self.packed_to = self.order.first();
        }
    }
}
