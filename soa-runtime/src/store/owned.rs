//! Moves all rows out of a store that is consumed.

use core::mem::{self, ManuallyDrop};
use core::ops::Range;

use super::{Store, Typed};
use crate::handle::AnyHandle;
use crate::memory::drop_rows;
use crate::record::{IdAllocator, NamesOf, Shape};

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

    /// Returns the store, whose tables still have the ids of the rows that were moved out.
    pub(crate) fn store(&self) -> &Store<T> {
        &self.store
    }

    /// Borrows the ids of all rows, also of those that were moved out.
    #[inline]
    pub(crate) fn names(&self) -> NamesOf<'_, T> {
        self.store.typed().names()
    }

    /// Returns the ids of the rows that are live, or were before they were moved out, among
    /// some of the rows.
    pub(crate) fn ids(&self, rows: Range<usize>) -> impl Iterator<Item = T::Id> + use<'_, T> {
        let names = self.names();
        rows.filter_map(move |row| names.id_at(row))
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
        let names = self.names();
        let (start, slot) =
            (row..names.rows()).find_map(|row| Some((row, names.id_at(row)?.index())))?;
        let following = (slot..).zip(start..names.rows());
        let run = following
            .take_while(|(slot, row)| names.id_at(*row).is_some_and(|id| id.index() == *slot));
        Some((start..start + run.count(), slot))
    }

    /// Moves out a row, and drops the remaining rows before it.
    #[inline]
    pub(crate) fn front(&mut self, row: usize) -> T {
        assert!(self.left.contains(&row), "row {row} was already moved out");
        let passed = mem::replace(&mut self.left.start, row + 1)..row;
        // SAFETY: checked above: the row and the passed ones were in `left`, and no longer are.
        unsafe { self.store.typed().move_past(passed, row) }
    }

    /// Moves out a row, and drops the remaining rows after it.
    #[inline]
    pub(crate) fn back(&mut self, row: usize) -> T {
        assert!(self.left.contains(&row), "row {row} was already moved out");
        let passed = row + 1..mem::replace(&mut self.left.end, row);
        // SAFETY: checked above: the row and the passed ones were in `left`, and no longer are.
        unsafe { self.store.typed().move_past(passed, row) }
    }
}

impl<S: Shape> Typed<S> {
    /// Moves a row out and drops other rows, after which the record is dropped if that panics.
    ///
    /// # Safety
    ///
    /// All of them are initialised. The caller ensures that their fields are not used
    /// again.
    #[inline]
    unsafe fn move_past(&self, passed: Range<usize>, row: usize) -> S::Record {
        debug_assert!(
            passed.end <= self.store.rows() as usize && !passed.contains(&row),
            "the rows {passed:?} are there"
        );
        // SAFETY: by invariant 1 of `Store` and this function's contract.
        unsafe {
            let record = self.move_out(row);
            drop_rows(Typed::<S>::FIELDS, self.store.base(), passed);
            record
        }
    }
}

impl<T: IdAllocator> Drop for OwnedRows<T> {
    fn drop(&mut self) {
        let rows = mem::take(&mut self.left);
        // SAFETY: by invariant 1 of `OwnedRows` these rows are initialised; nobody uses the store
        // after the drop of its rows.
        unsafe { self.store.typed_mut().free_all(rows) };
    }
}
