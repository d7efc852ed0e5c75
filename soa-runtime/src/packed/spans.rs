//! The places of all blocks: in memory order, and by the holes between them.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use super::bins::Bins;
use super::config::Placement;
use super::contents::{Buffer, Contents};
use super::order::Order;
use super::place::{Need, Opening, Placed, Slot, try_extend};

/// The places of all blocks. What the blocks contain is left to [`Buffer`].
///
/// 1. `top` is the end of the last block, 0 without one.
/// 2. `used` is the sum of the blocks' sizes, and `top - used` the sum of their gaps.
/// 3. `bins` has every gap that is not 0.
/// 4. No block before `packed_to` (no block at all, if it is `None`) has a gap that its stride
///    does not keep open.
#[derive(Debug)]
pub(super) struct Spans {
    pub(super) places: Vec<Placed>,
    pub(super) order: Order,
    pub(super) bins: Bins,
    pub(super) grain: u32,
    pub(super) capacity: u32,
    /// The maximum of `capacity`; not less than it.
    pub(super) limit: u32,
    pub(super) top: u32,
    pub(super) used: u32,
    pub(super) packed_to: Option<Slot>,
    pub(super) placement: Placement,
}

impl Spans {
    pub(super) fn new(capacity: u32, limit: u32, grain: u32, placement: Placement) -> Self {
        Spans {
            places: Vec::new(),
            order: Order::new(),
            bins: Bins::new(),
            grain,
            capacity,
            limit,
            top: 0,
            used: 0,
            packed_to: None,
            placement,
        }
    }

    /// Reserves memory for one more block and `slots` slots, so that inserting it cannot fail.
    pub(super) fn try_reserve(&mut self, slots: usize) -> Result<(), TryReserveError> {
        try_extend(&mut self.places, slots, Placed::default)?;
        self.order.try_reserve(slots)?;
        self.bins.try_reserve(slots)
    }

    /// Removes all blocks.
    pub(super) fn clear(&mut self) {
        self.order.clear();
        self.bins.clear();
        (self.top, self.used, self.packed_to) = (0, 0, None);
    }

    #[inline]
    pub(super) fn place(&self, slot: Slot) -> &Placed {
        &self.places[slot.index()]
    }

    /// Yields the slots and places of all blocks, in memory order.
    #[inline]
    pub(super) fn placed(&self) -> impl Iterator<Item = (Slot, &Placed)> {
        self.order.iter().map(|slot| (slot, self.place(slot)))
    }

    /// Returns the number of units below `top` that no block takes up.
    pub(super) fn waste(&self) -> u32 {
        self.top - self.used
    }

    /// Returns the length of the longest hole.
    pub(super) fn largest_hole(&self) -> u32 {
        let gaps = self.bins.largest().map(|slot| self.place(slot).gap);
        gaps.max().unwrap_or(0)
    }

    /// Inserts a block where it was found to fit.
    pub(super) fn insert(&mut self, slot: Slot, opening: Opening, need: Need) {
        let end = opening.offset + need.size;
        let base = match opening.before {
            Some(next) => {
                let next_place = self.places[next.index()];
                debug_assert!(opening.offset >= next_place.base() && end <= next_place.offset);
                self.set_gap(next, next_place.offset - end);
                next_place.base()
            }
            None => core::mem::replace(&mut self.top, end),
        };
        let offset = opening.offset;
        self.places[slot.index()] = Placed {
            offset,
            gap: 0,
            need,
        };
        self.set_gap(slot, opening.offset - base);
        self.order.insert(slot, opening.before);
        self.used += need.size;
    }

    /// Removes a block and adds its units to the hole before the next block, which is returned,
    /// or to the end.
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

    /// Resizes the block that is `here`, where its new need fits.
    pub(super) fn resize_in_place(&mut self, slot: Slot, here: Opening, need: Need) {
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

    /// Moves a block to another opening. Its new need is at least its old one.
    pub(super) fn relocate(
        &mut self,
        slot: Slot,
        opening: Opening,
        need: Need,
        contents: &mut Buffer<impl Contents>,
    ) {
        contents.carry(self.place(slot).move_to(opening.offset));
        let next = self.remove(slot);
        let before = if opening.before == Some(slot) {
            next
        } else {
            opening.before
        };
        self.insert(slot, Opening { before, ..opening }, need);
    }

    pub(super) fn set_gap(&mut self, slot: Slot, gap: u32) {
        let old = core::mem::replace(&mut self.places[slot.index()].gap, gap);
        self.bins.resize(slot, old, gap);
    }

    /// Records that units from `offset` on, before the block `next`, became free.
    fn unpack(&mut self, offset: u32, next: Slot) {
        let Some(packed_to) = self.packed_to else {
            self.packed_to = Some(next);
            return;
        };
        let packed_offset = self.place(packed_to).offset;
        if offset < packed_offset {
            self.packed_to = Some(next);
        } else if offset == packed_offset {
            // Blocks without units share their offset, and which comes first is not known here.
            self.packed_to = self.order.first();
        }
    }
}
