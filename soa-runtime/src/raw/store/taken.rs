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
        self.pull(shape_of::<T>(), End::Front)
    }

    /// The last live row that is left.
    #[inline]
    pub(crate) fn next_back(&mut self) -> Option<(T::Id, T)> {
        self.pull(shape_of::<T>(), End::Back)
    }

    /// Moves rows out at one end until one is live; drops the holes before it.
    #[inline]
    fn pull<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, end: End) -> Option<(T::Id, T)> {
        loop {
            let row = match end {
                End::Front => self.left.next()?,
                End::Back => self.left.next_back()?,
            };
            let id = self.store.keys(shape).id_at(row);
            // SAFETY: by invariant 1 of `Store` and of `Taken`; the row has just
            // left the rows that are initialised.
            let fields = unsafe { FieldsOf::<S>::read::<FieldsAt<S>>(self.store.base(), row) };
            if let Some(id) = id {
                self.live -= 1;
                return Some((id, S::join(fields)));
            }
        }
    }
}

#[derive(Clone, Copy)]
enum End {
    Front,
    Back,
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
