//! Slots that follow those of another hub, for copies of it.
#![allow(dead_code, reason = "mirrors are the callers")]

use super::Typed;
use crate::memory::drop_rows;
use crate::record::{HandleOf, Shape};

impl<S: Shape> Typed<S> {
    /// Gives a slot that has no row any next generation, and frees it if it was retired or
    /// withheld. Afterwards [`Typed::insert_at`] can make a row there under an id of this
    /// generation. The slot is not stamped.
    ///
    /// # Panics
    ///
    /// If the slot has a row, or does not exist.
    pub(crate) fn reset_slot(&mut self, slot: u32, generation: u32) {
        self.edit(|words, free, back| free.reset::<HandleOf<S>>(words, back, slot, generation));
    }

    /// Removes the slots from `slots` on, which have no rows. The memory stays.
    ///
    /// # Panics
    ///
    /// If one of them has a row; or if dropping a hole panics, after they were removed.
    pub(crate) fn truncate_slots(&mut self, slots: u32) {
        let before = self.store.slots();
        if slots >= before {
            return;
        }
        let keys = self.keys();
        let is_live = |slot| keys.id_of_slot(slot).is_some();
        assert!(!(slots..before).any(is_live), "a removed slot has a row");
        let list = self.free_list();
        let cut = list.cut::<HandleOf<S>>(self.table().0, slots);
        self.store.block.used = slots;
        self.set_free_list(cut);
        if let Some(holes) = self.holes() {
            for slot in slots..before {
                // SAFETY: by invariant 5 of `Store`; it was one of the slots.
                unsafe { holes.clear(slot) };
            }
        }
        if !Self::DENSE {
            let rows = slots as usize..before as usize;
            // SAFETY: by invariants 1 and 3 of `Store` the rows were initialised; the
            // store no longer counts them.
            unsafe { drop_rows(Typed::<S>::FIELDS, self.store.base(), rows) };
        }
    }
}
