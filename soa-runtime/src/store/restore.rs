//! Functions for snapshots and for hubs that were converted: they report the retired slots,
//! and build a store slot by slot in an order that no other call produces.

use super::Typed;
use super::change::{write_id_of, write_row_of};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::record::{HandleOf, Shape};
use crate::slot_table;
#[cfg(feature = "serde")]
use crate::slot_table::SlotState;

impl<S: Shape> Typed<S> {
    /// Appends a free slot, without a row and in no list, for the dense layout.
    pub(crate) fn push_slot(&mut self) -> Result<(), AllocError> {
        self.new_row(self.first_id(self.store.slots()))?.push_slot();
        Ok(())
    }

    /// Appends the row of a slot that has none and is in no list, for the dense layout.
    #[cfg(feature = "serde")]
    pub(crate) fn push_row(&mut self, id: HandleOf<S>, record: S::Record) {
        assert!(Self::DENSE, "a slot has a row");
        assert!(self.row_of(id).is_none(), "a slot has one row");
        self.vacant_row(id).insert(record);
    }

    /// Gives the row of a live id another id of the same slot.
    pub(crate) fn rename(&mut self, id: HandleOf<S>, renamed: HandleOf<S>) {
        let Some(row) = self.row_of(id).filter(|_| id.index() == renamed.index()) else {
            unreachable!("the slot is live");
        };
        self.table().0[id.index() as usize] = renamed.to_bits();
        // SAFETY: by invariant 1 of `Store`; the row of a live id is below the
        // number of rows and therefore below the capacity.
        unsafe { write_id_of::<S>(self.store.base(), row, renamed) };
    }

    /// Gives each row an id, for the dense layout. Slots that no row has are in no list
    /// afterwards.
    pub(crate) fn name_rows(&mut self, ids: impl Iterator<Item = HandleOf<S>>) {
        assert!(Self::DENSE, "a row has a slot");
        let (base, mut rows) = (self.store.base(), 0..self.store.core.live as usize);
        let unlinked = slot_table::unlinked::<HandleOf<S>>(0, self.tag());
        self.table().0.fill(unlinked);
        for (row, id) in rows.by_ref().zip(ids) {
            self.table().0[id.index() as usize] = id.to_bits();
            // SAFETY: by invariant 1 of `Store`; the row is below the number of rows, and checked
            // above: the slot is one of the slots.
            unsafe {
                write_id_of::<S>(base, row, id);
                write_row_of::<S>(base, id.index(), row);
            }
        }
        assert!(rows.is_empty(), "each row has an id");
    }

    /// Appends a slot in use to the free list, at `generation`, or retires it.
    pub(crate) fn withdraw(&mut self, slot: u32, generation: Option<u32>) {
        self.edit(|words, free, back| match generation {
            Some(generation) => free.append::<HandleOf<S>>(words, back, slot, generation),
            None => free.retire::<HandleOf<S>>(words, slot),
        });
        // SAFETY: by fact 1 of `slot_table`, since `append` or `retire` has written the word of the
        // slot.
        unsafe { self.note_hole(slot) };
    }

    /// Returns the retired slots.
    #[cfg(feature = "serde")]
    pub(crate) fn retired(&self) -> impl Iterator<Item = u32> + use<'_, S> {
        let keys = self.keys();
        (0..self.store.slots()).filter(move |&slot| keys.state(slot) == SlotState::Retired)
    }
}
