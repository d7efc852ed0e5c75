//! Changing the order of the rows, for the dense layout.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;

use super::Typed;
use super::change::write_row_of;
use crate::handle::AnyHandle;
use crate::memory::{Moved, move_row};
use crate::record::{Row, Shape};

/// Marks a place that already has its row. No row has this number.
const DONE: u32 = u32::MAX;

impl<S: Shape> Typed<S> {
    /// Sorts the rows. Rows that compare equal keep their order. If comparing two
    /// rows panics, nothing has changed.
    pub(crate) fn sort_by(
        &mut self,
        mut compare: impl FnMut(Row<'_, S::Record>, Row<'_, S::Record>) -> Ordering,
    ) {
        assert!(Self::DENSE, "a row stays at its slot");
        // `order` is a permutation of the rows, even if `compare` contradicts
        // itself.
        let mut order: Vec<u32> = (0..self.store.core.live).collect();
        order.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|row| self.row(row as usize));
            compare(a, b)
        });
        for start in 0..order.len() {
            self.rotate(&mut order, start);
        }
        for row in 0..self.store.core.live as usize {
            self.tell_slot(row);
        }
    }

    /// Moves row `order[place]` to each `place` of the cycle through `start`, and
    /// records in `order` that the places are [`DONE`].
    fn rotate(&mut self, order: &mut [u32], start: usize) {
        let base = self.store.base();
        let mut place = start;
        loop {
            let from = mem::replace(&mut order[place], DONE);
            if from == DONE || from as usize == start {
                break;
            }
            let from = from as usize;
            // SAFETY: by invariants 1 and 3 of `Store`; `sort_by` has filled `order` with rows, and
            // these are two of them.
            unsafe { move_row(Typed::<S>::ROWS, base, from, place, Moved::Swapped) };
            place = from;
        }
    }

    /// Swaps the places of two rows.
    pub(crate) fn swap_rows(&mut self, a: usize, b: usize) {
        assert!(Self::DENSE, "a row stays at its slot");
        let rows = self.store.rows() as usize;
        assert!(a < rows && b < rows, "row {a} or {b} is outside the hub");
        if a == b {
            return;
        }
        let base = self.store.base();
        // SAFETY: by invariants 1 and 3 of `Store`; checked above: both are rows.
        unsafe { move_row(Typed::<S>::ROWS, base, a, b, Moved::Swapped) };
        self.tell_slot(a);
        self.tell_slot(b);
    }

    /// Updates the slot of the id in `row` with the position of its row.
    fn tell_slot(&mut self, row: usize) {
        if let Some(id) = self.names().id_at(row) {
            debug_assert!(id.index() < self.store.slots(), "a row's id names a slot");
            // SAFETY: by invariants 1 and 8 of `Store` the id names one of the slots.
            unsafe { write_row_of::<S>(self.store.base(), id.index(), row) };
        }
    }
}
