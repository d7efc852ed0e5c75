//! The bookkeeping of the space: which part is whose, whatever is in it.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use super::bins::Bins;
use super::contents::Contents;
use super::log::MoveLog;
use super::order::Order;
use super::place::{Need, Place, Slot, common_multiple, round_up};
use crate::packed::config::Placement;
use crate::packed::error::PackedError;

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
pub(in crate::packed) struct Spans {
    pub(in crate::packed) places: Vec<Place>,
    pub(in crate::packed) order: Order,
    pub(super) bins: Bins,
    pub(in crate::packed) grain: u32,
    pub(in crate::packed) capacity: u32,
    /// What the capacity may grow to; not less than it.
    pub(super) limit: u32,
    pub(in crate::packed) top: u32,
    pub(super) used: u32,
    pub(super) packed_to: Option<Slot>,
}

impl Spans {
    pub(super) fn new(capacity: u32, limit: u32, grain: u32) -> Self {
        Spans {
            places: Vec::new(),
            order: Order::EMPTY,
            bins: Bins::new(),
            grain,
            capacity,
            limit,
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
    pub(in crate::packed) fn place(&self, slot: Slot) -> &Place {
        &self.places[slot.index()]
    }

    /// What below `top` no block takes up.
    pub(super) fn waste(&self) -> u32 {
        self.top - self.used
    }

    /// How many holes there are between blocks.
    pub(super) fn holes(&self) -> usize {
        self.bins.count()
    }

    /// The longest of them.
    pub(super) fn largest_hole(&self) -> u32 {
        let gaps = self.bins.largest().map(|slot| self.place(slot).gap);
        gaps.max().unwrap_or(0)
    }

    /// What a block of that length needs, if a space of any size can hold it; 0 is any
    /// stride.
    #[inline]
    pub(super) fn need(&self, len: usize, stride: usize) -> Option<Need> {
        let len = u32::try_from(len).ok()?;
        let stride = match stride {
            ..=1 => self.grain,
            _ => common_multiple(u32::try_from(stride).ok()?, self.grain)?,
        };
        Some(Need {
            len,
            size: round_up(len, self.grain)?,
            stride,
        })
    }

    /// Where a block can go in the space as it is; changes nothing.
    pub(super) fn find(&self, need: Need, placement: Placement) -> Option<Room> {
        match placement {
            Placement::Append => self.room_at_end(need, self.capacity),
            Placement::ReuseHoles => self
                .hole(need, TRIES, u64::MAX)
                .or_else(|| self.room_at_end(need, self.capacity))
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

    /// Why nothing was found for a block of the length `requested`, or for the one that
    /// is to be resized to it: what the space could still grow by counts as free. No
    /// space can hold what has no `need`.
    pub(super) fn full(
        &self,
        requested: usize,
        need: Option<Need>,
        placement: Placement,
        resized: Option<Slot>,
    ) -> PackedError {
        let end = self.limit - self.top;
        let largest_free = match placement {
            Placement::Append => end,
            Placement::ReuseHoles => end.max(self.largest_hole()),
        };
        PackedError::Full {
            requested,
            total_free: (self.limit - self.used) as usize,
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

    /// Where a block can go behind all others, in a space of that capacity.
    pub(super) fn room_at_end(&self, need: Need, capacity: u32) -> Option<Room> {
        let offset = round_up(self.top, need.stride)?;
        let end = offset.checked_add(need.size)?;
        (end <= capacity).then_some(Room {
            before: None,
            offset,
        })
    }

    /// Puts a block where it was found to fit.
    pub(super) fn insert(&mut self, slot: Slot, room: Room, need: Need) {
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
        };
        match self.places.get_mut(slot.index()) {
            Some(old) => *old = place,
            None => self.places.push(place),
        }
        self.set_gap(slot, room.offset - base);
        self.order.insert(slot, room.before);
        self.used += need.size;
    }

    /// Takes a block out and leaves its place to the hole before the next one, which
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

    /// Where a block is.
    pub(super) fn room_of(&self, slot: Slot) -> Room {
        Room {
            before: self.order.after(slot),
            offset: self.place(slot).offset,
        }
    }

    /// Whether the block that is `here` can have that need where it is, in a space of
    /// that capacity.
    pub(super) fn fits_in_place(&self, here: Room, need: Need, capacity: u32) -> bool {
        let free_to = here.before.map_or(capacity, |next| self.place(next).offset);
        let end = here.offset.checked_add(need.size);
        end.is_some_and(|end| end <= free_to)
    }

    /// Gives the block that is `here`, and fits there, more or less behind what it has.
    pub(super) fn resize_in_place(&mut self, slot: Slot, here: Room, need: Need) {
        let place = *self.place(slot);
        let end = here.offset + need.size;
        match here.before {
            Some(next) => {
                self.set_gap(next, self.place(next).offset - end);
                if end < place.end() {
                    self.unpack(place.offset, next);
                }
            }
            None => self.top = end,
        }
        self.used = self.used - place.need.size + need.size;
        self.places[slot.index()].need = need;
    }

    /// Moves a block, and what it needs from now on is no less than before.
    pub(super) fn relocate(
        &mut self,
        slot: Slot,
        room: Room,
        need: Need,
        contents: &mut impl Contents,
        log: &mut MoveLog,
    ) {
        let place = self.place(slot);
        contents.follow(slot, place.need.size, log.told());
        log.make(place.move_to(room.offset), contents);
        let next = self.remove(slot);
        let before = if room.before == Some(slot) {
            next
        } else {
            room.before
        };
        self.insert(slot, Room { before, ..room }, need);
    }

    pub(super) fn set_gap(&mut self, slot: Slot, gap: u32) {
        let old = core::mem::replace(&mut self.places[slot.index()].gap, gap);
        self.bins.resize(slot, old, gap);
    }

    /// Notes that something from `offset` on, below `next`, became free.
    fn unpack(&mut self, offset: u32, next: Slot) {
        let Some(packed_to) = self.packed_to else {
            self.packed_to = Some(next);
            return;
        };
        let packed_offset = self.place(packed_to).offset;
        if offset < packed_offset {
            self.packed_to = Some(next);
        } else if offset == packed_offset {
            // Blocks of no length share their offset; which comes first is unknown here.
            self.packed_to = self.order.first();
        }
    }
}
