//! Moves all rows out of a store that is consumed.

use core::mem::{self, ManuallyDrop};
use core::ops::Range;

use super::{Store, Typed};
use crate::handle::AnyHandle;
use crate::memory::{drop_rows, read};
use crate::record::{HandleOf, IdAllocator, KeysOf, Shape};

/// A store whose rows are moved out, from both ends.
///
/// # Invariants
///
/// 1. Of the row columns of the store, the fields are initialised exactly for the
///    rows `left`. All other invariants of [`Store`] hold.
pub(crate) struct OwnedRows<T: IdAllocator> {
    store: ManuallyDrop<Store<T>>,
    left: Range<usize>,
}

impl<T: IdAllocator> OwnedRows<T> {
    pub(crate) fn new(store: Store<T>) -> Self {
        OwnedRows {
            left: 0..store.rows() as usize,
            store: ManuallyDrop::new(store),
        }
    }

    /// Borrows the tables, which still resolve the ids of the rows that were moved out.
    #[inline]
    pub(crate) fn keys(&self) -> KeysOf<'_, T> {
        self.store.typed().keys()
    }

    /// Returns the free slots and their next generations, in the order of their reuse.
    pub(crate) fn free(&self) -> impl Iterator<Item = (u32, u32)> + use<'_, T> {
        let list = self.store.typed().free_list();
        list.iter::<T::Id>(self.keys().slots())
    }

    /// Returns whether there are slots that are retired or withheld.
    pub(crate) fn has_slots_aside(&self) -> bool {
        self.store.aside() > 0
    }

    /// Returns the ids of the rows that are live, or were before they were moved out, among
    /// some of the rows.
    pub(crate) fn ids(&self, rows: Range<usize>) -> impl Iterator<Item = T::Id> + use<'_, T> {
        let keys = self.keys();
        rows.filter_map(move |row| keys.id_at(row))
    }

    /// Returns whether the rows, all of which are live, are in the order of their slots.
    pub(crate) fn are_in_slot_order(&self) -> bool {
        self.ids(self.left.clone())
            .map(AnyHandle::index)
            .is_sorted()
    }

    /// Returns the next live rows from `row` on whose slots follow each other, and the first of
    /// the slots.
    pub(crate) fn next_run(&self, row: usize) -> Option<(Range<usize>, u32)> {
        let keys = self.keys();
        let (start, slot) =
            (row..keys.rows()).find_map(|row| Some((row, keys.id_at(row)?.index())))?;
        let following = (slot..).zip(start..keys.rows());
        let run = following
            .take_while(|(slot, row)| keys.id_at(*row).is_some_and(|id| id.index() == *slot));
        Some((start..start + run.count(), slot))
    }

    /// Moves out consecutive rows that are live, one by one, after dropping the remaining rows
    /// before them.
    pub(crate) fn run(&mut self, rows: Range<usize>) -> Run<'_, T> {
        let last = self.left.end;
        assert!(
            self.left.start <= rows.start && rows.end <= last,
            "the rows {rows:?} were already moved out"
        );
        let holes = mem::replace(&mut self.left.start, rows.start)..rows.start;
        // SAFETY: checked above: these rows were in `left`, and no longer are.
        unsafe { self.store.typed().drop_range(holes) };
        Run {
            left: rows.len(),
            rows: self,
        }
    }

    /// Moves out a row, and drops the remaining rows before it.
    #[inline]
    pub(crate) fn front(&mut self, row: usize) -> (T::Id, T) {
        assert!(self.left.contains(&row), "row {row} was already moved out");
        let holes = mem::replace(&mut self.left.start, row)..row;
        // SAFETY: checked above: these rows and then this row were in `left`, and no longer are.
        unsafe {
            self.store.typed().drop_range(holes);
            self.left.start = row + 1;
            self.store.typed().move_out(row)
        }
    }

    /// Moves out a row, and drops the remaining rows after it.
    #[inline]
    pub(crate) fn back(&mut self, row: usize) -> (T::Id, T) {
        assert!(self.left.contains(&row), "row {row} was already moved out");
        let holes = row + 1..mem::replace(&mut self.left.end, row + 1);
        // SAFETY: checked above: these rows and then this row were in `left`, and no longer are.
        unsafe {
            self.store.typed().drop_range(holes);
            self.left.end = row;
            self.store.typed().move_out(row)
        }
    }
}

/// Consecutive rows of a store that are moved out.
///
/// # Invariants
///
/// 1. The next `left` rows of the store of `rows` are in `rows.left`.
pub(crate) struct Run<'r, T: IdAllocator> {
    rows: &'r mut OwnedRows<T>,
    left: usize,
}

impl<T: IdAllocator> Iterator for Run<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        let row = self.rows.left.start;
        self.rows.left.start += 1;
        // SAFETY: by invariant 1 of `Run`; the row is no longer in `left`.
        Some(unsafe { self.rows.store.typed().take(row) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<S: Shape> Typed<S> {
    /// Moves a row out.
    ///
    /// # Safety
    ///
    /// The row is initialised. The caller ensures that its fields are not used again.
    #[inline]
    unsafe fn take(&self, row: usize) -> S::Record {
        // SAFETY: by invariant 1 of `Store` and this function's contract.
        S::join(unsafe { read(Typed::<S>::FIELDS, self.store.base(), row) })
    }

    /// Moves out a live row.
    ///
    /// # Safety
    ///
    /// The row is live and initialised. The caller ensures that its fields are not
    /// used again.
    #[inline]
    unsafe fn move_out(&self, row: usize) -> (HandleOf<S>, S::Record) {
        let id = self.keys().id_of(row);
        // SAFETY: by this function's contract the row is initialised, and its fields are not
        // used again.
        (id, unsafe { self.take(row) })
    }

    /// Drops rows.
    ///
    /// # Safety
    ///
    /// The rows are initialised. The caller ensures that their fields are not used
    /// again.
    #[inline]
    unsafe fn drop_range(&self, rows: Range<usize>) {
        debug_assert!(
            rows.end <= self.store.rows() as usize,
            "the rows {rows:?} are there"
        );
        // SAFETY: by invariant 1 of `Store` and this function's contract.
        unsafe { drop_rows(Typed::<S>::FIELDS, self.store.base(), rows) };
    }
}

impl<T: IdAllocator> Drop for OwnedRows<T> {
    fn drop(&mut self) {
        /// Frees the block even if dropping a row panics. The block contains no
        /// rows at this point.
        struct FreeBlock<'s, T: IdAllocator>(&'s mut OwnedRows<T>);

        impl<T: IdAllocator> Drop for FreeBlock<'_, T> {
            fn drop(&mut self) {
                let store = &mut self.0.store;
                (store.core.block.used, store.core.live) = (0, 0);
                // SAFETY: the store is not used again; it has no rows to drop.
                unsafe { ManuallyDrop::drop(store) };
            }
        }

        let block = FreeBlock(self);
        let rows = mem::take(&mut block.0.left);
        // SAFETY: the rows are no longer in `left`.
        unsafe { block.0.store.typed().drop_range(rows) };
    }
}
