//! What a copy elsewhere lacks: of each block, and as ranges of the buffer.

use alloc::vec::Vec;
use core::ops::Range;

use crate::packed::place::{Placed, round_down, round_up};

/// The part of one block that was written, and whether the block was moved. The part is relative
/// to the block, so it moves with the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dirty {
    low: u32,
    high: u32,
    moved: bool,
}

impl Dirty {
    pub(super) const CLEAN: Dirty = Dirty {
        low: u32::MAX,
        high: 0,
        moved: false,
    };

    /// Adds bytes `low..high` of the block.
    #[inline]
    pub(super) fn write(&mut self, low: u32, high: u32) {
        if low < high {
            self.low = self.low.min(low);
            self.high = self.high.max(high);
        }
    }

    /// Records that the block moved, and that the move was recorded for a replay.
    #[inline]
    pub(super) fn relocate(&mut self) {
        self.moved = true;
    }

    /// Forgets what lies past the new end of the block.
    pub(super) fn truncate(&mut self, size: u32) {
        self.high = self.high.min(size);
        if self.low >= self.high {
            *self = Dirty {
                moved: self.moved,
                ..Dirty::CLEAN
            };
        }
    }

    /// Returns the bytes of the block that were written, if there are any.
    fn written(self) -> Option<(u32, u32)> {
        (self.low < self.high).then_some((self.low, self.high))
    }
}

/// Which bytes are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::packed) enum Lacking {
    /// All bytes that differ from the copy.
    All,
    /// The bytes that still differ after the recorded moves were replayed.
    Written,
}

/// Collects the ranges of blocks that come in memory order.
pub(super) struct Ranges {
    pub(super) merged: Vec<Range<usize>>,
    grain: u32,
    gap: usize,
    lacking: Lacking,
}

impl Ranges {
    pub(super) fn new(grain: u32, gap: usize, lacking: Lacking) -> Self {
        Ranges {
            merged: Vec::new(),
            grain,
            gap,
            lacking,
        }
    }

    /// Adds what a copy of the block lacks, and makes the block clean.
    #[inline]
    pub(super) fn take(&mut self, place: &Placed, dirty: &mut Dirty) {
        let dirty = core::mem::replace(dirty, Dirty::CLEAN);
        let size = place.need.size;
        let range = if dirty.moved && self.lacking == Lacking::All {
            (size > 0).then_some((0, size))
        } else {
            dirty.written()
        };
        if let Some((low, high)) = range {
            let low = round_down(low, self.grain);
            let high = round_up(high, self.grain).unwrap_or(size);
            self.push((place.offset + low) as usize..(place.offset + high) as usize);
        }
    }

    fn push(&mut self, range: Range<usize>) {
        match self.merged.last_mut() {
            Some(last) if range.start - last.end < self.gap.max(1) => last.end = range.end,
            _ => self.merged.push(range),
        }
    }
}
