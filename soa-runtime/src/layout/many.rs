//! Freeing many rows in one pass, and filling the holes of all columns.

use alloc::vec::Vec;

use crate::handle::AnyHandle;
use crate::ids::LayoutKind;
use crate::record::{HandleOf, Shape, Vacate};
use crate::slot_table::SlotState;
use crate::store::Typed;

/// Positions, as bits.
#[derive(Default)]
struct Marks(Vec<u64>);

impl Marks {
    /// Marks a position. Returns whether it was not marked before.
    fn mark(&mut self, position: usize) -> bool {
        let (word, bit) = (position / 64, 1 << (position % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Returns the marked positions, in ascending order.
    fn iter(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(word, &bits)| {
            (0..64)
                .filter(move |bit| bits >> bit & 1 == 1)
                .map(move |bit| word * 64 + bit)
        })
    }
}

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Frees the rows of all ids that are live, and the withheld ids among them.
    /// Returns the number of freed ids.
    ///
    /// The rows are marked first and then freed in their order, so that memory is
    /// visited in one direction, and what follows does not depend on the order of
    /// the ids.
    pub(crate) fn free_many(&mut self, ids: impl Iterator<Item = HandleOf<S>>) -> usize {
        let (mut rows, mut withheld) = (Marks::default(), Marks::default());
        let keys = self.keys();
        let freed = ids.filter(|&id| match keys.row_of(id) {
            Some(row) => rows.mark(row),
            None => keys.is_withheld(id) && withheld.mark(id.index() as usize),
        });
        let freed = freed.count();
        match Self::KIND {
            LayoutKind::Slots => rows.iter().for_each(|row| self.free_row(row)),
            // From the last to the first: the row that moves into the place of a freed
            // row is then one that stays.
            LayoutKind::Dense => rows.iter().rev().for_each(|row| self.free_row(row)),
        }
        let tag = self.tag();
        for slot in withheld.iter() {
            let slot = u32::try_from(slot).expect("it is the index of an id");
            if let SlotState::Withheld { generation } = self.keys().state(slot) {
                self.release_withheld(HandleOf::<S>::assemble_tagged(slot, generation, tag));
            }
        }
        freed
    }

    fn free_row(&mut self, row: usize) {
        let id = self.keys().id_of(row);
        self.free(id);
    }

    /// Writes the defaults into all holes. Returns the number of holes.
    pub(crate) fn fill_holes(&mut self) -> usize {
        let mut filled = 0;
        for row in 0..self.store().rows() as usize {
            if self.keys().id_at(row).is_some() {
                continue;
            }
            if let Some(hole) = S::Record::hole() {
                drop(S::join(self.replace_row(row, S::split(hole))));
                filled += 1;
            }
        }
        filled
    }
}
