//! Rows as another hub has them: any id in any slot, for a mirror. Between deltas, none
//! of its slots is retired or reserved.
//!
//! Nothing here fails or runs code of a record, so that a delta is applied whole. What was
//! in a row is returned, to be dropped when everything is done.

use super::leave_behind;
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::record::{HandleOf, Shape, Vacate};
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
        let (mut row, reserved) = (self.live_row(id)?, Vacated::Reserved(next.bare()));
        let Some(mut record) = hole() else {
            return Some(row.swap_remove(reserved));
        };
        leave_behind(&mut row, &mut record);
        row.vacate(reserved);
        Some(record)
    }

    /// Removes the last slot, live or free. There are back links if it is free.
    pub(crate) fn pop_slot(&mut self) -> Option<S::Record> {
        let (last, tag) = (self.store().slots() - 1, self.tag());
        let (SlotState::Live { generation } | SlotState::Free { generation, .. }) =
            self.state(last)
        else {
            unreachable!("a mirror has no other slots");
        };
        let id = HandleOf::<S>::assemble_tagged(last, generation, tag);
        let record = match self.live_row(id) {
            Some(row) if Self::DENSE => Some(row.swap_remove(Vacated::Reserved(id.bare()))),
            Some(row) => {
                row.vacate(Vacated::Reserved(id.bare()));
                None
            }
            None => {
                self.reserve_free(id);
                None
            }
        };
        self.take_last(id).or(record)
    }
}
