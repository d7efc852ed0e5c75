//! Rows under given ids, in both layouts.

use crate::error::{IdText, InsertAtError, InsertAtReason, RefusedId};
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
        let first = self.store().slots();
        let place = match self.prepare(id) {
            Ok(place) => place,
            Err(refusal) => return Err(refused::<S>(record, id, refusal)),
        };
        match place {
            Place::Reserved => drop(self.admit(id, record)),
            Place::Free => drop(self.claim(id, record)),
            Place::Fresh => {
                let Ok(row) = self.new_row(id) else {
                    unreachable!("memory was reserved");
                };
                row.insert(record);
                self.open(first..id.index());
            }
        }
        Ok(())
    }

    /// Returns where the id has its place, and does what may fail. Before a fresh slot, it makes
    /// all slots, which are reserved.
    ///
    /// # Errors
    ///
    /// Nothing has changed then. Nothing has changed either if the default of a hole panics.
    fn prepare(&mut self, id: HandleOf<S>) -> Result<Place, Refusal> {
        let place = self.place_of(id)?;
        let prepared = match place {
            Place::Reserved => Ok(()),
            Place::Free => self.prepare_to_claim(id.index()),
            Place::Fresh => {
                let before = id.index() - self.store().slots();
                let reserved = self.reserve_slots(before + 1);
                reserved.and_then(|()| self.reserve_fresh(before))
            }
        };
        prepared.map_err(|_| NO_MEMORY)?;
        Ok(place)
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
