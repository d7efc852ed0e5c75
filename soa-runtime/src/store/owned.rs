//! Moving all rows out of a store that is given up.

use core::mem::{self, ManuallyDrop};
use core::ops::Range;

use super::{Fields, FieldsAt, FieldsOf, Store};
use crate::record::{IdAllocator, KeysOf, Shape, ShapeOf, shape_of};

/// A store whose rows are moved out, from both ends.
///
/// # Invariants
///
/// 1. Of the store's row columns the fields are initialised for the rows `left`
///    and no others; all else is as the invariants of [`Store`] say.
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
        self.store.keys(shape_of::<T>())
    }

    /// Moves out a row, and drops the rows that are left before it.
    #[inline]
    pub(crate) fn front(&mut self, row: usize) -> (T::Id, T) {
        let shape = shape_of::<T>();
        assert!(self.left.contains(&row), "row {row} is moved out already");
        let holes = mem::replace(&mut self.left.start, row)..row;
        // SAFETY: checked above: these rows were left, and are no longer.
        unsafe { self.drop_rows(shape, holes) };
        self.left.start = row + 1;
        // SAFETY: checked above: the row was left, and is no longer.
        unsafe { self.read(shape, row) }
    }

    /// Moves out a row, and drops the rows that are left after it.
    #[inline]
    pub(crate) fn back(&mut self, row: usize) -> (T::Id, T) {
        let shape = shape_of::<T>();
        assert!(self.left.contains(&row), "row {row} is moved out already");
        let holes = row + 1..mem::replace(&mut self.left.end, row + 1);
        // SAFETY: checked above: these rows were left, and are no longer.
        unsafe { self.drop_rows(shape, holes) };
        self.left.end = row;
        // SAFETY: checked above: the row was left, and is no longer.
        unsafe { self.read(shape, row) }
    }

    /// Moves out a live row.
    ///
    /// # Safety
    ///
    /// The row has just left the rows that are `left`.
    #[inline]
    unsafe fn read<S: Shape<Record = T>>(&self, shape: ShapeOf<S>, row: usize) -> (T::Id, T) {
        let id = self.store.keys(shape).id_of(row);
        // SAFETY: by invariant 1 of `Store` and of `OwnedRows`, and this function's contract.
        let fields = unsafe { FieldsOf::<S>::read::<FieldsAt<S>>(self.store.base(), row) };
        (id, S::join(fields))
    }

    /// Drops rows.
    ///
    /// # Safety
    ///
    /// The rows have just left the rows that are `left`.
    #[inline]
    unsafe fn drop_rows<S: Shape<Record = T>>(&self, _: ShapeOf<S>, rows: Range<usize>) {
        debug_assert!(
            rows.end <= self.store.rows() as usize,
            "the rows {rows:?} are there"
        );
        // SAFETY: by invariant 1 of `Store` and of `OwnedRows`, and this function's contract.
        unsafe { FieldsOf::<S>::drop_rows::<FieldsAt<S>>(self.store.base(), rows) };
    }
}

impl<T: IdAllocator> Drop for OwnedRows<T> {
    fn drop(&mut self) {
        /// Frees the block, in which no row is left, even if dropping one panics.
        struct FreeBlock<'s, T: IdAllocator>(&'s mut OwnedRows<T>);

        impl<T: IdAllocator> Drop for FreeBlock<'_, T> {
            fn drop(&mut self) {
                let store = &mut self.0.store;
                (store.block.used, store.live) = (0, 0);
                // SAFETY: the store is not used again; it has no rows to drop.
                unsafe { ManuallyDrop::drop(store) };
            }
        }

        let block = FreeBlock(self);
        let rows = mem::take(&mut block.0.left);
        // SAFETY: the rows are left no longer.
        unsafe { block.0.drop_rows(shape_of::<T>(), rows) };
    }
}
