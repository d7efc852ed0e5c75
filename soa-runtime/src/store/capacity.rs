//! Growing, shrinking, copying and freeing the block.

#[cfg(feature = "purge")]
use super::typed::{OfSlots, Tree};
use super::{Store, Typed, row_layout};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::{
    self, Base, Block, CloneFields, HoleBits, clone_rows, copy_stamps, drop_rows, lend,
    shift_columns, zero_stamps,
};
#[cfg(feature = "purge")]
use crate::memory::{Tree as _, purge, unused_bytes};
use crate::record::{HandleOf, IdAllocator, Shape};
use crate::slot_table::{self, FreeList};

/// The capacity of a hub's first block, in rows.
const FIRST_CAPACITY: u32 = 4;

/// The size in bytes below which a block grows by a copy into a new one: that
/// moves each value once, where extending it in place and shifting the columns
/// may move it twice. Above it, what is saved are the page faults of a new block.
const SMALL_BLOCK: usize = 2048;

impl<S: Shape> Typed<S> {
    /// Makes room for `additional` more live rows.
    ///
    /// # Errors
    ///
    /// [`AllocError::Full`] if the index bits cannot tell so many apart,
    /// [`AllocError::OutOfMemory`] if there is no memory for them.
    pub(crate) fn try_reserve(&mut self, additional: usize) -> Result<(), AllocError> {
        let fresh = self.store.supply(additional)?.fresh;
        self.reserve_slots(fresh)
    }

    /// Makes room for `fresh` more slots; there are indices for them.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`].
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
        let row = row_layout::<S>();
        if old * row.bytes < SMALL_BLOCK && self.rebuild(ample) {
            return Ok(());
        }
        let now = self.now();
        // SAFETY: by invariant 1 of `Store`; the caller needs more than the capacity.
        let extended = unsafe { self.store.block.extend(row, ample) }
            // SAFETY: by invariant 1 of `Store`, as what was refused has changed
            // nothing; the caller needs more than the capacity.
            || unsafe { self.store.block.extend(row, needed) };
        if !extended {
            return Err(AllocError::OutOfMemory);
        }
        let to = self.store.base();
        let from = Base {
            capacity: old,
            ..to
        };
        // SAFETY: the block was extended from `old` rows, which hold the slots;
        // the bits stand behind all columns, so they are moved first.
        unsafe { copy_holes::<S>(from, to, self.store.slots()) };
        // SAFETY: the block was extended from `old` rows, whose stamps are initialised by
        // invariant 6 of `Store`. The bits, which follow the stamps, were moved, and no
        // column was shifted.
        unsafe { copy_stamps(row, from, to) };
        // SAFETY: the block was extended from `old` rows, which hold the slots
        // by invariant 2 of `Store`, and no row column is longer.
        unsafe { shift_columns(Typed::<S>::ALL, from, to, self.store.slots() as usize) };
        // SAFETY: by invariant 1 of `Store`; the slots are at most the capacity.
        unsafe { zero_stamps(Typed::<S>::ALL, to, self.store.slots() as usize) };
        self.set_now(now);
        self.begin_word();
        Ok(())
    }

    /// Gives back the memory behind the last slot, as far as the allocator can.
    pub(crate) fn shrink_to_fit(&mut self) {
        if self.store.slots() < self.store.capacity() {
            self.rebuild(self.store.slots());
        }
    }

    /// Gives the pages behind the slots and the rows back to the system.
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
            // inside the block, of which `used` are not more.
            let start = unsafe { base.start.add(start) };
            // SAFETY: the bytes are those of the column's other rows, which by
            // invariants 2 and 3 of `Store` are not initialised; the store is
            // lent uniquely.
            unsafe { purge(start, bytes) }
        });
        given_back.sum()
    }

    /// Moves the rows to a new block, for which there may be no memory.
    fn rebuild(&mut self, capacity: u32) -> bool {
        assert!(self.store.slots() <= capacity, "a slot is lost");
        let row = row_layout::<S>();
        let Some(mut block) = Block::allocate(row, capacity) else {
            return false;
        };
        block.used = self.store.slots();
        let (from, now) = (self.store.base(), self.now());
        let mut old = self.store.block.take();
        self.store.block = block;
        self.set_now(now);
        self.begin_word();
        if old.capacity() == 0 {
            return true;
        }
        // SAFETY: the blocks are different ones of the same tree, and the slots
        // fit both; no row column is longer.
        unsafe {
            shift_columns(
                Typed::<S>::ALL,
                from,
                self.store.base(),
                self.store.slots() as usize,
            );
        };
        // SAFETY: the blocks are different ones, and the slots fit both.
        unsafe { copy_holes::<S>(from, self.store.base(), self.store.slots()) };
        if capacity > 0 {
            // SAFETY: both blocks were made with `row`, and the stamps of the old one are
            // initialised by invariant 6 of `Store`. Those of further rows of the new one
            // are zeros, because it was allocated so.
            unsafe { copy_stamps(row, from, self.store.base()) };
        }
        // SAFETY: by invariant 1 of `Store`, for the block that was replaced.
        unsafe { old.free(row) };
        true
    }

    /// Drops all rows and forgets all slots; keeps the memory.
    pub(crate) fn reset(&mut self) {
        let rows = self.store.rows() as usize;
        self.store.block.used = 0;
        self.store.live = 0;
        self.store.free = FreeList::EMPTY;
        self.begin_word();
        // SAFETY: by invariants 1 and 3 of `Store`; the rows are forgotten already.
        unsafe { drop_rows(Typed::<S>::FIELDS, self.store.base(), 0..rows) };
    }

    /// Fills an empty store with copies of another's rows, its slots and its free
    /// list. If copying a value panics, the store is empty.
    ///
    /// # Errors
    ///
    /// [`AllocError::OutOfMemory`]; nothing has changed then.
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
        unsafe { clone_rows(Typed::<S>::FIELDS, from, to, rows as usize) };
        // SAFETY: both blocks have room for the source's slots.
        unsafe { copy_tables::<S>(from, to, slots, rows) };
        self.store.block.used = slots;
        self.store.live = source.live;
        self.store.free = source.free.clone();
        self.start_after(source);
        self.begin_word();
        Ok(())
    }
}

impl<T: IdAllocator> Drop for Store<T> {
    fn drop(&mut self) {
        /// Frees the block, in which no row is left, even if dropping one panics.
        struct FreeBlock<'s, S: Shape>(&'s mut Typed<S>);

        impl<S: Shape> Drop for FreeBlock<'_, S> {
            fn drop(&mut self) {
                // SAFETY: by invariant 1 of `Store`.
                unsafe { self.0.store.block.free(row_layout::<S>()) };
            }
        }

        FreeBlock(self.typed_mut()).0.reset();
    }
}

/// Copies the tables of one block to another.
///
/// # Safety
///
/// Both are blocks of stores of `T` with shape `S`; `from` has `slots` slots and
/// `rows` rows, and `to` has room for them.
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

/// Copies the bits beside the slot table from one block to another, or within
/// one that was extended; where the old one has none, its words tell.
///
/// # Safety
///
/// Both are blocks of stores of `T` with shape `S`, and `from` has `slots`
/// slots. `to` has room for them, and is another block; or the memory of `from`
/// extended to a larger capacity, in which no column was shifted yet.
unsafe fn copy_holes<S: Shape>(from: Base, to: Base, slots: u32) {
    let row = row_layout::<S>();
    // SAFETY: by this function's contract.
    let old = unsafe { HoleBits::of(from, row) };
    // SAFETY: by this function's contract.
    let new = unsafe { HoleBits::of(to, row) };
    match (old, new) {
        // SAFETY: by this function's contract; where `to` is `from` extended, the
        // new words start behind all old columns.
        (Some(old), Some(new)) => unsafe { old.copy_to(new, slots) },
        (None, Some(new)) => {
            // SAFETY: by this function's contract and invariant 2 of `Store`.
            let words = unsafe {
                lend::<memory::ColumnsRef, _, _>(Typed::<S>::WORDS, from, slots as usize)
            };
            // SAFETY: nobody borrows the new words.
            unsafe { new.start(slot_table::holes::<HandleOf<S>>(words, 0)) };
        }
        (_, None) => {}
    }
}
