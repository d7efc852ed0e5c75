//! The bytes of a container, and what a copy of them elsewhere lacks.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use super::Contents;
use super::backing::Backing;
use super::dirty::{Dirty, Lacking, Ranges};
use super::log::MoveLog;
use super::part::{PartMut, PartsMut};
use crate::packed::error::PackedError;
use crate::packed::moves::Move;
use crate::packed::place::{Placed, Slot};

/// The bytes of the blocks, which of them a copy elsewhere lacks, and the moves that were made.
/// A space has only the moves: its bytes are elsewhere, and empty here.
pub(in crate::packed) struct Buffer<C> {
    /// 1. The bytes between the length of a block and its size are zero.
    backing: Backing,
    /// 2. There is an entry for every slot that ever had a block.
    dirty: Vec<Dirty>,
    /// 3. Set while any block may be dirty.
    touched: bool,
    log: MoveLog,
    contents: PhantomData<C>,
}

impl<C: Contents> Buffer<C> {
    /// Creates the contents of an empty container, if the allocator has the memory.
    pub(in crate::packed) fn new(capacity: usize) -> Option<Self> {
        Some(Buffer {
            backing: if C::HAS_BYTES {
                Backing::zeroed(capacity)?
            } else {
                Backing::default()
            },
            dirty: Vec::new(),
            touched: false,
            log: MoveLog::new(!C::HAS_BYTES),
            contents: PhantomData,
        })
    }

    /// Reserves memory for one more block, so that following it cannot fail.
    pub(in crate::packed) fn try_reserve(&mut self) -> Result<(), TryReserveError> {
        self.dirty.try_reserve(usize::from(C::HAS_BYTES))
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
        if C::HAS_BYTES {
            &whole[place.range()]
        } else {
            &[]
        }
    }

    /// Lends the bytes of a block mutably, without its padding.
    #[inline]
    pub(in crate::packed) fn part_mut(&mut self, slot: Slot, place: &Placed) -> PartMut<'_> {
        self.touched = true;
        PartMut {
            bytes: if C::HAS_BYTES {
                &mut self.backing[place.range()]
            } else {
                &mut []
            },
            mark: C::HAS_BYTES.then(|| &mut self.dirty[slot.index()]),
        }
    }

    /// Lends all bytes mutably, to be cut off one block after another.
    pub(in crate::packed) fn parts_mut(&mut self) -> PartsMut<'_> {
        self.touched = true;
        PartsMut {
            marks: self.dirty.iter_mut().map(Some).collect(),
            rest: &mut self.backing,
            start: 0,
        }
    }

    /// Records that a slot has a new block. Its bytes are written afterwards.
    pub(in crate::packed) fn admit(&mut self, slot: Slot, place: &Placed) {
        if C::HAS_BYTES {
            let mut dirty = Dirty::CLEAN;
            dirty.write(0, place.need.size);
            match self.dirty.get_mut(slot.index()) {
                Some(vacant) => *vacant = dirty,
                None => self.dirty.push(dirty),
            }
            self.touched = true;
        }
    }

    /// Writes zeroes to what a block and its padding have after the first `kept` units.
    pub(in crate::packed) fn zero(&mut self, place: &Placed, kept: u32) {
        if C::HAS_BYTES {
            self.backing[(place.offset + kept) as usize..place.end() as usize].fill(0);
        }
    }

    /// Makes what a resized block has after its first `kept` units zero and dirty.
    pub(in crate::packed) fn resize(&mut self, slot: Slot, place: &Placed, kept: u32) {
        if C::HAS_BYTES {
            let dirty = &mut self.dirty[slot.index()];
            dirty.truncate(place.need.size);
            dirty.write(kept, place.need.size);
        }
        self.touched = true;
        self.zero(place, kept);
    }

    /// Records that a block of `size` units moves. A copy receives it by a replay of the move, if
    /// that is recorded, and otherwise by an upload of the whole block.
    #[inline]
    pub(in crate::packed) fn follow(&mut self, slot: Slot, size: u32) {
        if C::HAS_BYTES {
            let dirty = &mut self.dirty[slot.index()];
            if self.log.is_recording {
                dirty.relocate();
            } else {
                dirty.write(0, size);
            }
        }
        self.touched = true;
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
        self.log.count(step);
    }

    /// Returns the number of units that were moved so far.
    pub(in crate::packed) fn moved(&self) -> u64 {
        self.log.moved
    }

    /// Returns the moves recorded since the last call, and records moves from now on.
    pub(in crate::packed) fn take_moves(&mut self) -> Vec<Move> {
        self.log.take()
    }

    /// Records that all blocks were removed.
    pub(in crate::packed) fn clear(&mut self) {
        self.touched = false;
        self.log.forget();
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
