//! Freeing the rows that a closure refuses, those of many ids, and all rows.

use alloc::vec::Vec;

use super::free;
use crate::handle::AnyHandle;
use crate::memory::ROWS_PER_WORD;
use crate::record::{HandleOf, RowMut, Shape, Vacate};
use crate::store::Typed;

/// Positions, as bits.
#[derive(Default)]
struct Marks(Vec<u64>);

impl Marks {
    /// Marks a position. Returns whether it was not marked before.
    fn mark(&mut self, position: usize) -> bool {
        let (word, bit) = (position / ROWS_PER_WORD, 1 << (position % ROWS_PER_WORD));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Returns the words of marks, each with its first position, in ascending order.
    fn words(&self) -> impl DoubleEndedIterator<Item = (usize, u64)> + '_ {
        let words = self.0.iter().enumerate();
        words.map(|(word, &marks)| (word * ROWS_PER_WORD, marks))
    }
}

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

    /// Frees the rows of all ids that are live, and the reserved ids among them.
    /// Returns the number of freed ids.
    ///
    /// The rows are marked first and then freed in their order, so that memory is
    /// visited in one direction, and what follows does not depend on the order of
    /// the ids.
    pub(crate) fn free_many(&mut self, ids: impl Iterator<Item = HandleOf<S>>) -> usize {
        let (mut rows, mut reserved) = (Marks::default(), Marks::default());
        let table = self.table();
        let freed = ids.filter(|&id| match table.row_of(id) {
            Some(row) => rows.mark(row),
            None => table.is_reserved(id) && reserved.mark(id.index() as usize),
        });
        let freed = freed.count();
        if Self::DENSE {
            // From the last to the first, as within a word.
            (rows.words().rev()).for_each(|(first, rows)| self.free_rows(first, rows));
        } else {
            (rows.words()).for_each(|(first, rows)| self.free_rows(first, rows));
        }
        for (first, mut marks) in reserved.words() {
            while marks != 0 {
                let slot = first + marks.trailing_zeros() as usize;
                marks &= marks - 1;
                let slot = u32::try_from(slot).expect("it is the index of an id");
                if let Some(id) = self.reserved_id(slot) {
                    self.release_reserved(id);
                }
            }
        }
        freed
    }
}
