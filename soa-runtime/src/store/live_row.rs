//! The row of a live id, looked up once for all that is done to it.

use super::{Fields, FieldsAt, FieldsOf, Store};
use crate::record::{IdAllocator, Shape, ShapeOf};

/// The row of a live id.
///
/// # Invariants
///
/// 1. `id` is live in the store and `row` is its row, which is initialised.
pub(crate) struct LiveRow<'s, T: IdAllocator> {
    store: &'s mut Store<T>,
    id: T::Id,
    row: usize,
}

impl<T: IdAllocator> Store<T> {
    /// The row of an id, if it is live.
    #[inline(always)]
    pub(crate) fn live_row<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        id: T::Id,
    ) -> Option<LiveRow<'_, T>> {
        let row = self.row_of(shape, id)?;
        Some(LiveRow {
            store: self,
            id,
            row,
        })
    }
}

impl<T: IdAllocator> LiveRow<'_, T> {
    #[inline(always)]
    pub(crate) fn index(&self) -> usize {
        self.row
    }

    /// Exchanges the fields.
    #[inline(always)]
    pub(crate) fn replace<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        fields: FieldsOf<S>,
    ) -> FieldsOf<S> {
        // SAFETY: by invariant 1 of `LiveRow`.
        unsafe { self.store.exchange(shape, self.row, fields) }
    }

    /// Exchanges those fields that need drop.
    #[inline(always)]
    pub(crate) fn swap_dropping<S: Shape<Record = T>>(
        &mut self,
        _: ShapeOf<S>,
        fields: &mut FieldsOf<S>,
    ) {
        // SAFETY: by invariant 1 of `Store`, which is lent uniquely, and of `LiveRow`.
        unsafe { fields.swap_dropping::<FieldsAt<S>>(self.store.base(), self.row) };
    }

    /// Frees or retires the slot; for the slots layout, in which the row stays.
    #[inline(always)]
    pub(crate) fn release<S: Shape<Record = T>>(self, shape: ShapeOf<S>) {
        self.store.release(shape, self.id);
    }

    /// Withholds the id; for the slots layout, in which the row stays.
    #[inline(always)]
    pub(crate) fn set_aside<S: Shape<Record = T>>(self, shape: ShapeOf<S>) {
        self.store.set_aside(shape, self.id);
    }
}
