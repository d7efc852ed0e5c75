//! Where one block is, and the arithmetic of grains and strides.

use core::ops::Range;

use crate::handle::AnyHandle;
use crate::packed::moves::Move;

/// A block's slot, the index of its id: what all tables are indexed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::packed) struct Slot(pub(in crate::packed) u32);

impl Slot {
    #[inline]
    pub(in crate::packed) fn of<H: AnyHandle>(id: H) -> Self {
        Slot(id.index())
    }

    #[inline]
    pub(in crate::packed) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a block needs of the space, in its units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::packed) struct Need {
    /// What its user asked for.
    pub(in crate::packed) len: u32,
    /// What it takes up: its length, rounded up to the grain.
    pub(in crate::packed) size: u32,
    /// What its offset is a multiple of; itself a multiple of the grain.
    pub(in crate::packed) stride: u32,
}

/// Where one block is.
///
/// 1. `offset` is a multiple of `need.stride`, `need.size` one of the grain.
/// 2. `need.len <= need.size`.
/// 3. The `gap` in front of the block belongs to no block, and starts where the
///    previous one ends (or at 0).
#[derive(Debug, Clone, Copy)]
pub(in crate::packed) struct Place {
    pub(in crate::packed) offset: u32,
    pub(in crate::packed) gap: u32,
    pub(in crate::packed) need: Need,
}

impl Place {
    /// The end of the previous block.
    #[inline]
    pub(in crate::packed) fn base(&self) -> u32 {
        self.offset - self.gap
    }

    /// How far the block could slide down; its stride asks for the rest of the gap.
    #[inline]
    pub(in crate::packed) fn closable(&self) -> u32 {
        round_up(self.base(), self.need.stride).map_or(0, |lowest| self.offset - lowest)
    }

    /// Where the block and its padding end.
    #[inline]
    pub(in crate::packed) fn end(&self) -> u32 {
        self.offset + self.need.size
    }

    /// What the block's user sees.
    #[inline]
    pub(in crate::packed) fn range(&self) -> Range<usize> {
        self.offset as usize..(self.offset + self.need.len) as usize
    }

    /// The move of the block, as it is, to another offset.
    #[inline]
    pub(in crate::packed) fn move_to(&self, offset: u32) -> Move {
        Move {
            src: self.offset as usize,
            dst: offset as usize,
            len: self.need.size as usize,
        }
    }
}

/// The first multiple of `stride` that is not below `offset`.
#[inline]
pub(in crate::packed) fn round_up(offset: u32, stride: u32) -> Option<u32> {
    match offset % stride {
        0 => Some(offset),
        past => offset.checked_add(stride - past),
    }
}

/// The last multiple of `stride` that is not above `offset`.
#[inline]
pub(in crate::packed) fn round_down(offset: u32, stride: u32) -> u32 {
    offset - offset % stride
}

/// The least number that is a multiple of both; neither is zero.
pub(in crate::packed) fn common_multiple(a: u32, b: u32) -> Option<u32> {
    let (mut larger, mut divisor) = (a, b);
    while divisor != 0 {
        (larger, divisor) = (divisor, larger % divisor);
    }
    (a / larger).checked_mul(b)
}
