//! The row of a live id, looked up once for several operations.

use super::Typed;
use crate::handle::AnyHandle;
use crate::memory::Way;
use crate::record::{HandleOf, Shape};
use crate::slot_table;

/// What becomes of the slot of a row that is removed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Vacated<H> {
    /// It is free, or retired if its generations are used up.
    Freed,
    /// This id of the slot is reserved.
    Reserved(H),
}

/// The row of a live id.
///
/// # Invariants
///
/// 1. `row` is initialised, and `id`, which is its id, names one of the slots.
pub(crate) struct LiveRow<'s, S: Shape> {
    pub(super) typed: &'s mut Typed<S>,
    pub(super) id: HandleOf<S>,
    pub(super) row: usize,
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
}
