//! What the copy on the GPU lacks, as ranges of the buffer.

use alloc::vec::Vec;
use core::ops::Range;

use super::place::{Dirty, Place, round_down, round_up};

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
    pub(super) fn take(&mut self, place: &mut Place) {
        let dirty = core::mem::replace(&mut place.dirty, Dirty::CLEAN);
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
