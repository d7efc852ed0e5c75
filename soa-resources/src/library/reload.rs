//! Decodes: ordered, cancelled, and ordered again when what they read changes.

use std::sync::Arc;

use super::budget::Budget;
use super::table::Origin;
use super::{EntryOf, Library};
use crate::id::ResourceId;
use crate::job::{Includes, Ticket};
use crate::loader::Loader;

/// Loading again.
impl<L: Loader> Library<L> {
    /// Loads `id` again; what is there stays until the new one is ready, and if
    /// that fails. Returns whether `id` is live. O(1), and what changed in the
    /// source.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, Utf8, start};
    /// # use soa_resources::{Event, Memory, Tag};
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "file");
    /// # let (mut texts, mut library) = start(Utf8, memory);
    /// let id = library.provide(&mut texts, "a.txt", Tag(1), Text { text: "edited".into() });
    /// assert!(library.reload(id));
    /// let events = library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert_eq!(events, [Event::Reloaded(id)]);
    /// assert_eq!(texts.row(library.row(id)).text, "file");
    /// ```
    pub fn reload(&mut self, id: ResourceId<L>) -> bool {
        let Some(entry) = self.live(id) else {
            return false;
        };
        let row = self.table.row_mut(entry);
        *row.origin = Origin::Source;
        let name = row.name.to_string();
        // With what changed until now, so that a change is not read twice.
        self.listen();
        self.news.queue.push_back(name);
        self.refresh(&Budget::UNLIMITED);
        true
    }

    /// Loads everything again that came from the source. O(resources).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
    /// # use soa_resources::{Event, Memory, Tag};
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// let (mut texts, mut library) = start(Utf8, memory);
    /// let id = library.request("a.txt", Tag(1));
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// library.reload_all();
    /// let events = library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert_eq!(events, [Event::Reloaded(id)]);
    /// ```
    pub fn reload_all(&mut self) {
        self.listen();
        self.news.queue.clear();
        self.news.queue.push_back("/".to_owned());
        self.refresh(&Budget::UNLIMITED);
    }
}

impl<L: Loader> Library<L> {
    /// Hears what changed in the source.
    pub(super) fn listen(&mut self) {
        self.news.queue.extend(self.workers.source().changes());
    }

    /// Orders a decode of what changed, as far as the budget goes.
    pub(super) fn refresh(&mut self, budget: &Budget) {
        if self.news.queue.is_empty() {
            return;
        }
        let now = self.workers.tick();
        while let Some(name) = self.news.queue.pop_front() {
            if self.flights > 0 {
                self.news.note(&name, now);
            }
            for entry in self.readers_of(&name) {
                let row = self.table.row(entry);
                // One that is under way is noted to be old when it lands.
                if *row.origin == Origin::Source && row.flight.is_none() {
                    self.launch(entry);
                }
            }
            if budget.is_spent() {
                return;
            }
        }
    }

    /// The entries that are, or include, what `name` stands for.
    fn readers_of(&self, name: &str) -> Vec<EntryOf<L>> {
        if !name.ends_with('/') {
            return self
                .table
                .find(name)
                .into_iter()
                .chain(self.users.of(name))
                .collect();
        }
        let folder = name.strip_prefix('/').unwrap_or(name);
        let named = self
            .table
            .iter()
            .filter(|(_, entry)| entry.name.starts_with(folder));
        named
            .map(|(id, _)| id)
            .chain(self.users.below(folder))
            .collect()
    }

    /// Orders a decode; there is none.
    pub(super) fn launch(&mut self, entry: EntryOf<L>) {
        let id = self.id_of(entry).any();
        let row = self.table.row_mut(entry);
        let ticket = Arc::new(Ticket::new(id, Arc::clone(row.name)));
        *row.flight = Some(Arc::clone(&ticket));
        self.flights += 1;
        self.workers.order(ticket);
    }

    /// Cancels the decode of an entry, if there is one.
    pub(super) fn recall(&mut self, entry: EntryOf<L>) {
        if let Some(ticket) = self.table.row_mut(entry).flight.take() {
            self.workers.cancel(&ticket);
            self.landed();
        }
    }

    /// Counts that a decode is over.
    pub(super) fn landed(&mut self) {
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
