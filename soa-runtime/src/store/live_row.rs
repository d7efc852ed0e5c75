//! The row of a live id, looked up once for several operations.

use super::{FieldsOf, Typed};
use crate::handle::AnyHandle;
use crate::memory::swap_dropping;
use crate::record::{HandleOf, Shape};

/// The row of a live id.
///
/// # Invariants
///
/// 1. `id` is live in the store and `row` is its row, which is initialised.
pub(crate) struct LiveRow<'s, S: Shape> {
    typed: &'s mut Typed<S>,
    id: HandleOf<S>,
    row: usize,
}

impl<S: Shape> Typed<S> {
    /// Returns the row of an id, or `None` if it is not live.
    #[inline(always)]
    pub(crate) fn live_row(&mut self, id: HandleOf<S>) -> Option<LiveRow<'_, S>> {
        let row = self.row_of(id)?;
        Some(LiveRow {
            typed: self,
            id,
            row,
        })
    }
}

impl<S: Shape> LiveRow<'_, S> {
    #[inline(always)]
    pub(crate) fn index(&self) -> usize {
        self.row
    }

    /// Replaces the fields and returns the old fields.
    #[inline(always)]
    pub(crate) fn replace(&mut self, fields: FieldsOf<S>) -> FieldsOf<S> {
        // SAFETY: by invariant 1 of `LiveRow`.
        unsafe { self.typed.exchange(self.row, fields) }
    }

    /// Records that the slot has another record from now on.
    #[inline(always)]
    pub(crate) fn stamp_slot(&mut self) {
        // SAFETY: by invariant 1 of `LiveRow` the id names one of the slots.
        unsafe { self.typed.stamp_slot(self.id.index()) };
    }

    /// Swaps the fields that need drop.
    #[inline(always)]
    pub(crate) fn swap_dropping(&mut self, fields: &mut FieldsOf<S>) {
        let (base, row) = (self.typed.store.base(), self.row);
        // SAFETY: by invariant 1 of `Store`, which is borrowed mutably, and of
        // `LiveRow`.
        unsafe { swap_dropping(Typed::<S>::FIELDS, base, row, fields) };
    }

    /// Frees or retires the slot. For the slots layout, in which the row stays.
    #[inline(always)]
    pub(crate) fn release(self) {
        self.typed.release(self.id);
    }

    /// Withholds the id. For the slots layout, in which the row stays.
    #[inline(always)]
    pub(crate) fn set_aside(self) {
        self.typed.set_aside(self.id);
    }
}
