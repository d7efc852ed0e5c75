//! Growing the block, and moving the rows to another one.

use super::untyped::Untyped;
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::{
    BackLinks, BackTable, Base, Block, RowLayout, copy_bits, copy_stamps, slice_of,
};
use crate::slot_table::{self, FreeList};

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
        let copied = old * row.bytes < SMALL_BLOCK || row.align > EXTENDED_IN_PLACE;
        if copied && self.again().copy(ample) {
            return Ok(());
        }
        let row = self.core.made_with(row);
        let identity = self.identity();
        // SAFETY: by invariant 1 of `Untyped` and of `Store`, also after the first call, because
        // a failed call changes nothing; the caller needs more than the capacity.
        let extended =
            unsafe { self.core.block.extend(&row, ample) || self.core.block.extend(&row, needed) };
        if !extended {
            return Err(AllocError::OutOfMemory);
        }
        let (to, slots) = (self.base(), self.slots());
        let from = Base {
            capacity: old,
            ..to
        };
        // SAFETY: the block was extended from `old` rows, which include all slots by invariant 2
        // of `Store`, and no row column is longer. The stamps of these rows are initialised by
        // invariant 7. The back links follow the bits, the bits follow the stamps, and the stamps
        // follow all columns, so they are moved in this order, and the columns last. The new stamps,
        // of rows past the slots, are not initialised yet; zeros restore invariant 7. The slots are
        // at most the old capacity, so at most the new one.
        unsafe {
            move_back_links(from, to, row);
            self.again().copy_holes(from, to, slots);
            if self.plan.row.tracked > 0 {
                copy_stamps(row, from, to);
            }
            (self.plan.shift)(from, to, slots as usize);
            if self.plan.row.tracked > 0 {
                (self.plan.zero_stamps)(to, slots as usize);
            }
        }
        self.set_identity(identity);
        Ok(())
    }

    /// Moves the rows to a new block, for which there may be no memory.
    #[inline]
    fn copy(mut self, capacity: u32) -> bool {
        if self.core.has_back_links() {
            return self.rebuild(capacity, BackLinks::OnePerRow);
        }
        let (row, identity) = (self.plan.row, self.identity());
        let Some(block) = Block::allocate(row, capacity) else {
            return false;
        };
        let mut old = self.move_to(block);
        self.set_identity(identity);
        // SAFETY: by invariants 1 and 6 of `Store`, for the block that was replaced.
        unsafe { old.free(row) };
        true
    }

    /// Moves the rows to a new block, with back links or without, for which there may be no
    /// memory.
    pub(super) fn rebuild(mut self, capacity: u32, back_links: BackLinks) -> bool {
        assert!(self.slots() <= capacity, "a slot is lost");
        assert!(
            capacity > 0 || back_links == BackLinks::Nothing,
            "no rows, no back links"
        );
        let (before, row) = (
            self.core.made_with(self.plan.row),
            self.plan.row.with_back_links(back_links),
        );
        let (list, identity) = (self.free_list(), self.identity());
        let Some(block) = Block::allocate(&row, capacity) else {
            return false;
        };
        let mut old = self.move_to(block);
        self.set_identity(identity);
        if back_links == BackLinks::OnePerRow {
            self.again().begin_back_links(list);
        } else {
            self.core.free = list;
        }
        // SAFETY: by invariants 1 and 6 of `Store`, for the block that was replaced.
        unsafe { old.free(&before) };
        true
    }

    /// Moves the columns, the bits and the stamps to a new block with room for them.
    /// Returns the old one.
    #[inline(always)]
    fn move_to(&mut self, mut block: Block) -> Block {
        let (from, slots) = (self.base(), self.slots());
        assert!(slots <= block.capacity(), "a slot is lost");
        block.used = slots;
        let old = self.core.block.take();
        self.core.block = block;
        if from.capacity == 0 {
            return old;
        }
        let to = self.base();
        // SAFETY: the blocks are different blocks of the same tree, and the slots fit both; no row
        // column is longer. The stamps of the old one are initialised by invariant 7 of `Store`.
        // The new one was made of zeros, so the stamps of its further rows are initialised, too.
        unsafe {
            (self.plan.shift)(from, to, slots as usize);
            self.again().copy_holes(from, to, slots);
            if self.plan.row.tracked > 0 && to.capacity > 0 {
                copy_stamps(*self.plan.row, from, to);
            }
        }
        old
    }

    /// Makes back links, and returns whether there was memory for them.
    pub(super) fn rebuild_with_back_links(self) -> bool {
        let capacity = self.capacity();
        self.rebuild(capacity, BackLinks::OnePerRow)
    }

    /// Frees the memory without dropping the rows.
    ///
    /// # Safety
    ///
    /// The block is not used again.
    pub(super) unsafe fn free_block(self) {
        let row = self.core.made_with(self.plan.row);
        // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 6 of `Store`.
        unsafe { self.core.block.free(&row) };
    }

    /// Frees all slots and stops counting the rows, but keeps the memory. Returns the
    /// number of rows, which the caller drops.
    pub(super) fn forget_rows(mut self) -> usize {
        let rows = if self.plan.dense {
            self.core.live
        } else {
            self.slots()
        };
        let tag = self.tag();
        self.core.block.used = 0;
        self.core.live = 0;
        self.again().set_free_list(FreeList::of_tag(tag));
        rows as usize
    }

    /// Copies the bits beside the slot table from one block to another, or within
    /// one that was extended; where the old one has none, its words tell.
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
            if let Some(new) = copy_bits(from, to, self.plan.row, slots) {
                let words = slice_of(from.start_of(self.plan.words), slots as usize);
                new.start(slot_table::holes::<H>(words, 0));
            }
        }
    }
}

/// Moves the back links of a block that was extended to their new place, if it has any.
///
/// # Safety
///
/// `from` is a block of a store, made with `row`, and `to` the same memory extended to
/// a larger capacity, in which nothing was moved yet. Nobody borrows the back links.
unsafe fn move_back_links(from: Base, to: Base, row: RowLayout) {
    // SAFETY: by this function's contract both are blocks that were made with `row`. Everything
    // before the new table is before the old one too or free, because no part of a block gets
    // shorter.
    unsafe {
        if let (Some(old), Some(new)) = (BackTable::of(from, row), BackTable::of(to, row)) {
            old.move_to(new);
        }
    }
}
