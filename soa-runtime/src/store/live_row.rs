//! The row of a live id, looked up once for several operations.

use core::mem::ManuallyDrop;

use super::change::write_fields;
use super::ticks::stamp_row_of;
use super::{FieldsOf, Typed, Vacated};
use crate::handle::AnyHandle;
use crate::memory::swap_dropping;
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
    /// Replaces the fields and returns the old fields.
    #[inline(always)]
    pub(crate) fn replace(&mut self, fields: FieldsOf<S>) -> FieldsOf<S> {
        // SAFETY: by invariant 1 of `LiveRow`.
        unsafe { self.typed.exchange(self.row, fields) }
    }

    /// Replaces the fields, whose old values need no drop.
    #[inline(always)]
    pub(crate) fn overwrite(&mut self, fields: FieldsOf<S>) {
        let (base, row) = (self.typed.store.base(), self.row);
        let fields = ManuallyDrop::new(fields);
        // SAFETY: by invariant 1 of `Store`, which is borrowed mutably, and of
        // `LiveRow`. The fields are not dropped here.
        unsafe {
            write_fields::<S>(base, row, &fields);
            stamp_row_of::<S>(base, row);
        }
    }

    /// Records that the slot has another record from now on.
    #[inline(always)]
    pub(crate) fn stamp_slot(&mut self) {
        self.typed.stamp_slot(self.id.index());
    }

    /// Swaps the fields that need drop.
    #[inline(always)]
    pub(crate) fn swap_dropping(&mut self, fields: &mut FieldsOf<S>) {
        let (base, row) = (self.typed.store.base(), self.row);
        // SAFETY: by invariant 1 of `Store`, which is borrowed mutably, and of
        // `LiveRow`.
        unsafe { swap_dropping(Typed::<S>::FIELDS, base, row, fields) };
    }

    /// Moves the fields out and the last row into their place, and changes the slot, for the dense
    /// layout.
    #[inline(always)]
    pub(crate) fn swap_remove(self, vacated: Vacated<HandleOf<S>>) -> FieldsOf<S> {
        self.typed.swap_remove(self.row, self.id, vacated)
    }

    /// Moves the last row into the place of the row, whose fields need no drop, and frees the
    /// slot, for the dense layout.
    #[inline(always)]
    pub(crate) fn overwrite_with_last(self) {
        (self.typed).overwrite_with_last(self.row, self.id, Vacated::Freed);
    }

    /// Frees or retires the slot, whose row is a hole from now on, for the slots layout.
    #[inline(always)]
    pub(crate) fn release(self) {
        self.vacate(Vacated::Freed);
    }

    /// Changes the slot, whose row is a hole from now on, for the slots layout.
    #[inline(always)]
    pub(crate) fn vacate(self, vacated: Vacated<HandleOf<S>>) {
        self.typed.vacate_hole(self.id, vacated);
    }
}
