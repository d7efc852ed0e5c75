//! The row of a live id, looked up once for several operations.

use super::{Typed, outside};
use crate::handle::AnyHandle;
use crate::memory::Way;
use crate::record::{HandleOf, Shape};
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
        let id = if Self::DENSE {
            self.id_of(row)
        } else {
            let id = HandleOf::<S>::of_word(self.word(row));
            // The word of a slot that is not live has another index.
            if slot_table::index_of(id) != row {
                return None;
            }
            id
        };
        Some(LiveRow {
            typed: self,
            id,
            row,
        })
    }
}

impl<S: Shape> Typed<S> {
    /// Returns the live row at a position, whose id was just read.
    #[inline(always)]
    pub(crate) fn row_with_id(&mut self, row: usize, id: HandleOf<S>) -> LiveRow<'_, S> {
        if row >= self.store.rows() as usize || id.index() >= self.store.slots() {
            outside(row);
        }
        LiveRow {
            typed: self,
            id,
            row,
        }
    }
}

impl<S: Shape> LiveRow<'_, S> {
    /// Swaps the values with those of a record.
    #[inline(always)]
    pub(crate) fn swap(&mut self, record: &mut S::Record) {
        // SAFETY: by invariant 1 of `LiveRow`.
        unsafe { self.typed.exchange(self.row, record, Way::Swapped) }
    }

    /// Records that the slot has another record from now on.
    #[inline(always)]
    pub(crate) fn stamp_slot(&mut self) {
        // SAFETY: by invariant 1 of `LiveRow` the id names one of the slots.
        unsafe { self.typed.stamp_slot(self.id.index()) };
    }

    /// Swaps the values that need drop with those of a record.
    #[inline(always)]
    pub(crate) fn swap_dropping(&mut self, record: &mut S::Record) {
        // SAFETY: by invariant 1 of `LiveRow`.
        unsafe { self.typed.exchange(self.row, record, Way::SwappedDropping) }
    }

    /// Moves the record out and the last row into its place, and then frees the slot by `free`,
    /// for the dense layout. No code of a record may run in `free`, because until then the slot is
    /// live and has no row.
    #[inline(always)]
    pub(crate) fn swap_remove(self, free: impl FnOnce(&mut Typed<S>, HandleOf<S>)) -> S::Record {
        let record = self.typed.swap_remove(self.row);
        free(self.typed, self.id);
        record
    }

    /// Moves the last row into the place of the row, frees the slot, and then drops the row, for
    /// the dense layout.
    #[inline(always)]
    pub(crate) fn drop_with_last(self) {
        self.typed.drop_with_last(self.row, self.id);
    }

    /// Frees or retires the slot.
    #[inline(always)]
    pub(crate) fn release(self) {
        self.typed.release(self.id);
    }

    /// Frees the slot, which issues `next` next.
    #[cfg(feature = "serde")]
    pub(crate) fn release_as(self, next: HandleOf<S>) {
        self.typed.release_as(self.id, next);
    }

    /// Withholds the id.
    #[inline(always)]
    pub(crate) fn set_aside(self) {
        self.typed.set_aside(self.id);
    }
}
