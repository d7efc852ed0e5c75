//! The places of all blocks: in memory order, and by the holes between them. The search for an
//! opening, and compaction.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use super::bins::Bins;
use super::changes::Move;
use super::config::Placement;
use super::contents::{Buffer, Contents};
use super::error::PackedError;
use super::order::Order;
use super::place::{Need, Opening, Placed, Slot, TRIES, common_multiple, round_up, try_extend};

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

impl Spans {
    /// Returns what a block of that length needs, if a container of any capacity has room for it.
    /// A stride of 0 allows any offset.
    #[inline]
    fn need(&self, len: usize, stride: usize) -> Option<Need> {
        let len = u32::try_from(len).ok()?;
        let stride = match stride {
            ..=1 => self.grain,
            _ => common_multiple(u32::try_from(stride).ok()?, self.grain)?,
        };
        let size = round_up(len, self.grain)?;
        Some(Need { len, size, stride })
    }

    /// Returns what a block of that length needs, and where it can go: first without growth, then
    /// with it. A block that is resized stays where it is if it can.
    ///
    /// Otherwise returns why there is no room, see [`full`](Self::full).
    pub(super) fn search(
        &self,
        len: usize,
        stride: usize,
        resized: Option<Slot>,
    ) -> Result<(Need, Opening), PackedError> {
        let need = self.need(len, stride);
        let found = need.and_then(|need| {
            let here = |capacity| {
                let here = self.opening_of(resized?);
                self.fits_in_place(here, need, capacity).then_some(here)
            };
            let opening = here(self.capacity)
                .or_else(|| self.find(need))
                .or_else(|| here(self.limit))
                .or_else(|| self.opening_at_end(need, self.limit));
            Some((need, opening?))
        });
        found.ok_or_else(|| self.full(len, need, resized))
    }

    /// Returns room for a block without growth.
    fn find(&self, need: Need) -> Option<Opening> {
        let at_end = || self.opening_at_end(need, self.capacity);
        let found = match self.placement {
            Placement::Append => at_end(),
            Placement::ReuseHoles => self
                .hole(need, TRIES, u64::MAX)
                .or_else(at_end)
                .or_else(|| self.hole(need, usize::MAX, u64::MAX)),
        };
        // A block without units fits anywhere, and the start is a multiple of every stride.
        let before = self.order.first();
        found.or((need.size == 0).then_some(Opening { before, offset: 0 }))
    }

    /// Returns why there is no room for a block of the length `requested`, or for the block
    /// `resized` with that length. The units that the container could still grow by count as
    /// free. A block without a `need` fits no container.
    pub(super) fn full(
        &self,
        requested: usize,
        need: Option<Need>,
        resized: Option<Slot>,
    ) -> PackedError {
        let end = self.limit - self.top;
        let largest_free = match self.placement {
            Placement::Append => end,
            Placement::ReuseHoles => end.max(self.largest_hole()),
        };
        PackedError::Full {
            requested,
            total_free: (self.limit - self.used) as usize,
            largest_free: largest_free as usize,
            fragmented: need.is_some_and(|need| self.fits_compacted(need, resized)),
        }
    }

    /// Returns room in a hole before a block that starts below `limit`.
    pub(super) fn hole(&self, need: Need, tries: usize, limit: u64) -> Option<Opening> {
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
        let (before, offset) = (Some(before?), offset?);
        Some(Opening { before, offset })
    }

    /// Returns room after all blocks, in a container of that capacity.
    fn opening_at_end(&self, need: Need, capacity: u32) -> Option<Opening> {
        let offset = round_up(self.top, need.stride)?;
        let end = offset.checked_add(need.size)?;
        let before = None;
        (end <= capacity).then_some(Opening { before, offset })
    }

    /// Returns where a block is.
    pub(super) fn opening_of(&self, slot: Slot) -> Opening {
        Opening {
            before: self.order.after(slot),
            offset: self.place(slot).offset,
        }
    }

    /// Returns whether the block that is `here` can have that need without a move, in a container
    /// of that capacity.
    fn fits_in_place(&self, here: Opening, need: Need, capacity: u32) -> bool {
        let free_to = here.before.map_or(capacity, |next| self.place(next).offset);
        let end = here.offset.checked_add(need.size);
        end.is_some_and(|end| end <= free_to)
    }

    /// Returns whether a block fits after all others slid down and the container grew to its
    /// limit. A block that is resized may also grow where it then lies. O(1) if too few units are
    /// free or no block can slide, otherwise O(blocks).
    fn fits_compacted(&self, need: Need, resized: Option<Slot>) -> bool {
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
        // The offset at which the resized block would grow, if it is the preceding one.
        let mut own = None;
        for slot in self.order.walk(first) {
            let place = self.place(slot);
            let offset = round_up(end, place.need.stride).unwrap_or(place.offset);
            let usable = own.is_some() || self.placement == Placement::ReuseHoles;
            if usable && fits(own.unwrap_or(end), offset) {
                return true;
            }
            own = (resized == Some(slot)).then_some(offset);
            end = offset + place.need.size;
        }
        fits(own.unwrap_or(end), self.limit)
    }
}

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
