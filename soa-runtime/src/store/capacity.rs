//! Growing, shrinking, copying and freeing the block.

use core::ops::Range;

#[cfg(feature = "purge")]
use super::typed::{OfSlots, Tree};
use super::{Store, Typed};
use crate::error::AllocError;
use crate::memory::{Base, CloneFields, clone_rows, drop_rows, shift_columns};
#[cfg(feature = "purge")]
use crate::memory::{Tree as _, purge, unused_bytes};
use crate::record::{IdAllocator, Shape};
use crate::slot_table::FreeList;

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

    /// Reserves capacity for `fresh` more slots. The caller has checked that
    /// indices are left for them.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::OutOfMemory`] if memory runs out.
    pub(crate) fn reserve_slots(&mut self, fresh: u32) -> Result<(), AllocError> {
        self.untyped().reserve_slots(fresh)
    }

    /// Frees the memory after the last slot and the memory of the back links, as far as the
    /// allocator can.
    pub(crate) fn shrink_to_fit(&mut self) {
        let slots = self.store.slots();
        if slots < self.store.capacity() || self.store.core.has_back_links {
            self.untyped().rebuild(slots, false);
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
            // SAFETY: by invariant 1 of `Store` the column has `capacity` rows inside the block, and
            // `used` is at most the capacity: the bytes belong to the column's other rows. No
            // invariant of `Store` says that they are initialised, except 7 if the column has
            // stamps: these stay so, and any number is a stamp. The store is borrowed mutably.
            unsafe { purge(base.start.add(start), bytes) }
        });
        given_back.sum()
    }

    /// Drops all rows and removes all slots, but keeps the memory.
    pub(crate) fn reset(&mut self) {
        let rows = self.store.rows() as usize;
        if let Some(holes) = self.holes() {
            // SAFETY: by invariants 2 and 5 of `Store`; nobody borrows the words.
            unsafe { holes.begin(0..rows) };
        }
        self.store.core.block.used = 0;
        self.store.core.live = 0;
        self.store.core.free = FreeList::EMPTY;
        // SAFETY: by invariants 1 and 3 of `Store`; the store no longer counts
        // these rows.
        unsafe { drop_rows(Typed::<S>::FIELDS, self.store.base(), 0..rows) };
    }

    /// Drops rows and frees the memory.
    ///
    /// # Safety
    ///
    /// The fields of these rows are initialised. The store is not used again.
    pub(super) unsafe fn free_all(&mut self, rows: Range<usize>) {
        /// Frees the block even if dropping a row panics.
        struct FreeBlock<'s, S: Shape>(&'s mut Typed<S>);

        impl<S: Shape> Drop for FreeBlock<'_, S> {
            fn drop(&mut self) {
                // SAFETY: by invariants 1 and 6 of `Store` and the contract of `free_all`.
                unsafe { self.0.untyped().free_block() };
            }
        }

        let block = FreeBlock(self);
        // SAFETY: by invariant 1 of `Store` and this function's contract.
        unsafe { drop_rows(Typed::<S>::FIELDS, block.0.store.base(), rows) };
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
            self.untyped().grow(source.slots())?;
        }
        let (slots, rows) = (source.slots(), source.rows());
        let (from, to) = (source.base(), self.store.base());
        // SAFETY: by invariants 1 to 3 and 5 of `Store` for the source; there is room
        // for its slots, which are at least its rows, and no row is in use here.
        unsafe {
            clone_rows(Typed::<S>::FIELDS, from, to, 0, rows as usize);
            copy_tables::<S>(from, to, slots, rows);
            self.untyped().copy_holes(from, to, slots);
        }
        self.store.core.block.used = slots;
        self.store.core.live = source.live();
        self.store.core.tag = source.core.tag;
        self.untyped().set_free_list(source.core.free);
        self.start_after(source);
        Ok(())
    }
}

impl<T: IdAllocator> Drop for Store<T> {
    fn drop(&mut self) {
        let rows = 0..self.rows() as usize;
        // SAFETY: by invariant 3 of `Store`; nobody uses it after its drop.
        unsafe { self.typed_mut().free_all(rows) };
    }
}

/// Copies the tables of one block to another, except for the bits.
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
    // SAFETY: by this function's contract `from` has these slots and rows, and `to` has capacity
    // for them.
    unsafe {
        shift_columns(Typed::<S>::WORDS, from, to, slots as usize);
        shift_columns(Typed::<S>::ROW_OF, from, to, slots as usize);
        shift_columns(Typed::<S>::IDS, from, to, rows as usize);
    }
}
