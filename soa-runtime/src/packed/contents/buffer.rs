//! The bytes of a container, and what copies of them elsewhere lack.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem;
use core::ops::Range;

use super::Contents;
use super::backing::Backing;
use super::record::{Mark, Record};
use crate::packed::changes::Move;
use crate::packed::error::PackedError;
use crate::packed::place::{Placed, Slot};

/// The bytes of the blocks, and what copies of them elsewhere lack. In a space every block has the
/// bytes `0..0`, because the real ones are elsewhere.
pub(in crate::packed) struct Buffer<C> {
    /// The bytes between the length of a block and its size are zero.
    backing: Backing,
    pub(in crate::packed) record: Record,
    /// The number of units that were moved so far.
    pub(in crate::packed) moved: u64,
    contents: PhantomData<C>,
}

impl<C: Contents> Buffer<C> {
    /// Creates the contents of an empty container, if the allocator has the memory.
    pub(in crate::packed) fn new(capacity: usize) -> Option<Self> {
        Some(Buffer {
            backing: Backing::zeroed(Self::bytes(0..capacity).len())?,
            record: Record::new(C::HAS_BYTES),
            moved: 0,
            contents: PhantomData,
        })
    }

    /// Returns the bytes of units.
    #[inline]
    fn bytes(units: Range<usize>) -> Range<usize> {
        if C::HAS_BYTES { units } else { 0..0 }
    }

    /// Makes room for `capacity` units, and keeps those below `top`. Nothing has changed if it
    /// fails.
    pub(in crate::packed) fn grow(&mut self, top: u32, capacity: u32) -> Result<(), PackedError> {
        if C::HAS_BYTES {
            let grown = self.backing.grown(top as usize, capacity as usize);
            self.backing = grown.ok_or(PackedError::OutOfMemory)?;
        }
        Ok(())
    }

    /// Returns all bytes.
    #[inline]
    pub(in crate::packed) fn as_slice(&self) -> &[u8] {
        &self.backing
    }

    /// Lends the bytes of a block without its padding.
    #[inline]
    pub(in crate::packed) fn part<'a>(whole: &'a [u8], place: &Placed) -> &'a [u8] {
        &whole[Self::bytes(place.range())]
    }

    /// Lends the bytes of a block mutably, without its padding.
    #[inline]
    pub(in crate::packed) fn part_mut(&mut self, slot: Slot, place: &Placed) -> PartMut<'_> {
        PartMut {
            bytes: &mut self.backing[Self::bytes(place.range())],
            mark: self.record.mark(slot),
        }
    }

    /// Lends the bytes of all blocks mutably. The blocks must come in memory order.
    pub(in crate::packed) fn parts_mut<'a>(
        &'a mut self,
    ) -> impl FnMut(Slot, &Placed) -> PartMut<'a> {
        // By slot, because the memory order is another; each is taken once.
        let mut marks: Vec<_> = self.record.marks().map(Some).collect();
        let (mut rest, mut start) = (&mut *self.backing, 0);
        move |slot, place| {
            let bytes = Self::bytes(place.range());
            let (_, above) = mem::take(&mut rest).split_at_mut(bytes.start - start);
            let (part, above) = above.split_at_mut(bytes.len());
            (rest, start) = (above, bytes.end);
            PartMut {
                bytes: part,
                mark: marks.get_mut(slot.index()).and_then(Option::take),
            }
        }
    }

    /// Makes what a block and its padding have after the first `kept` units zero and written.
    pub(in crate::packed) fn zero(&mut self, slot: Slot, place: &Placed, kept: u32) {
        let units = (place.offset + kept) as usize..place.end() as usize;
        self.backing[Self::bytes(units)].fill(0);
        if let Some(mut mark) = self.record.mark(slot) {
            mark.resize(kept, place.need.size);
        }
    }

    /// Writes bytes to a block of that length, and zeroes to its padding.
    pub(in crate::packed) fn write(&mut self, slot: Slot, place: &Placed, bytes: &[u8]) {
        let to = &mut self.backing[place.offset as usize..place.end() as usize];
        let (to, padding) = to.split_at_mut(bytes.len());
        to.copy_from_slice(bytes);
        padding.fill(0);
        if let Some(mut mark) = self.record.mark(slot) {
            mark.write_all();
        }
    }

    /// Moves one block, or neighbours that move by the same distance.
    pub(in crate::packed) fn carry(&mut self, step: Move) {
        let Move { src, dst, len } = step;
        if len == 0 {
            return;
        }
        if C::HAS_BYTES {
            self.backing.copy_within(src..src + len, dst);
        }
        self.moved += len as u64;
        self.record.relocate(step);
    }

    /// Calls `visit` for the bytes of each block, which count as written.
    pub(in crate::packed) fn for_each_mut<'p>(
        &mut self,
        placed: impl Iterator<Item = (Slot, &'p Placed)>,
        mut visit: impl FnMut(Slot, &mut [u8]),
    ) {
        placed.for_each(|(slot, place)| {
            let mut part = self.part_mut(slot, place);
            part.write_all();
            visit(slot, part.bytes);
        });
    }
}

/// The bytes of one block, and what is recorded of writes to them. In a space there are none.
pub(in crate::packed) struct PartMut<'a> {
    pub(in crate::packed) bytes: &'a mut [u8],
    mark: Option<Mark<'a>>,
}

impl PartMut<'_> {
    /// Makes all bytes written.
    #[inline]
    pub(in crate::packed) fn write_all(&mut self) {
        if let Some(mark) = &mut self.mark {
            mark.write_all();
        }
    }

    /// Makes these bytes written. Blocks are shorter than `u32::MAX`.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked by the debug assertion"
    )]
    pub(in crate::packed) fn write(&mut self, range: Range<usize>) {
        debug_assert!(u32::try_from(range.end).is_ok());
        if let Some(mark) = &mut self.mark {
            mark.write(range.start as u32..range.end as u32);
        }
    }
}
