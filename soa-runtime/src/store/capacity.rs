//! Growing, shrinking, copying and freeing the block.

#[cfg(feature = "purge")]
use super::typed::{OfSlots, Tree};
use super::{Store, Typed, row_layout};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::{
    self, Base, Block, CloneFields, LinkTable, Links, ROWS_PER_WORD, RowLayout, clone_rows,
    copy_bits, copy_stamps, drop_rows, lend, shift_columns, zero_stamps,
};
#[cfg(feature = "purge")]
use crate::memory::{Tree as _, purge, unused_bytes};
use crate::record::{HandleOf, IdAllocator, Shape};
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

impl<S: Shape> Typed<S> {
    /// Reserves capacity for `additional` more live rows.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::Full`] if the index bits cannot address that many
    /// rows, and [`AllocError::OutOfMemory`] if memory runs out.
    pub(crate) fn try_reserve(&mut self, additional: usize) -> Result<(), AllocError> {
        let fresh = self.store.supply(additional)?.fresh;
        self.reserve_slots(fresh)
    }

    /// Returns whether one more slot needs memory, or a word of bits that begins with it.
    #[inline(always)]
    pub(super) fn lacks_room(&self) -> bool {
        let slots = self.store.slots();
        slots >= self.store.capacity() || !Self::DENSE && slots as usize % ROWS_PER_WORD == 0
    }

    /// Makes what one more slot needs. Out of line, because it happens rarely.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::OutOfMemory`] if memory runs out. Nothing has changed then.
    #[cold]
    #[inline(never)]
    pub(super) fn make_room(&mut self) -> Result<(), AllocError> {
        self.reserve_slots(1)?;
        let next = self.store.slots();
        if let Some(holes) = self.holes() {
            // SAFETY: there is capacity for the slot; nobody borrows the words.
            unsafe { holes.begin(next..next + 1) };
        }
        Ok(())
    }

    /// Reserves capacity for `fresh` more slots. The caller has checked that
    /// indices are left for them.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::OutOfMemory`] if memory runs out.
    pub(crate) fn reserve_slots(&mut self, fresh: u32) -> Result<(), AllocError> {
        let needed = self.store.slots() + fresh;
        if needed > self.store.capacity() {
            self.grow(needed)
        } else {
            Ok(())
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, needed: u32) -> Result<(), AllocError> {
        let doubled = self.store.capacity().saturating_mul(2).max(FIRST_CAPACITY);
        let ample = needed.max(doubled.min(HandleOf::<S>::LIMIT));
        let old = self.store.capacity() as usize;
        let row = self.made_with();
        let copied = old * row.bytes < SMALL_BLOCK || row.align > EXTENDED_IN_PLACE;
        if copied && self.rebuild(ample, row.links) {
            return Ok(());
        }
        let now = self.now();
        // SAFETY: by invariant 1 of `Store`; the caller needs more than the capacity.
        let extended = unsafe { self.store.block.extend(&row, ample) }
            // SAFETY: by invariant 1 of `Store`, because the failed call has
            // changed nothing; the caller needs more than the capacity.
            || unsafe { self.store.block.extend(&row, needed) };
        if !extended {
            return Err(AllocError::OutOfMemory);
        }
        let to = self.store.base();
        let from = Base {
            capacity: old,
            ..to
        };
        // SAFETY: the block was extended from `old` rows, which hold the slots; the
        // links stand after the bits and all columns, so they are moved first.
        unsafe { move_links(from, to, row) };
        // SAFETY: the block was extended from `old` rows, which hold the slots;
        // the bits follow all columns, so they are moved first.
        unsafe { copy_holes::<S>(from, to, self.store.slots()) };
        if Self::HAS_STAMPS {
            // SAFETY: the block was extended from `old` rows, whose stamps are initialised
            // by invariant 7 of `Store`. The bits and links, which follow the stamps, were
            // moved, and no column was shifted.
            unsafe { copy_stamps(row, from, to) };
        }
        // SAFETY: the block was extended from `old` rows, which include all slots
        // by invariant 2 of `Store`, and no row column is longer.
        unsafe { shift_columns(Typed::<S>::ALL, from, to, self.store.slots() as usize) };
        if Self::HAS_STAMPS {
            // SAFETY: by invariant 1 of `Store`; the slots are at most the capacity.
            unsafe { zero_stamps(Typed::<S>::ALL, to, self.store.slots() as usize) };
        }
        self.set_now(now);
        Ok(())
    }

    /// Frees the memory after the last slot and the memory of the links, as far as the
    /// allocator can.
    pub(crate) fn shrink_to_fit(&mut self) {
        let slots = self.store.slots();
        if slots < self.store.capacity() || self.store.has_links() {
            self.rebuild(slots, Links::Nothing);
        }
    }

    /// Returns the pages after the slots and the rows to the system.
    #[cfg(feature = "purge")]
    pub(crate) fn purge(&mut self) -> usize {
        let (base, tree) = (self.store.base(), const { &Tree::<S>::TREE });
        let of_slots = const { OfSlots::<S>::TREE.columns() };
        let given_back = (0..tree.columns()).map(|column| {
            let used = if column < of_slots {
                self.store.slots()
            } else {
                self.store.rows()
            };
            let (start, bytes) = unused_bytes(tree, column, used as usize, base.capacity);
            // SAFETY: by invariant 1 of `Store` the column has `capacity` rows
            // inside the block, and `used` is at most the capacity.
            let start = unsafe { base.start.add(start) };
            // SAFETY: the bytes belong to the column's other rows, which by
            // invariants 2 and 3 of `Store` are not initialised; the store is
            // borrowed mutably.
            unsafe { purge(start, bytes) }
        });
        given_back.sum()
    }

    /// Moves the rows to a new block, with links or without, for which there may be no
    /// memory.
    pub(super) fn rebuild(&mut self, capacity: u32, links: Links) -> bool {
        assert!(self.store.slots() <= capacity, "a slot is lost");
        assert!(capacity > 0 || links == Links::Nothing, "no rows, no links");
        let (before, row) = (self.made_with(), row_layout::<S>().with_links(links));
        let Some(mut block) = Block::allocate(&row, capacity) else {
            return false;
        };
        block.used = self.store.slots();
        let (from, list, now) = (self.store.base(), self.free_list(), self.now());
        let mut old = self.store.block.take();
        self.store.block = block;
        self.set_now(now);
        if links == Links::OnePerRow {
            self.begin_links(&list);
        } else {
            self.store.free = list.clone();
        }
        if old.capacity() == 0 {
            return true;
        }
        // SAFETY: the blocks are different blocks of the same tree, and the slots
        // fit both; no row column is longer.
        unsafe {
            shift_columns(
                Typed::<S>::ALL,
                from,
                self.store.base(),
                self.store.slots() as usize,
            );
        };
        // SAFETY: the blocks are different, and the slots fit both.
        unsafe { copy_holes::<S>(from, self.store.base(), self.store.slots()) };
        if Self::HAS_STAMPS && capacity > 0 {
            // SAFETY: both blocks have the same columns and bits, and the stamps of the
            // old one are initialised by invariant 7 of `Store`. The new one was made of
            // zeros, so the stamps of its further rows are initialised, too.
            unsafe { copy_stamps(row, from, self.store.base()) };
        }
        if links == Links::OnePerRow {
            self.set_free_list(list);
        }
        // SAFETY: by invariants 1 and 6 of `Store`, for the block that was replaced.
        unsafe { old.free(&before) };
        true
    }

    /// Drops all rows and removes all slots, but keeps the memory.
    pub(crate) fn reset(&mut self) {
        let (rows, tag) = (self.store.rows() as usize, self.tag());
        self.store.block.used = 0;
        self.store.live = 0;
        self.set_free_list(FreeList::of_tag(tag));
        // SAFETY: by invariants 1 and 3 of `Store`; the store no longer counts
        // these rows.
        unsafe { drop_rows(Typed::<S>::FIELDS, self.store.base(), 0..rows) };
    }

    /// Fills an empty store with copies of another store's rows, slots and free
    /// list. If copying a value panics, the store is empty.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::OutOfMemory`] if memory runs out. In this case nothing
    /// has changed.
    pub(crate) fn copy_from(&mut self, source: &Store<S::Record>) -> Result<(), AllocError>
    where
        S::Fields: CloneFields,
    {
        assert!(self.store.slots() == 0, "only an empty hub is filled");
        if source.slots() > self.store.capacity() {
            self.grow(source.slots())?;
        }
        let (slots, rows) = (source.slots(), source.rows());
        let (from, to) = (source.base(), self.store.base());
        // SAFETY: by invariants 1 and 3 of `Store` for the source; there is room
        // for its slots, which are at least its rows, and no row is in use here.
        unsafe { clone_rows(Typed::<S>::FIELDS, from, to, 0, rows as usize) };
        // SAFETY: both blocks have room for the source's slots.
        unsafe { copy_tables::<S>(from, to, slots, rows) };
        self.store.block.used = slots;
        self.store.live = source.live;
        self.set_free_list(source.typed().free_list());
        self.start_after(source);
        Ok(())
    }
}

impl<T: IdAllocator> Drop for Store<T> {
    fn drop(&mut self) {
        /// Frees the block even if dropping a row panics. The block contains no
        /// rows at this point.
        struct FreeBlock<'s, S: Shape>(&'s mut Typed<S>);

        impl<S: Shape> Drop for FreeBlock<'_, S> {
            fn drop(&mut self) {
                // SAFETY: by invariants 1 and 6 of `Store`.
                unsafe { self.0.store.block.free(&self.0.made_with()) };
            }
        }

        FreeBlock(self.typed_mut()).0.reset();
    }
}

/// Copies the tables of one block to another.
///
/// # Safety
///
/// Both are blocks of stores of `T` with shape `S`. `from` has `slots` slots and
/// `rows` rows, and `to` has capacity for them.
unsafe fn copy_tables<S: Shape>(from: Base, to: Base, slots: u32, rows: u32) {
    debug_assert!(rows <= slots, "a row has a slot");
    debug_assert!(
        slots as usize <= from.capacity.min(to.capacity),
        "both blocks have the slots"
    );
    // SAFETY: by this function's contract.
    unsafe { shift_columns(Typed::<S>::WORDS, from, to, slots as usize) };
    // SAFETY: by this function's contract.
    unsafe { shift_columns(Typed::<S>::ROW_OF, from, to, slots as usize) };
    // SAFETY: by this function's contract.
    unsafe { shift_columns(Typed::<S>::IDS, from, to, rows as usize) };
    // SAFETY: by this function's contract.
    unsafe { copy_holes::<S>(from, to, slots) };
}

/// Moves the links of a block that was extended to their new place, if it has any.
///
/// # Safety
///
/// `from` is a block of a store, made with `row`, and `to` the same memory extended to
/// a larger capacity, in which nothing was moved yet. Nobody borrows the links.
unsafe fn move_links(from: Base, to: Base, row: RowLayout) {
    // SAFETY: by this function's contract.
    let old = unsafe { LinkTable::of(from, row) };
    // SAFETY: by this function's contract.
    let new = unsafe { LinkTable::of(to, row) };
    if let (Some(old), Some(new)) = (old, new) {
        // SAFETY: by this function's contract. Everything before the new table is
        // before the old one too or free, because no part of a block gets shorter.
        unsafe { old.copy_to(new, from.capacity) };
        // SAFETY: by this function's contract.
        unsafe { new.clear_from(from.capacity) };
    }
}

/// Copies the bits beside the slot table from one block to another, or within
/// one that was extended; where the old one has none, its words tell.
///
/// # Safety
///
/// Both are blocks of stores of `T` with shape `S`, and `from` has `slots` slots.
/// `to` has capacity for them. It is another block, or it is the memory of `from`
/// extended to a larger capacity, in which no column was shifted yet.
unsafe fn copy_holes<S: Shape>(from: Base, to: Base, slots: u32) {
    debug_assert!(slots as usize <= from.capacity, "the block has the slots");
    if Typed::<S>::DENSE {
        return;
    }
    // SAFETY: by this function's contract; if `to` is `from` extended, the new words start
    // after all old columns.
    if let Some(new) = unsafe { copy_bits(from, to, Typed::<S>::ROW, slots) } {
        // SAFETY: by this function's contract and invariant 2 of `Store`.
        let words =
            unsafe { lend::<memory::ColumnsRef, _, _>(Typed::<S>::WORDS, from, slots as usize) };
        // SAFETY: no borrow of the new words exists.
        unsafe { new.start(slot_table::holes::<HandleOf<S>>(words, 0)) };
    }
}
