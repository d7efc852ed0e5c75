//! The row of a live id, looked up once for several operations.

use super::{Typed, Vacated};
use crate::handle::AnyHandle;
use crate::memory::Way;
use crate::record::{BareOf, HandleOf, Shape};
use crate::slot_table;

/// The row of a live id.
///
/// # Invariants
///
/// 1. `row` is initialised, and `id`, which is its id, names one of the slots.
pub(crate) struct LiveRow<'s, S: Shape> {
    typed: &'s mut Typed<S>,
    id: HandleOf<S>,
    row: usize,
}

impl<S: Shape> Typed<S> {
    /// Returns the row of an id, or `None` if it is not live.
    #[inline(always)]
    pub(crate) fn live_row(&mut self, id: HandleOf<S>) -> Option<LiveRow<'_, S>> {
        match self.row_of(id) {
            Some(row) => Some(LiveRow {
                typed: self,
                id,
                row,
            }),
            None => None,
        }
    }
}

impl<S: Shape> Typed<S> {
    /// Returns the row at a position, or `None` if it is a hole.
    #[inline(always)]
    pub(crate) fn live_row_at(&mut self, row: usize) -> Option<LiveRow<'_, S>> {
        let id = self.id_of(row);
        // The word of a slot that is not live has another index. With `Dense` all rows are live.
        if !Self::DENSE && slot_table::index_of(id) != row {
            return None;
        }
        Some(LiveRow {
            typed: self,
            id,
            row,
        })
    }
}

impl<S: Shape> LiveRow<'_, S> {
    /// Swaps the values with the values of a record.
    #[inline(always)]
    pub(crate) fn swap(&mut self, record: &mut S::Record) {
        // SAFETY: by invariant 1 of `LiveRow`.
        unsafe { self.typed.exchange(self.row, record, Way::Swapped) }
    }

    /// Records that the slot has another record from now on.
    #[inline(always)]
    pub(crate) fn stamp_slot(&mut self) {
        self.typed.stamp_slot(self.id.index());
    }

    /// Swaps the values that need drop with the values of a record.
    #[inline(always)]
    pub(crate) fn swap_dropping(&mut self, record: &mut S::Record) {
        // SAFETY: by invariant 1 of `LiveRow`.
        unsafe { self.typed.exchange(self.row, record, Way::SwappedDropping) }
    }

    /// Moves the record out and the last row into its place, and changes the slot, for the dense
    /// layout.
    #[inline(always)]
    pub(crate) fn swap_remove(self, vacated: Vacated<BareOf<S>>) -> S::Record {
        self.typed.swap_remove(self.row, self.id, vacated)
    }

    /// Moves the last row into the place of the row, frees the slot, and then drops the row, for
    /// the dense layout.
    #[inline(always)]
    pub(crate) fn drop_with_last(self) {
        self.typed.drop_with_last(self.row, self.id);
    }

    /// Frees or retires the slot, whose row is a hole from now on, for the slots layout.
    #[inline(always)]
    pub(crate) fn release(self) {
        self.vacate(Vacated::Freed);
    }

    /// Changes the slot, whose row is a hole from now on, for the slots layout.
    #[inline(always)]
    pub(crate) fn vacate(self, vacated: Vacated<BareOf<S>>) {
        self.typed.vacate_hole(self.id, vacated);
    }
}
