//! Ids without rows, in both layouts: issuing, filling, emptying and freeing
//! them.

use alloc::vec::Vec;
use core::ops::Range;

use super::{dense, slots};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::record::{HandleOf, Shape, Vacate, hole};
use crate::slot_table::{NextSlot, SlotState, Supply};
use crate::store::Typed;

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Issues an id without a row.
    ///
    /// # Errors
    ///
    /// Returns an error if no id or no memory is left. In both cases nothing
    /// has changed.
    pub(crate) fn reserve_id(&mut self) -> Result<HandleOf<S>, AllocError> {
        match self.store().next_slot()? {
            NextSlot::Recycled(slot) => {
                let vacancy = self.preview(slot);
                Ok(self.withhold(vacancy))
            }
            NextSlot::Fresh(_) => self.push_withheld(),
        }
    }

    /// Withholds a new slot. The caller has checked that an index is left for
    /// it.
    fn push_withheld(&mut self) -> Result<HandleOf<S>, AllocError> {
        let id = self.first_id(self.store().slots());
        let room = self.room()?;
        let hole = hole::<S::Record>();
        room.withhold(id, hole.map(S::split));
        Ok(id)
    }

    /// Issues one id without a row for each slot of the supply.
    ///
    /// The ids and their order are the same as for repeated calls of
    /// [`Self::reserve_id`]. The caller has just computed the supply and
    /// reserved space in `issued`. Returns the range of `issued` with the ids
    /// that were never issued before.
    ///
    /// # Errors
    ///
    /// Returns an error if memory runs out. Nothing has changed in this case,
    /// nor when the default of a hole panics.
    pub(crate) fn reserve_ids(
        &mut self,
        supply: Supply,
        issued: &mut Vec<HandleOf<S>>,
    ) -> Result<Range<usize>, AllocError> {
        self.reserve_slots(supply.fresh)?;
        let (first, tag) = (self.store().slots(), self.tag());
        let mut fresh = Fresh::after_the_last(self);
        for _ in 0..supply.fresh {
            fresh.push()?;
        }
        fresh.keep();
        // From here on nothing fails.
        self.recycle(supply.recycled, issued);
        let start = issued.len();
        let slots = first..first + supply.fresh;
        issued.extend(slots.map(|slot| first_of_slot::<S>(slot, tag)));
        let never_issued = start..issued.len();
        self.recycle(supply.kept_back, issued);
        Ok(never_issued)
    }

    /// Withholds an id and returns the record of its row, or returns `None` if
    /// the id is not live.
    #[inline]
    pub(crate) fn detach(&mut self, id: HandleOf<S>) -> Option<S::Record> {
        let row = self.live_row(id)?;
        let index = row.index();
        Some(if Self::DENSE {
            dense::detach(self, id, index)
        } else {
            slots::detach(row, S::Record::hole_of_slots())
        })
    }
}

impl<S: Shape> Typed<S> {
    /// Withholds this number of used slots. The free list contains enough of
    /// them.
    fn recycle(&mut self, slots: u32, issued: &mut Vec<HandleOf<S>>) {
        for _ in 0..slots {
            let Ok(NextSlot::Recycled(slot)) = self.store().next_slot() else {
                unreachable!("the free list is shorter than its supply");
            };
            let vacancy = self.preview(slot);
            issued.push(self.withhold(vacancy));
        }
    }

    /// Frees the slot of an id, if it is withheld. Returns whether it was. Out of line, so
    /// that freeing a row is as short as it was without.
    #[cold]
    #[inline(never)]
    pub(crate) fn free_withheld(&mut self, id: HandleOf<S>) -> bool {
        let withheld = self.keys().is_withheld(id);
        if withheld {
            self.release_withheld(id);
        }
        withheld
    }

    /// Frees all withheld slots in their order. Returns the number of freed
    /// slots.
    pub(crate) fn free_all_withheld(&mut self) -> usize {
        let mut freed = 0;
        let tag = self.tag();
        for slot in 0..self.store().slots() {
            if let SlotState::Withheld { generation } = self.state(slot) {
                self.release_withheld(HandleOf::<S>::assemble_tagged(slot, generation, tag));
                freed += 1;
            }
        }
        freed
    }
}

/// The first id of a slot, in a hub with this tag.
pub(super) fn first_of_slot<S: Shape>(slot: u32, tag: u32) -> HandleOf<S> {
    HandleOf::<S>::assemble_tagged(slot, HandleOf::<S>::FIRST_GENERATION, tag)
}

/// Fresh slots at the end, which are forgotten with the guard.
pub(super) struct Fresh<'s, S: Shape> {
    store: &'s mut Typed<S>,
    slots: u32,
}

impl<'s, S: Shape<Record: Vacate>> Fresh<'s, S> {
    pub(super) fn after_the_last(store: &'s mut Typed<S>) -> Self {
        Fresh { store, slots: 0 }
    }

    /// Makes one more slot, which is withheld.
    pub(super) fn push(&mut self) -> Result<(), AllocError> {
        self.store.push_withheld()?;
        self.slots += 1;
        Ok(())
    }

    /// Keeps the slots that were made.
    pub(super) fn keep(mut self) {
        self.slots = 0;
    }
}

impl<S: Shape> Drop for Fresh<'_, S> {
    fn drop(&mut self) {
        for _ in 0..self.slots {
            let last = self.store.store().slots() - 1;
            self.store.forget_last(self.store.first_id(last));
        }
    }
}
