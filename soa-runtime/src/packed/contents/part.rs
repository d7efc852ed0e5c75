//! The bytes of blocks that are lent mutably.

use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::dirty::Dirty;
use crate::packed::place::{Placed, Slot};

/// The end that a block is cut off from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::packed) enum Side {
    /// The lowest offsets.
    Low,
    /// The highest offsets.
    High,
}

/// The bytes of one block, and which of them are dirty. In a space there are none.
pub(in crate::packed) struct PartMut<'a> {
    pub(in crate::packed) bytes: &'a mut [u8],
    pub(super) mark: Option<&'a mut Dirty>,
}

impl PartMut<'_> {
    /// Makes these bytes dirty. Blocks are shorter than `u32::MAX`.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked by the debug assertion"
    )]
    pub(in crate::packed) fn write(&mut self, range: Range<usize>) {
        debug_assert!(u32::try_from(range.end).is_ok());
        if let Some(mark) = &mut self.mark {
            mark.write(range.start as u32, range.end as u32);
        }
    }
}

/// The bytes of the blocks that are left of a walk, in memory order.
pub(in crate::packed) struct PartsMut<'a> {
    /// The marks by slot, because the memory order is another; each is taken once.
    pub(super) marks: Vec<Option<&'a mut Dirty>>,
    /// The bytes of the blocks that are left.
    pub(super) rest: &'a mut [u8],
    /// The offset at which `rest` starts.
    pub(super) start: usize,
}

impl<'a> PartsMut<'a> {
    /// Cuts off the bytes of the first or last block of those that are left.
    #[inline]
    pub(in crate::packed) fn cut(&mut self, slot: Slot, place: &Placed, side: Side) -> PartMut<'a> {
        if self.marks.is_empty() {
            // A block of a space, which has no bytes.
            return PartMut {
                bytes: &mut [],
                mark: None,
            };
        }
        let mark = self.marks[slot.index()].take();
        let rest = mem::take(&mut self.rest);
        let (below, rest) = rest.split_at_mut(place.range().start - self.start);
        let (bytes, above) = rest.split_at_mut(place.range().len());
        match side {
            Side::Low => (self.start, self.rest) = (place.range().end, above),
            Side::High => self.rest = below,
        }
        PartMut { bytes, mark }
    }
}
