//! Growing the block, and moving the rows to another one.

use super::untyped::Untyped;
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::{Base, Block, copy_bits, copy_stamps, slice_of};
use crate::slot_table;
use crate::ticks::Incarnation;

/// The capacity of a hub's first block, in rows.
const FIRST_CAPACITY: u32 = 4;

/// The size in bytes below which a block grows by a copy into a new block. The copy
/// moves each value once, while extending in place and shifting the columns may
/// move it twice. Above this size, extending saves the page faults of a new block.
const SMALL_BLOCK: usize = 2048;

/// The alignment up to which allocators extend a block without a copy, on 64-bit systems. A
/// block of larger alignment is always copied, so that it grows like a small one.
const EXTENDED_IN_PLACE: usize = 16;

impl<H: AnyHandle> Untyped<'_, H> {
    /// Reserves capacity for `fresh` more slots. The caller has checked that
    /// indices are left for them.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::OutOfMemory`] if memory runs out.
    pub(super) fn reserve_slots(self, fresh: u32) -> Result<(), AllocError> {
        let needed = self.slots() + fresh;
        if needed > self.capacity() {
            self.grow(needed)
        } else {
            Ok(())
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn grow(mut self, needed: u32) -> Result<(), AllocError> {
        let doubled = self.capacity().saturating_mul(2).max(FIRST_CAPACITY);
        let ample = needed.max(doubled.min(H::LIMIT));
        let (old, row) = (self.capacity() as usize, self.plan.row);
        let has_back_links = self.core.has_back_links;
        let copied = old * row.bytes < SMALL_BLOCK || row.align > EXTENDED_IN_PLACE;
        let grown = if copied {
            self.again().rebuild(ample, has_back_links)
                || self.again().rebuild(needed, has_back_links)
        } else {
            self.again().extend(ample) || self.again().extend(needed)
        };
        if !grown {
            return Err(AllocError::OutOfMemory);
        }
        let clock = &mut self.core.clock;
        if self.plan.has_clock && clock.incarnation().is_none() {
            clock.set_incarnation(Incarnation::next());
        }
        Ok(())
    }

    /// Extends the block, which has rows, for which there may be no memory.
    fn extend(mut self, capacity: u32) -> bool {
        let (from, slots) = (self.base(), self.slots());
        let row = self.plan.row(self.core.has_back_links);
        // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 6 of `Store`. The block has rows,
        // because one without is copied, and the caller needs more than its capacity.
        if !unsafe { self.core.block.extend(row, capacity) } {
            return false;
        }
        let to = self.base();
        let from = Base {
            start: to.start,
            ..from
        };
        // SAFETY: the block was extended from a capacity that includes all slots by invariant 2
        // of `Store`, and no row column is longer. The stamps of these rows are initialised by
        // invariant 7. The bits follow the stamps, and the stamps follow all columns, so they are
        // moved in this order, and the columns last. The new stamps, of rows past the slots, are not
        // initialised yet; zeros restore invariant 7. Back links are overwritten, and written again
        // below. The slots are at most the old capacity, so at most the new one.
        unsafe {
            self.again().copy_holes(from, to, slots);
            copy_stamps(row, from, to);
            (self.plan.shift)(from, to, slots as usize);
            (self.plan.zero_stamps)(to, slots as usize);
        }
        if self.core.has_back_links {
            self.begin_back_links();
        }
        true
    }

    /// Moves the rows to a new block, with back links or without, for which there may be no
    /// memory.
    pub(super) fn rebuild(mut self, capacity: u32, has_back_links: bool) -> bool {
        let (from, slots) = (self.base(), self.slots());
        assert!(slots <= capacity, "a slot is lost");
        assert!(capacity > 0 || !has_back_links, "no rows, no back links");
        let before = self.plan.row(self.core.has_back_links);
        let row = self.plan.row(has_back_links);
        let Some(mut block) = Block::allocate(row, capacity) else {
            return false;
        };
        block.used = slots;
        let mut old = self.core.block.take();
        self.core.block = block;
        self.core.has_back_links = has_back_links;
        let to = self.base();
        // SAFETY: the blocks are different blocks of the same tree, or blocks without rows, and the
        // slots fit both; no row column is longer. The stamps of the old one are initialised by
        // invariant 7 of `Store`. The new one was made of zeros, so the stamps of its further rows
        // are initialised, too.
        unsafe {
            if from.capacity > 0 && to.capacity > 0 {
                (self.plan.shift)(from, to, slots as usize);
                copy_stamps(row, from, to);
            }
            self.again().copy_holes(from, to, slots);
        }
        if has_back_links {
            self.again().begin_back_links();
        }
        if capacity == 0 {
            self.core.clock.set_incarnation(None);
        }
        // SAFETY: by invariants 1 and 6 of `Store`, for the block that was replaced.
        unsafe { old.free(before) };
        true
    }

    /// Frees the memory without dropping the rows.
    ///
    /// # Safety
    ///
    /// The block is not used again.
    pub(super) unsafe fn free_block(self) {
        let row = self.plan.row(self.core.has_back_links);
        // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 6 of `Store`.
        unsafe { self.core.block.free(row) };
    }

    /// Copies the bits beside the slot table from one block to another, or within
    /// one that was extended; where the old one has none, its words show them. The bits of the
    /// slots that do not exist yet are zeros.
    ///
    /// # Safety
    ///
    /// Both are blocks of stores of the record, and `from` has `slots` slots. `to` has
    /// capacity for them. It is another block, or it is the memory of `from` extended to a
    /// larger capacity, in which no column was shifted yet.
    pub(super) unsafe fn copy_holes(self, from: Base, to: Base, slots: u32) {
        debug_assert!(slots as usize <= from.capacity, "the block has the slots");
        if self.plan.dense {
            return;
        }
        // SAFETY: by this function's contract; if `to` is `from` extended, the new words start
        // after all old columns and stamps. By invariant 2 of `Store` the words of the slots are
        // initialised, and the column of words is aligned. The words may be borrowed, but nobody
        // writes to them. The new words of bits are not borrowed.
        unsafe {
            if let Some(new) = copy_bits(from, to, self.plan.row, slots as usize) {
                let words = slice_of(from.start_of(self.plan.words), slots as usize);
                new.start(slot_table::holes::<H>(words, 0));
            }
        }
    }
}
