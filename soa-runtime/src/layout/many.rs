//! Freeing many rows in one pass.

use alloc::vec::Vec;

use crate::handle::AnyHandle;
use crate::memory::ROWS_PER_WORD;
use crate::record::{HandleOf, Shape, Vacate};
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
