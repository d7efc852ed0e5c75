//! The place of one block, and the arithmetic of grains and strides.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::ops::Range;

use super::changes::Move;
use crate::handle::AnyHandle;

/// The slot of a block: the index of its id, and its index in all tables.
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

/// Makes a table by slot as long as the number of slots, if the allocator has the memory.
pub(super) fn try_extend<T>(
    table: &mut Vec<T>,
    slots: usize,
    vacant: impl FnMut() -> T,
) -> Result<(), TryReserveError> {
    if table.len() < slots {
        table.try_reserve(slots - table.len())?;
        table.resize_with(slots, vacant);
    }
    Ok(())
}

/// What a block needs, in units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Need {
    /// The length that the caller asked for.
    pub(super) len: u32,
    /// The units that the block takes up: its length, rounded up to the grain.
    pub(super) size: u32,
    /// The number that divides its offset; a multiple of the grain.
    pub(super) stride: u32,
}

/// The place of one block.
///
/// 1. `offset` is a multiple of `need.stride`, and `need.size` a multiple of the grain.
/// 2. `need.len <= need.size`.
/// 3. The `gap` in front of the block belongs to no block. It starts where the preceding block
///    ends, or at 0.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Placed {
    pub(super) offset: u32,
    pub(super) gap: u32,
    pub(super) need: Need,
}

impl Placed {
    /// Returns the end of the preceding block.
    #[inline]
    pub(super) fn base(&self) -> u32 {
        self.offset - self.gap
    }

    /// Returns how far the block could slide down; its stride keeps the rest of the gap open.
    #[inline]
    pub(super) fn closable(&self) -> u32 {
        round_up(self.base(), self.need.stride).map_or(0, |lowest| self.offset - lowest)
    }

    /// Returns the end of the block and its padding.
    #[inline]
    pub(super) fn end(&self) -> u32 {
        self.offset + self.need.size
    }

    /// Returns the range of the block without its padding.
    #[inline]
    pub(super) fn range(&self) -> Range<usize> {
        // The sum of `usize`s cannot be less than its first part, so slicing checks the end only.
        let start = self.offset as usize;
        start..start + self.need.len as usize
    }

    /// Returns the move of the block, padding included, to another offset.
    #[inline]
    pub(super) fn move_to(&self, offset: u32) -> Move {
        Move {
            src: self.offset as usize,
            dst: offset as usize,
            len: self.need.size as usize,
        }
    }
}

/// The number of holes of a class that are tried before a larger class is.
pub(super) const TRIES: usize = 4;

/// Where a block can go: its offset, and the block whose hole the offset is in, or none for the
/// end. No lower offset in that hole is a multiple of the stride.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Opening {
    pub(super) before: Option<Slot>,
    pub(super) offset: u32,
}

/// Returns the first multiple of `stride` that is not below `offset`.
#[inline]
pub(super) fn round_up(offset: u32, stride: u32) -> Option<u32> {
    match offset % stride {
        0 => Some(offset),
        past => offset.checked_add(stride - past),
    }
}

/// Returns the last multiple of `stride` that is not above `offset`.
#[inline]
pub(super) fn round_down(offset: u32, stride: u32) -> u32 {
    offset - offset % stride
}

/// Returns the least number that is a multiple of both; neither is zero.
pub(super) fn common_multiple(a: u32, b: u32) -> Option<u32> {
    let (mut larger, mut divisor) = (a, b);
    while divisor != 0 {
        (larger, divisor) = (divisor, larger % divisor);
    }
    (a / larger).checked_mul(b)
}
