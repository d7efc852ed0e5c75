//! Moving all rows out of a store that is given up.

use core::mem::ManuallyDrop;
use core::ops::Range;

use super::{Fields, FieldsAt, FieldsOf, Store};
use crate::record::{IdAllocator, Shape, ShapeOf, shape_of};

/// A store whose rows are moved out, from both ends.
///
/// # Invariants
///
/// 1. Of the store's row columns the fields are initialised for the rows `left`
///    and no others; all else is as the invariants of [`Store`] say.
pub(crate) struct Taken<T: IdAllocator> {
    store: ManuallyDrop<Store<T>>,
    left: Range<usize>,
    live: usize,
}

impl<T: IdAllocator> Taken<T> {
    pub(crate) fn new(store: Store<T>) -> Self {
        Taken {
            left: 0..store.rows() as usize,
            live: store.live() as usize,
            store: ManuallyDrop::new(store),
        }
    }

    /// How many live rows are left.
    #[inline]
    pub(crate) fn live(&self) -> usize {
        self.live
    }

    /// The first live row that is left.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(T::Id, T)> {
        while let Some(row) = self.left.next() {
            // SAFETY: the row was the first of those left, and is none of them now.
            let row = unsafe { self.take(shape_of::<T>(), row) };
            if row.is_some() {
                return row;
            }
        }
        None
    }

    /// The last live row that is left.
    #[inline]
    pub(crate) fn next_back(&mut self) -> Option<(T::Id, T)> {
        while let Some(row) = self.left.next_back() {
            // SAFETY: the row was the last of those left, and is none of them now.
            let row = unsafe { self.take(shape_of::<T>(), row) };
            if row.is_some() {
                return row;
            }
        }
        None
    }

    /// Moves a row out; drops it if it is a hole.
    ///
    /// # Safety
    ///
    /// `row` is initialised and not used again.
    #[inline]
    unsafe fn take<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        row: usize,
    ) -> Option<(T::Id, T)> {
        let id = self.store.keys(shape).id_at(row);
        // SAFETY: by invariant 1 of `Store` and this function's contract.
        let fields = unsafe { FieldsOf::<S>::read::<FieldsAt<S>>(self.store.base(), row) };
        let id = id?;
        self.live -= 1;
        Some((id, S::join(fields)))
    }
}

impl<T: IdAllocator> Drop for Taken<T> {
    fn drop(&mut self) {
        /// Frees the block, in which no row is left, even if dropping one panics.
        struct FreeBlock<'s, T: IdAllocator>(&'s mut Taken<T>);

        impl<T: IdAllocator> Drop for FreeBlock<'_, T> {
            fn drop(&mut self) {
                let store = &mut self.0.store;
                (store.block.used, store.live) = (0, 0);
                // SAFETY: the store is not used again; it has no rows to drop.
                unsafe { ManuallyDrop::drop(store) };
            }
        }

        fn drop_rows<T: IdAllocator, S: Shape<Record = T>>(taken: &Taken<T>, _: ShapeOf<S>) {
            let (base, rows) = (taken.store.base(), taken.left.clone());
            // SAFETY: by invariant 1 of `Taken`; the rows are not used again.
            unsafe { FieldsOf::<S>::drop_rows::<FieldsAt<S>>(base, rows) };
        }

        let block = FreeBlock(self);
        drop_rows(block.0, shape_of::<T>());
    }
}
