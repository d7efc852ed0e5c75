//! A result lands: the record goes into the hub, or the error is kept.

use std::sync::Arc;

use soa_runtime::Hub;

use super::event::Event;
use super::ready::Ready;
use super::retired::Retired;
use super::state::State;
use super::table::{EntryId, Table};
use super::{EntryOf, Library};
use crate::error::{BoxError, LoadError, Step, caught};
use crate::id::ResourceId;
use crate::job::Ticket;
use crate::loader::Loader;
use crate::workers::Done;

/// What became of a result.
pub(super) struct Landing<I> {
    pub(super) entry: I,
    /// Whether it has content now that it did not have before.
    pub(super) has_landed: bool,
    /// Whether `finish` was called.
    pub(super) is_finished: bool,
}

impl<L: Loader> Library<L> {
    /// Returns the first result of a resource that somebody holds, if one waits.
    pub(super) fn next_result(&mut self) -> Option<Done<L>> {
        let (table, retired) = (&self.table, &mut self.retired);
        let is_wanted = |ticket: &Ticket| is_held(table, self.pool.number(), ticket);
        self.line.next(is_wanted, |done| retired.discard(done))
    }

    /// Does the same, and waits for it. The caller makes sure that one is under way.
    pub(super) fn wait_for_result(&mut self) -> Option<Done<L>> {
        let (table, retired) = (&self.table, &mut self.retired);
        let is_wanted = |ticket: &Ticket| is_held(table, self.pool.number(), ticket);
        self.line.wait(is_wanted, |done| retired.discard(done))
    }

    /// Puts a result where it belongs.
    pub(super) fn land(
        &mut self,
        hub: &mut Hub<L::Record>,
        done: Done<L>,
        finish: &mut impl FnMut(Ready<'_, L>) -> Result<L::Record, BoxError>,
    ) -> Option<Landing<EntryOf<L>>> {
        let Done {
            ticket,
            began,
            includes,
            outcome,
        } = done;
        let entry = EntryId::from_bits(ticket.id.slot_bits_in(self.pool.number()))?;
        let is_old = self.news.outdates(began, &ticket.name, &includes);
        *self.table.row_mut(entry).flight = None;
        self.flight_ended();
        self.set_includes(entry, includes);

        let is_finished = outcome.is_ok();
        let finished = outcome.and_then(|(decoded, cost)| {
            let record = self.finish(&ticket, decoded, finish)?;
            Ok((record, cost))
        });
        let landed = finished.and_then(|(record, cost)| self.put(hub, entry, record, cost));
        let has_landed = landed.is_ok();
        match landed {
            Ok(Some(replaced)) => {
                self.retire(Retired::Record(replaced));
                self.events.push(Event::Reloaded(self.id_of(entry)));
            }
            Ok(None) => self.events.push(Event::Loaded(self.id_of(entry))),
            // The error is about content that has been replaced in the source.
            Err(_) if is_old => {}
            Err(error) => self.fail(entry, error),
        }
        if is_old && self.table.row(entry).flight.is_none() {
            self.launch(entry);
        }
        Some(Landing {
            entry,
            has_landed,
            is_finished,
        })
    }

    /// Lets the caller make the record. A panic is an error.
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
        cost: u64,
    ) -> Result<Option<L::Record>, LoadError> {
        let row = self.table.row_mut(entry);
        if *row.state == State::Loaded {
            match hub.replace(*row.shown, record) {
                Ok(replaced) => {
                    *row.error = None;
                    self.table.set_cost(entry, cost);
                    return Ok(Some(replaced));
                }
                // Somebody else freed its row, so it gets another.
                Err(error) => record = error.record,
            }
        }
        // Foreign code runs if a destructor panics: that of the hole in which the record goes,
        // or that of a record without room.
        let insert = || {
            let own = hub.try_insert(record);
            own.map_err(|refused| {
                // Before the error is boxed: a panic after that would leak the box.
                drop(refused.value);
                BoxError::from(refused.source)
            })
        };
        match caught(insert).unwrap_or_else(|panic| Err(panic.into())) {
            Ok(own) => {
                *row.shown = own;
                *row.error = None;
                let is_new = *row.state != State::Loaded;
                self.table.set_state(entry, State::Loaded);
                if is_new {
                    self.table.mark_landed(entry);
                }
                self.table.set_cost(entry, cost);
                Ok(None)
            }
            Err(cause) => Err(LoadError::new(Arc::clone(row.name), Step::Insert, cause)),
        }
    }

    /// Keeps the error. What is loaded stays.
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
        let due = self.frame.saturating_add(self.config.frames_in_flight);
        self.retired.drop_in(due, retired);
    }
}

/// Returns whether somebody holds the resource of a ticket.
fn is_held<H: soa_runtime::AnyHandle>(table: &Table<H>, pool: u8, ticket: &Ticket) -> bool {
    let entry = EntryId::from_bits(ticket.id.slot_bits_in(pool));
    let row = entry.and_then(|entry| table.get(entry));
    row.is_some_and(|row| !row.holders.is_empty())
}
