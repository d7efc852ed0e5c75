//! Freeing the rows that a closure refuses, and all rows.

use super::free;
use crate::memory::ROWS_PER_WORD;
use crate::record::{HandleOf, RowMut, Shape, Vacate};
use crate::store::Typed;

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Frees the rows for which `keep` returns `false`, in the order of the rows.
    ///
    /// With slots the rows of a word are judged before the first of them is freed. So neither
    /// loop has a branch per row that depends on what `keep` returned. With dense rows a
    /// position is visited again after its row was freed, because it now has the former last row.
    pub(crate) fn retain(
        &mut self,
        mut keep: impl FnMut(HandleOf<S>, RowMut<'_, S::Record>) -> bool,
    ) {
        let mut row = 0;
        while row < self.store().rows() as usize {
            if Self::DENSE {
                let id = self.id_of(row);
                if keep(id, self.row_mut(row)) {
                    row += 1;
                } else {
                    self.free_row(row);
                }
            } else {
                let refused = self.refused(row, &mut keep);
                self.free_rows(row, refused);
                row += ROWS_PER_WORD;
            }
        }
    }

    /// Returns which of the 64 rows that start at `first` are live and refused by `keep`.
    #[inline]
    fn refused(
        &mut self,
        first: usize,
        keep: &mut impl FnMut(HandleOf<S>, RowMut<'_, S::Record>) -> bool,
    ) -> u64 {
        let (names, mut rows) = self.rows_mut();
        let (mut judged, mut refused) = (names.live_mask(first), 0);
        while judged != 0 {
            let bit = judged.trailing_zeros();
            judged &= judged - 1;
            let row = first + bit as usize;
            refused |= u64::from(!keep(names.id_of(row), rows.row(row))) << bit;
        }
        refused
    }

    /// Frees some of the 64 rows that start at `first`, which are live: with slots in their
    /// order, and with dense rows from the last to the first, so that the row that moves into the
    /// place of a freed one is one that stays.
    pub(super) fn free_rows(&mut self, first: usize, mut rows: u64) {
        while rows != 0 {
            let bit = if Self::DENSE {
                let last = rows.ilog2();
                rows ^= 1 << last;
                last
            } else {
                let next = rows.trailing_zeros();
                rows &= rows - 1;
                next
            };
            self.free_row(first + bit as usize);
        }
    }

    /// Frees a row if it is live.
    #[inline(always)]
    pub(super) fn free_row(&mut self, row: usize) {
        if let Some(row) = self.live_row_at(row) {
            free(row);
        }
    }

    /// Frees all rows in their order. With dense rows all slots are freed first, and then the
    /// rows are dropped.
    pub(crate) fn clear(&mut self) {
        if Self::DENSE {
            return self.free_all_rows();
        }
        let mut first = 0;
        while first < self.store().rows() as usize {
            let live = self.names().live_mask(first);
            self.free_rows(first, live);
            first += ROWS_PER_WORD;
        }
    }
}
