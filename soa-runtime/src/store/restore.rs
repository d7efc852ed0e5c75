//! Functions for snapshots and for hubs that were converted: they report the retired slots,
//! and build a store slot by slot in an order that no other call produces.

use super::change::write_row_of;
use super::{FieldsOf, Typed};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::memory::{One, write};
use crate::record::{HandleOf, Shape};
use crate::slot_table;
#[cfg(feature = "serde")]
use crate::slot_table::SlotState;

impl<S: Shape> Typed<S> {
    /// Appends a free slot, without a row and in no list, for the dense layout.
    pub(crate) fn push_slot(&mut self) -> Result<(), AllocError> {
        assert!(Self::DENSE, "a slot has a row");
        self.room()?;
        let (base, slot) = (self.store.base(), self.store.slots());
        let word = slot_table::unlinked::<HandleOf<S>>(0, self.tag());
        // SAFETY: by invariant 1 of `Store`; there is capacity for one more slot.
        unsafe { write(Typed::<S>::WORDS, base, slot as usize, One(word)) };
        // SAFETY: by invariant 1 of `Store`; there is capacity for one more slot.
        // The slot is not live, so invariant 4 does not apply to its row.
        unsafe { write_row_of::<S>(base, slot, 0) };
        self.store.core.block.used += 1;
        Ok(())
    }

    /// Appends the row of a slot and makes the slot live, for the dense layout.
    pub(crate) fn adopt_row(&mut self, id: HandleOf<S>, fields: FieldsOf<S>) {
        self.push_row(id, fields);
        self.table().0[id.index() as usize] = id.to_bits();
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
