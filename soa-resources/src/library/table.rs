//! The table of resources: a hub of the library's own, and what is counted of it.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use soa_runtime::{AnyHandle, DefaultRow, IdAllocator};

use super::state::{Progress, State};
use super::tags::{Hold, Tag, Tags};
use crate::error::LoadError;
use crate::job::{Includes, Ticket};

/// Where the content of a resource comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Origin {
    #[default]
    Source,
    /// The caller: changes of the source do not matter.
    Provided,
}

/// One resource; `H` is the id of a row of the user's hub.
#[derive(IdAllocator)]
#[soa(bits(index = 32, generation = 24))]
pub(super) struct Entry<H: AnyHandle> {
    /// The row to use: its own if it is loaded, else the placeholder or the error.
    #[soa(default = H::DANGLING)]
    pub(super) shown: H,
    pub(super) state: State,
    pub(super) origin: Origin,
    pub(super) name: Arc<str>,
    /// The decode that is ordered or under way: one at a time.
    pub(super) flight: Option<Arc<Ticket>>,
    /// What the last decode read beside its own name.
    pub(super) includes: Includes,
    /// Why the last decode failed, if it did.
    pub(super) error: Option<Box<LoadError>>,
    /// Who holds it, in no order.
    pub(super) holders: Vec<Hold>,
    /// Whether it is in the queue of those that may have no holder.
    pub(super) is_orphan: bool,
}

/// The resources, by id and by name, and who holds them.
///
/// Invariants: the name of each entry leads to it, and no other name to anything;
/// the counts, the library's and those of the tags, are those of the states.
pub(super) struct Table<H: AnyHandle> {
    entries: EntryHub<H>,
    names: HashMap<Arc<str>, EntryId<H>, RandomState>,
    tags: Tags<EntryId<H>>,
    counts: Progress,
}

impl<H: AnyHandle> Table<H> {
    pub(super) fn new() -> Self {
        Self {
            entries: EntryHub::new(),
            names: HashMap::default(),
            tags: Tags::new(),
            counts: Progress::default(),
        }
    }

    #[inline]
    pub(super) fn get(&self, id: EntryId<H>) -> Option<EntryRow<'_, H>> {
        self.entries.get(id)
    }

    /// The entry of a live id.
    pub(super) fn row(&self, id: EntryId<H>) -> EntryRow<'_, H> {
        self.entries.row(id)
    }

    /// The entry of a live id. Its state, name and holders are changed here alone.
    pub(super) fn row_mut(&mut self, id: EntryId<H>) -> EntryRowMut<'_, H> {
        self.entries.row_mut(id)
    }

    /// Whether the entry of `id`, which was noted as an orphan, is there and has no
    /// holder. Notes that it is an orphan no more.
    pub(super) fn is_unheld(&mut self, id: EntryId<H>) -> bool {
        self.entries.get_mut(id).is_some_and(|row| {
            *row.is_orphan = false;
            row.holders.is_empty()
        })
    }

    pub(super) fn find(&self, name: &str) -> Option<EntryId<H>> {
        self.names.get(name).copied()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (EntryId<H>, EntryRow<'_, H>)> {
        self.entries.iter()
    }

    pub(super) fn ids(&self) -> Vec<EntryId<H>> {
        self.entries.ids().collect()
    }

    /// How many resources are in each state.
    pub(super) fn counts(&self) -> Progress {
        self.counts
    }

    pub(super) fn progress(&self, tag: Tag) -> Progress {
        self.tags.progress(tag)
    }

    /// Adds a pending resource of a new name, without holders.
    pub(super) fn insert(&mut self, name: &str, shown: H) -> EntryId<H> {
        let name: Arc<str> = name.into();
        let id = self.entries.insert(Entry {
            shown,
            name: Arc::clone(&name),
            ..Entry::default_row()
        });
        self.names.insert(name, id);
        self.counts.total += 1;
        id
    }

    /// Forgets a resource, name and all.
    pub(super) fn remove(&mut self, id: EntryId<H>) -> Option<Entry<H>> {
        let entry = self.entries.remove(id)?;
        self.names.remove(&entry.name);
        self.counts.total -= 1;
        self.counts.leave(entry.state);
        for hold in &entry.holders {
            self.take(*hold, entry.state);
        }
        Some(entry)
    }

    pub(super) fn set_state(&mut self, id: EntryId<H>, after: State) {
        let row = self.entries.row_mut(id);
        let before = std::mem::replace(row.state, after);
        self.counts.leave(before);
        self.counts.enter(after);
        for hold in row.holders {
            self.tags.turn(*hold, before, after);
        }
    }

    /// Makes `tag` a holder. O(holders).
    pub(super) fn hold(&mut self, id: EntryId<H>, tag: Tag) {
        let row = self.entries.row_mut(id);
        if row.holders.iter().all(|hold| hold.tag != tag) {
            row.holders.push(self.tags.add(tag, id, *row.state));
        }
    }

    /// Makes `tag` no holder; returns whether it was one. O(holders).
    pub(super) fn release(&mut self, id: EntryId<H>, tag: Tag) -> bool {
        let row = self.entries.row_mut(id);
        let Some(place) = row.holders.iter().position(|hold| hold.tag == tag) else {
            return false;
        };
        let hold = row.holders.swap_remove(place);
        let state = *row.state;
        self.take(hold, state);
        true
    }

    /// Makes `tag` no holder of anything; returns what it held.
    pub(super) fn release_all(&mut self, tag: Tag) -> Vec<EntryId<H>> {
        let ids = self.tags.take_all(tag);
        for id in &ids {
            self.entries
                .row_mut(*id)
                .holders
                .retain(|hold| hold.tag != tag);
        }
        ids
    }

    fn take(&mut self, hold: Hold, state: State) {
        let Some(moved) = self.tags.take(hold, state) else {
            return;
        };
        let holders = self.entries.row_mut(moved).holders;
        for other in holders.iter_mut().filter(|other| other.tag == hold.tag) {
            other.moved_to(hold);
        }
    }
}
