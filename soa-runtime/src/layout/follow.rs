//! Rows as another hub has them: any id in any slot, for a mirror. Between deltas, none
//! of its slots is retired or reserved.
//!
//! Nothing here fails or runs code of a record, so that a delta is applied whole. What was
//! in a row is returned, to be dropped when everything is done.

use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::record::{HandleOf, IdAllocator, Shape, Vacate};
use crate::slot_table::HolePolicy;
use crate::slot_table::SlotState;
use crate::store::{Typed, Vacated};

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Reserves memory for `slots` slots in all, and if free slots leave the list, for the
    /// back links that they need.
    ///
    /// # Errors
    ///
    /// Returns an error if memory runs out. Nothing has changed then but the capacity.
    pub(crate) fn prepare_to_follow(&mut self, slots: u32, claims: bool) -> Result<(), AllocError> {
        self.reserve_slots(slots.saturating_sub(self.store().slots()))?;
        if claims {
            self.make_back_links()?;
        }
        Ok(())
    }

    /// Makes `record` the row of `id`, whatever was in the slot: one of the slots, or the
    /// one after the last.
    pub(crate) fn put_at(&mut self, id: HandleOf<S>, record: S::Record) -> Option<S::Record> {
        if id.index() == self.store().slots() {
            let Ok(row) = self.new_row(id) else {
                unreachable!("memory was reserved");
            };
            row.insert(record);
            return None;
        }
        if let Some(live) = self.table().id_of_slot(id.index()) {
            let Ok(old) = self.replace(live, record) else {
                unreachable!("the slot is live");
            };
            self.rename(live, id);
            return Some(old);
        }
        self.claim(id, record)
    }

    /// Makes the slot of an id vacant: one of the slots, or the one after the last. If it was
    /// free, it stays that. Otherwise the id is reserved, until
    /// [`free_in_order`](Self::free_in_order) frees it, and the row becomes a hole of the record
    /// of `hole`, in the layout that has holes.
    pub(crate) fn vacate_slot(
        &mut self,
        next: HandleOf<S>,
        hole: impl FnOnce() -> Option<S::Record>,
    ) -> Option<S::Record> {
        if next.index() == self.store().slots() {
            let Ok(row) = self.new_row(next) else {
                unreachable!("memory was reserved");
            };
            row.reserve(hole);
            return None;
        }
        let id = self.table().id_of_slot(next.index())?;
        let mut row = self.live_row(id)?;
        if Self::DENSE {
            return Some(row.swap_remove(Vacated::Reserved(next.bare())));
        }
        let Some(mut record) = hole() else {
            unreachable!("a freed row leaves a hole");
        };
        match S::Record::LEFT_BEHIND {
            HolePolicy::Defaults => row.swap(&mut record),
            HolePolicy::Kept => row.swap_dropping(&mut record),
        }
        row.vacate(Vacated::Reserved(next.bare()));
        Some(record)
    }

    /// Removes the last slot, live or free. There are back links if it is free.
    pub(crate) fn pop_slot(&mut self) -> Option<S::Record> {
        let (last, tag) = (self.store().slots() - 1, self.tag());
        let mut record = None;
        let id = match self.state(last) {
            SlotState::Live { generation } => {
                let id = HandleOf::<S>::assemble_tagged(last, generation, tag);
                if Self::DENSE {
                    let row = self.live_row(id);
                    record = row.map(|row| row.swap_remove(Vacated::Reserved(id.bare())));
                } else {
                    self.reserve_in_use(id);
                }
                id
            }
            SlotState::Free { generation, .. } => {
                let id = HandleOf::<S>::assemble_tagged(last, generation, tag);
                self.reserve_free(id);
                id
            }
            SlotState::Reserved { .. } | SlotState::Retired => {
                unreachable!("a mirror has no such slot")
            }
        };
        self.take_last(id).or(record)
    }
}
