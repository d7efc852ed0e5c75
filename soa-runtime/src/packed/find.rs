//! The search for an opening, and the reason if there is none. Nothing is changed here.

use super::config::Placement;
use super::error::PackedError;
use super::place::{Need, Opening, Slot, TRIES, common_multiple, round_up};
use super::spans::Spans;

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
