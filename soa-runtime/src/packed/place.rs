//! Where one block is, what of it is dirty, and the arithmetic of grains and strides.

use core::ops::Range;

use crate::handle::AnyHandle;

use super::moves::Move;

/// A block's slot, the index of its id: what all tables of the buffer are indexed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot(pub(super) u32);

impl Slot {
    #[inline]
    pub(super) fn of<H: AnyHandle>(id: H) -> Self {
        Slot(id.index())
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a block needs of the buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Need {
    /// The bytes its user sees.
    pub(super) len: u32,
    /// The bytes it takes up: its length, rounded up to the grain.
    pub(super) size: u32,
    /// What its offset is a multiple of; itself a multiple of the grain.
    pub(super) stride: u32,
}

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

/// Where one block is.
///
/// 1. `offset` is a multiple of `need.stride`, `need.size` one of the grain.
/// 2. `need.len <= need.size`, and the bytes between the two are zero.
/// 3. The `gap` bytes in front of the block belong to no block, and the byte before
///    them is the previous block's last (or the gap starts the buffer).
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) offset: u32,
    pub(super) gap: u32,
    pub(super) need: Need,
    pub(super) dirty: Dirty,
}

impl Place {
    /// The end of the previous block.
    #[inline]
    pub(super) fn base(&self) -> u32 {
        self.offset - self.gap
    }

    /// How far the block could slide down; its stride asks for the rest of the gap.
    #[inline]
    pub(super) fn closable(&self) -> u32 {
        round_up(self.base(), self.need.stride).map_or(0, |lowest| self.offset - lowest)
    }

    /// The first byte after the block and its padding.
    #[inline]
    pub(super) fn end(&self) -> u32 {
        self.offset + self.need.size
    }

    /// Where the user's bytes are.
    #[inline]
    pub(super) fn range(&self) -> Range<usize> {
        self.offset as usize..(self.offset + self.need.len) as usize
    }

    /// The move of the block to another offset, noted as what the copy lacks.
    pub(super) fn note_move(&mut self, offset: u32, recording: bool) -> Move {
        let size = self.need.size;
        if recording {
            self.dirty.relocate();
        } else {
            self.dirty.write(0, size);
        }
        Move {
            src: self.offset as usize,
            dst: offset as usize,
            len: size as usize,
        }
    }
}

/// The first multiple of `stride` that is not below `offset`.
#[inline]
pub(super) fn round_up(offset: u32, stride: u32) -> Option<u32> {
    match offset % stride {
        0 => Some(offset),
        past => offset.checked_add(stride - past),
    }
}

/// The last multiple of `stride` that is not above `offset`.
#[inline]
pub(super) fn round_down(offset: u32, stride: u32) -> u32 {
    offset - offset % stride
}

/// The least number that is a multiple of both; neither is zero.
pub(super) fn common_multiple(a: u32, b: u32) -> Option<u32> {
    let (mut larger, mut divisor) = (a, b);
    while divisor != 0 {
        (larger, divisor) = (divisor, larger % divisor);
    }
    (a / larger).checked_mul(b)
}
