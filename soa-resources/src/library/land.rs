//! A result lands: the record goes into the hub, or the error is kept.

use std::sync::Arc;

use soa_runtime::{Hub, InsertError};

use super::event::{Event, Ready};
use super::retired::Retired;
use super::state::State;
use super::table::EntryId;
use super::{EntryOf, Library};
use crate::error::{BoxError, LoadError, Step, caught};
use crate::id::ResourceId;
use crate::job::Ticket;
use crate::loader::Loader;
use crate::workers::Done;

impl<L: Loader> Library<L> {
    /// Puts a result where it belongs. Returns whether `finish` was called.
    pub(super) fn land(
        &mut self,
        hub: &mut Hub<L::Record>,
        done: Done<L>,
        finish: &mut impl FnMut(Ready<'_, L>) -> Result<L::Record, BoxError>,
    ) -> bool {
        let Done {
            ticket,
            began,
            includes,
            outcome,
        } = done;
        let Some(entry) = self.waits_for(&ticket) else {
            if let Ok(decoded) = outcome {
                self.retired.drop_soon(Retired::Decoded(decoded));
            }
            return false;
        };
        let is_old = self.news.outdates(began, &ticket.name, &includes);
        *self.table.row_mut(entry).flight = None;
        self.landed();
        self.set_includes(entry, includes);

        let is_decoded = outcome.is_ok();
        let finished = outcome.and_then(|decoded| self.finish(&ticket, decoded, finish));
        match finished.and_then(|record| self.put(hub, entry, record)) {
            Ok(Some(replaced)) => {
                self.retire(Retired::Record(replaced));
                self.events.push(Event::Reloaded(self.id_of(entry)));
            }
            Ok(None) => self.events.push(Event::Loaded(self.id_of(entry))),
            // It says nothing about what is there now.
            Err(_) if is_old => {}
            Err(error) => self.fail(entry, error),
        }
        if is_old && self.table.row(entry).flight.is_none() {
            self.launch(entry);
        }
        is_decoded
    }

    /// The entry that waits for this very decode, and that somebody holds.
    fn waits_for(&mut self, ticket: &Arc<Ticket>) -> Option<EntryOf<L>> {
        let entry = EntryId::from_bits(ticket.id.slot_bits_in(self.config.pool))?;
        let row = self.table.get(entry)?;
        let flight = row.flight.as_ref()?;
        if !Arc::ptr_eq(flight, ticket) {
            return None;
        }
        if row.holders.is_empty() {
            self.unload(entry);
            return None;
        }
        Some(entry)
    }

    /// Lets the caller make the record; a panic is an error.
    fn finish(
        &mut self,
        ticket: &Ticket,
        decoded: L::Decoded,
        finish: &mut impl FnMut(Ready<'_, L>) -> Result<L::Record, BoxError>,
    ) -> Result<L::Record, LoadError> {
        let ready = Ready::new(decoded, ResourceId::new(ticket.id), &ticket.name, self);
        caught(|| finish(ready))
            .unwrap_or_else(|panic| Err(panic.into()))
            .map_err(|cause| LoadError::new(Arc::clone(&ticket.name), Step::Finish, cause))
    }

    /// Makes `record` the content of an entry. Returns what it replaced.
    pub(super) fn put(
        &mut self,
        hub: &mut Hub<L::Record>,
        entry: EntryOf<L>,
        mut record: L::Record,
    ) -> Result<Option<L::Record>, LoadError> {
        let row = self.table.row_mut(entry);
        if *row.state == State::Loaded {
            match hub.replace(*row.shown, record) {
                Ok(replaced) => {
                    *row.error = None;
                    return Ok(Some(replaced));
                }
                // Its row was freed by somebody else: it gets another.
                Err(unplaced) => record = unplaced,
            }
        }
        match hub.try_insert(record) {
            Ok(own) => {
                *row.shown = own;
                *row.error = None;
                self.table.set_state(entry, State::Loaded);
                Ok(None)
            }
            Err(InsertError { source, .. }) => {
                Err(LoadError::new(Arc::clone(row.name), Step::Insert, source))
            }
        }
    }

    /// Keeps the error; what is loaded stays.
    pub(super) fn fail(&mut self, entry: EntryOf<L>, error: LoadError) {
        let row = self.table.row_mut(entry);
        *row.error = Some(Box::new(error));
        if *row.state != State::Loaded {
            *row.shown = self.stand_in.error;
            self.table.set_state(entry, State::Failed);
        }
        self.events.push(Event::Failed(self.id_of(entry)));
    }

    /// Keeps what is out of use until no frame in flight uses it.
    pub(super) fn retire(&mut self, retired: Retired<L>) {
        let due = self.frame + self.config.frames_in_flight as u64;
        self.retired.drop_in(due, retired);
    }
}
