//! Decodes: ordered, cancelled, and ordered again when what they read changes.

use std::sync::Arc;

use super::state::State;
use super::table::Origin;
use super::{EntryOf, Library};
use crate::clock::TimeLimit;
use crate::job::{Includes, Ticket};
use crate::loader::Loader;

impl<L: Loader> Library<L> {
    /// Asks the source what changed.
    pub(super) fn listen(&mut self) {
        self.news.queue.extend(self.line.source().changes());
    }

    /// Orders a decode of what changed, in the order of the reports, as far as the time
    /// goes.
    pub(super) fn refresh(&mut self, limit: &TimeLimit) {
        if self.news.queue.is_empty() {
            return;
        }
        let now = self.line.tick();
        while let Some(name) = self.news.queue.pop_front() {
            if self.flights > 0 {
                self.news.note(&name, now);
            }
            for entry in self.readers_of(&name) {
                let row = self.table.row(entry);
                let is_concerned = *row.origin == Origin::Source && *row.state != State::Evicted;
                // `News` records that a decode under way is old when it lands.
                if is_concerned && row.flight.is_none() {
                    self.launch(entry);
                }
            }
            if limit.is_spent() {
                return;
            }
        }
    }

    /// Returns the entries that are, or include, what `name` stands for, in the order in
    /// which they were first asked for.
    fn readers_of(&self, name: &str) -> Vec<EntryOf<L>> {
        let mut readers: Vec<EntryOf<L>> = if name.ends_with('/') {
            let folder = if name == "/" { "" } else { name };
            let named = self.table.iter();
            let named = named.filter(|(_, entry)| entry.name.starts_with(folder));
            let named = named.map(|(id, _)| id);
            named.chain(self.users.below(folder)).collect()
        } else {
            let named = self.table.find(name);
            named.into_iter().chain(self.users.of(name)).collect()
        };
        if readers.len() > 1 {
            // An entry that was never asked for is in no decode; its id tells it apart.
            readers.sort_unstable_by_key(|entry| (*self.table.row(*entry).first, *entry));
            readers.dedup();
        }
        readers
    }

    /// Records that a resource is asked for, if it is the first time.
    pub(super) fn count_as_asked(&mut self, entry: EntryOf<L>) {
        let first = self.table.row_mut(entry).first;
        if *first == 0 {
            self.asked += 1;
            *first = self.asked;
        }
    }

    /// Orders a decode of an entry that has none.
    pub(super) fn launch(&mut self, entry: EntryOf<L>) {
        self.count_as_asked(entry);
        let id = self.id_of(entry).into();
        let row = self.table.row_mut(entry);
        let priority = row.priority.unwrap_or_default();
        let ticket = Ticket::new(id, Arc::clone(row.name), priority, *row.first);
        let ticket = Arc::new(ticket);
        *row.flight = Some(Arc::clone(&ticket));
        self.flights += 1;
        self.line.order(ticket);
    }

    /// Cancels the decode of an entry, if there is one.
    pub(super) fn recall(&mut self, entry: EntryOf<L>) {
        let Some(ticket) = self.table.row_mut(entry).flight.take() else {
            return;
        };
        self.flight_ended();
        if let Some(done) = self.line.cancel(&ticket) {
            self.retired.discard(done);
        }
    }

    /// Counts that a decode is over.
    pub(super) fn flight_ended(&mut self) {
        self.flights -= 1;
        if self.flights == 0 {
            self.news.settle();
        }
    }

    pub(super) fn set_includes(&mut self, entry: EntryOf<L>, includes: Includes) {
        let before = self.table.row_mut(entry).includes;
        if *before != includes {
            self.users.update(entry, before, &includes);
            *before = includes;
        }
    }
}
