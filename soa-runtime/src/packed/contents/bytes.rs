//! The contents of a buffer: the bytes, and which of them a copy lacks.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::backing::Backing;
use super::dirty::{Dirty, Lacking, Ranges};
use super::sealed::{PartMut, PartsMut, Recording, Sealed, SentBy, Side};
use crate::packed::error::PackedError;
use crate::packed::moves::Move;
use crate::packed::place::{Placed, Slot};

/// The contents of a [`PackedBuffer`](crate::packed::PackedBuffer): the bytes of its blocks, and
/// which of them a copy elsewhere lacks.
///
/// The type has no methods of its own. It names the buffer's views in signatures.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Bytes, Packed, PackedBuffer, PackedError};
///
/// fn total(buffer: &Packed<u32, Bytes>) -> usize {
///     buffer.iter().map(|(_, block)| block.bytes().len()).sum()
/// }
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// buffer.insert(&[1, 2, 3], 7)?;
/// assert_eq!(total(&buffer), 3);
/// # Ok::<(), PackedError>(())
/// ```
pub struct Bytes {
    /// 1. The bytes between the length of a block and its size are zero.
    backing: Backing,
    /// 2. There is an entry for every slot that ever had a block.
    dirty: Vec<Dirty>,
    /// 3. Set while any block may be dirty.
    touched: bool,
}

impl Bytes {
    /// Returns all bytes.
    #[inline]
    pub(in crate::packed) fn as_slice(&self) -> &[u8] {
        &self.backing
    }

    /// Writes bytes to a block of that length, and zeroes to its padding.
    pub(in crate::packed) fn write(&mut self, place: &Placed, bytes: &[u8]) {
        let to = &mut self.backing[place.offset as usize..place.end() as usize];
        let (to, padding) = to.split_at_mut(bytes.len());
        to.copy_from_slice(bytes);
        padding.fill(0);
    }

    /// Calls `visit` for the bytes of each block, and makes all of them dirty.
    pub(in crate::packed) fn for_each_mut<'p>(
        &mut self,
        placed: impl Iterator<Item = (Slot, &'p Placed)>,
        mut visit: impl FnMut(Slot, &mut [u8]),
    ) {
        self.touched = true;
        let (bytes, dirty) = (&mut *self.backing, &mut *self.dirty);
        placed.for_each(|(slot, place)| {
            dirty[slot.index()].write(0, place.need.len);
            visit(slot, &mut bytes[place.range()]);
        });
    }

    /// Returns what a copy of the blocks lacks, as merged ranges, and makes the blocks clean.
    pub(in crate::packed) fn take_dirty<'p>(
        &mut self,
        placed: impl Iterator<Item = (Slot, &'p Placed)>,
        grain: u32,
        gap: usize,
        lacking: Lacking,
    ) -> Vec<Range<usize>> {
        let mut ranges = Ranges::new(grain, gap, lacking);
        if core::mem::take(&mut self.touched) {
            let dirty = &mut self.dirty;
            placed.for_each(|(slot, place)| ranges.take(place, &mut dirty[slot.index()]));
        }
        ranges.merged
    }
}

impl Sealed for Bytes {
    const NAME: &'static str = "PackedBuffer";
    const RECORDING: Recording = Recording::OnceAsked;
    type Part = [u8];
    type Mark = Dirty;

    fn new(capacity: usize) -> Option<Self> {
        Some(Bytes {
            backing: Backing::zeroed(capacity)?,
            dirty: Vec::new(),
            touched: false,
        })
    }

    fn try_reserve(&mut self) -> Result<(), TryReserveError> {
        self.dirty.try_reserve(1)
    }

    fn grow(&mut self, top: u32, capacity: u32) -> Result<(), PackedError> {
        let grown = self.backing.grown(top as usize, capacity as usize);
        self.backing = grown.ok_or(PackedError::OutOfMemory)?;
        Ok(())
    }

    fn admit(&mut self, slot: Slot, place: &Placed) {
        let mut dirty = Dirty::CLEAN;
        dirty.write(0, place.need.size);
        match self.dirty.get_mut(slot.index()) {
            Some(vacant) => *vacant = dirty,
            None => self.dirty.push(dirty),
        }
        self.touched = true;
    }

    fn zero(&mut self, place: &Placed) {
        self.backing[place.offset as usize..place.end() as usize].fill(0);
    }

    fn resize(&mut self, slot: Slot, place: &Placed, kept: u32) {
        let dirty = &mut self.dirty[slot.index()];
        dirty.truncate(place.need.size);
        dirty.write(kept, place.need.size);
        self.backing[(place.offset + kept) as usize..place.end() as usize].fill(0);
        self.touched = true;
    }

    #[inline]
    fn follow(&mut self, slot: Slot, size: u32, sent_by: SentBy) {
        let dirty = &mut self.dirty[slot.index()];
        match sent_by {
            SentBy::Replay => dirty.relocate(),
            SentBy::Upload => dirty.write(0, size),
        }
        self.touched = true;
    }

    #[inline]
    fn carry(&mut self, step: Move) {
        let Move { src, dst, len } = step;
        self.backing.copy_within(src..src + len, dst);
    }

    fn clear(&mut self) {
        self.touched = false;
    }

    #[inline]
    fn whole(&self) -> &[u8] {
        self.as_slice()
    }

    #[inline]
    fn part<'a>(whole: &'a [u8], place: &Placed) -> &'a [u8] {
        &whole[place.range()]
    }

    #[inline]
    fn part_mut(&mut self, slot: Slot, place: &Placed) -> PartMut<'_, Self> {
        self.touched = true;
        PartMut {
            part: &mut self.backing[place.range()],
            mark: &mut self.dirty[slot.index()],
        }
    }

    fn parts_mut(&mut self) -> PartsMut<'_, Self> {
        self.touched = true;
        PartsMut {
            marks: self.dirty.iter_mut().map(Some).collect(),
            rest: &mut self.backing,
            start: 0,
        }
    }

    #[inline]
    fn cut<'a>(
        parts: &mut PartsMut<'a, Self>,
        slot: Slot,
        place: &Placed,
        side: Side,
    ) -> PartMut<'a, Self> {
        let Some(mark) = parts.marks[slot.index()].take() else {
            unreachable!("{slot:?} is cut off twice");
        };
        let range = place.range();
        let rest = core::mem::take(&mut parts.rest);
        let (below, rest) = rest.split_at_mut(range.start - parts.start);
        let (part, above) = rest.split_at_mut(range.len());
        match side {
            Side::Low => (parts.start, parts.rest) = (range.end, above),
            Side::High => parts.rest = below,
        }
        PartMut { part, mark }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bytes")
            .field("len", &self.backing.len())
            .finish_non_exhaustive()
    }
}
