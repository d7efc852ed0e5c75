//! The bytes of the buffer, and what of each block's the copy on the GPU lacks.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use super::backing::Backing;
use super::dirty::{Dirty, Lacking, Ranges};
use crate::packed::error::PackedError;
use crate::packed::moves::Move;
use crate::packed::space::contents::{Contents, Told};
use crate::packed::space::place::{Place, Slot};
use crate::packed::space::spans::Spans;

/// What the blocks hold.
///
/// 1. `dirty` has an entry for every slot that ever had a block.
/// 2. `touched` is set while any block may be dirty.
/// 3. The bytes between the length of a block and its size are zero.
pub(super) struct Bytes {
    pub(super) backing: Backing,
    pub(super) dirty: Vec<Dirty>,
    pub(super) touched: bool,
}

impl Bytes {
    pub(super) fn new(backing: Backing) -> Self {
        Bytes {
            backing,
            dirty: Vec::new(),
            touched: false,
        }
    }

    /// Notes that a slot has a new block, and lends its bytes, padding included, to be
    /// written.
    pub(super) fn admit(&mut self, slot: Slot, place: &Place) -> &mut [u8] {
        let mut dirty = Dirty::CLEAN;
        dirty.write(0, place.need.size);
        match self.dirty.get_mut(slot.index()) {
            Some(vacant) => *vacant = dirty,
            None => self.dirty.push(dirty),
        }
        self.touched = true;
        &mut self.backing[place.offset as usize..place.end() as usize]
    }

    /// Zeroes what a block has beyond the first `kept` bytes, which are as they were.
    pub(super) fn resize(&mut self, slot: Slot, place: &Place, kept: u32) {
        let dirty = &mut self.dirty[slot.index()];
        dirty.truncate(place.need.size);
        dirty.write(kept, place.need.size);
        self.backing[(place.offset + kept) as usize..place.end() as usize].fill(0);
        self.touched = true;
    }

    /// What the blocks lack, merged; makes them clean.
    pub(super) fn take_dirty(&mut self, spans: &Spans, gap: usize, lacking: Lacking) -> Ranges {
        let mut ranges = Ranges::new(spans.grain, gap, lacking);
        if core::mem::take(&mut self.touched) {
            let dirty = &mut self.dirty;
            spans.order.iter().fold((), |(), slot| {
                ranges.take(spans.place(slot), &mut dirty[slot.index()]);
            });
        }
        ranges
    }
}

impl Contents for Bytes {
    fn try_reserve(&mut self) -> Result<(), TryReserveError> {
        self.dirty.try_reserve(1)
    }

    fn grow(&mut self, top: u32, capacity: u32) -> Result<(), PackedError> {
        let grown = self.backing.grown(top as usize, capacity as usize);
        self.backing = grown.ok_or(PackedError::OutOfMemory)?;
        Ok(())
    }

    #[inline]
    fn follow(&mut self, slot: Slot, size: u32, told: Told) {
        let dirty = &mut self.dirty[slot.index()];
        match told {
            Told::TheMove => dirty.relocate(),
            Told::TheBlock => dirty.write(0, size),
        }
        self.touched = true;
    }

    #[inline]
    fn carry(&mut self, step: Move) {
        let Move { src, dst, len } = step;
        self.backing.copy_within(src..src + len, dst);
    }
}
