//! Rows under given ids, in both layouts.

use crate::error::{AllocError, IdText, InsertAtError, InsertAtReason, RefusedId};
use crate::handle::AnyHandle;
use crate::record::{ExhaustedOf, HandleOf, IdAllocator, Shape, Vacate};
use crate::slot_table::{Exhausted, SlotState};
use crate::store::Typed;

/// The slot in which a row can be inserted under an id.
enum Place {
    /// The id is reserved.
    Reserved,
    /// The slot is free.
    Free,
    /// The slot is past the last one.
    Fresh,
}

/// The reason why a row cannot be inserted, and what was found; see [`RefusedId`].
type Refusal = (InsertAtReason, u32);

const NO_MEMORY: Refusal = (InsertAtReason::OutOfMemory, 0);

impl<S: Shape> Typed<S> {
    /// Inserts `record` as the row of a reserved id.
    ///
    /// # Errors
    ///
    /// Hands `record` back if the id is not reserved. Nothing has changed then.
    pub(crate) fn fill(
        &mut self,
        id: HandleOf<S>,
        record: S::Record,
    ) -> Result<(), InsertAtError<S::Record>> {
        if !self.table().is_reserved(id) {
            let refusal = match self.place_of(id) {
                Err(refusal) => refusal,
                Ok(_) => (InsertAtReason::NotReserved, 0),
            };
            return Err(refused::<S>(record, id, refusal));
        }
        drop(self.admit(id, record));
        Ok(())
    }

    /// Finds the slot in which a row can be inserted under an id.
    fn place_of(&self, id: HandleOf<S>) -> Result<Place, Refusal> {
        let tag = self.tag();
        if id.tag() != tag || HandleOf::<S>::from_bits(id.to_bits()) != Some(id) {
            return Err((InsertAtReason::OutOfRange, tag));
        }
        if id.index() >= self.store().slots() {
            return Ok(Place::Fresh);
        }
        let any = <ExhaustedOf<S> as Exhausted>::WRAPS || HandleOf::<S>::GENERATION_BITS == 0;
        match self.state(id.index()) {
            SlotState::Live { generation } => Err((InsertAtReason::Live, generation)),
            SlotState::Retired => Err((InsertAtReason::Retired, 0)),
            SlotState::Reserved { generation } if generation == id.generation() => {
                Ok(Place::Reserved)
            }
            SlotState::Reserved { generation } => Err((InsertAtReason::Reserved, generation)),
            SlotState::Free { generation, .. } if !any && generation > id.generation() => {
                Err((InsertAtReason::Stale, generation))
            }
            SlotState::Free { .. } => Ok(Place::Free),
        }
    }
}

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Makes a row of `record` under a given id.
    ///
    /// # Errors
    ///
    /// Hands `record` back with the reason. Nothing has changed then.
    pub(crate) fn insert_at(
        &mut self,
        id: HandleOf<S>,
        record: S::Record,
    ) -> Result<(), InsertAtError<S::Record>> {
        match self.place_of(id) {
            Ok(Place::Reserved) => return self.fill(id, record),
            Ok(Place::Free) if self.prepare_to_claim(id.index()).is_ok() => {
                drop(self.claim(id, record));
            }
            Ok(Place::Fresh) => return self.append_at(id, record),
            Ok(Place::Free) => return Err(refused::<S>(record, id, NO_MEMORY)),
            Err(refusal) => return Err(refused::<S>(record, id, refusal)),
        }
        Ok(())
    }

    /// Makes a row in a fresh slot, and makes the slots before it, which become free.
    ///
    /// # Errors
    ///
    /// Hands `record` back if there is no memory for all the slots. Nothing has changed then.
    fn append_at(
        &mut self,
        id: HandleOf<S>,
        record: S::Record,
    ) -> Result<(), InsertAtError<S::Record>> {
        let before = self.store().slots()..id.index();
        if !before.is_empty() && self.reserve_up_to(before.end).is_err() {
            return Err(refused::<S>(record, id, NO_MEMORY));
        }
        // If slots were made, memory for this one was reserved with them.
        let Ok(row) = self.new_row(id) else {
            return Err(refused::<S>(record, id, NO_MEMORY));
        };
        row.insert(record);
        if !before.is_empty() {
            self.open(before);
        }
        Ok(())
    }

    /// Makes the slots below `end`, all reserved, and reserves memory for one more.
    ///
    /// # Errors
    ///
    /// Nothing has changed then. Nothing has changed either if the default of a hole panics.
    fn reserve_up_to(&mut self, end: u32) -> Result<(), AllocError> {
        let slots = end - self.store().slots();
        self.reserve_slots(slots + 1)?;
        self.reserve_fresh(slots)
    }
}

/// Returns the error that hands a record back.
#[cold]
fn refused<S: Shape>(
    value: S::Record,
    id: HandleOf<S>,
    (reason, found): Refusal,
) -> InsertAtError<S::Record> {
    let text = IdText {
        index: id.index(),
        generation: id.generation(),
        tag: id.tag(),
    };
    InsertAtError {
        value,
        reason,
        refused: RefusedId {
            hub: S::Record::HUB,
            id: if id == HandleOf::<S>::DANGLING {
                IdText::DANGLING
            } else {
                text
            },
            found,
        },
    }
}
