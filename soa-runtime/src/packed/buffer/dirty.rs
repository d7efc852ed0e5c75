//! What the copy on the GPU lacks: of each block, and as ranges of the buffer.

use alloc::vec::Vec;
use core::ops::Range;

use crate::packed::space::place::{Place, round_down, round_up};

/// The part of one block that was written, and whether the block was moved; relative to
/// the block, so that one that moves takes it along.
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

    /// Notes a move that was recorded for replay.
    #[inline]
    pub(super) fn relocate(&mut self) {
        self.moved = true;
    }

    /// Forgets what lies beyond the block's new end.
    pub(super) fn truncate(&mut self, size: u32) {
        self.high = self.high.min(size);
        if self.low >= self.high {
            *self = Dirty {
                moved: self.moved,
                ..Dirty::CLEAN
            };
        }
    }

    /// The bytes of the block that were written, if any were.
    pub(super) fn written(self) -> Option<(u32, u32)> {
        (self.low < self.high).then_some((self.low, self.high))
    }

    /// Whether the block was moved, and the move recorded.
    pub(super) fn is_moved(self) -> bool {
        self.moved
    }
}

/// Which bytes a flush is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lacking {
    /// All that differ from the copy.
    All,
    /// Those that differ although the recorded moves were replayed.
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

    /// Adds what a block lacks, and makes it clean.
    #[inline]
    pub(super) fn take(&mut self, place: &Place, dirty: &mut Dirty) {
        let dirty = core::mem::replace(dirty, Dirty::CLEAN);
        let size = place.need.size;
        let range = if dirty.is_moved() && self.lacking == Lacking::All {
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
