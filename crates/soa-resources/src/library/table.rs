//! The table of resources: a hub of the library's own, and what is counted of it.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::Arc;

use foldhash::fast::RandomState;
use soa_runtime::generic::DefaultRow;
use soa_runtime::{AnyHandle, IdAllocator};

use super::held::{Held, Hold, Holder};
use super::state::{Counts, Progress, State};
use crate::error::LoadError;
use crate::job::{Includes, Priority, Ticket};

/// Where the content of a resource comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Origin {
    #[default]
    Source,
    /// The caller. Changes of the source do not matter.
    Provided,
}

/// When a resource was used. A **stamp** is a moment of the library: every use and
/// every landing has its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// The last use or landing, whichever is later.
    pub(super) stamp: u64,
    /// The number of the call that follows the last use; 0 if there was none.
    pub(super) before_call: u64,
}

impl Usage {
    /// Returns whether an eviction in call `call` would come too early for the frames
    /// in flight.
    pub(super) fn is_protected(self, call: u64, frames_in_flight: u64) -> bool {
        let spared = self.before_call.saturating_add(frames_in_flight);
        self.before_call != 0 && call <= spared
    }
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
    /// What the last decode read in addition to its own name.
    pub(super) includes: Includes,
    /// Why the last decode failed, if it did.
    pub(super) error: Option<Box<LoadError>>,
    /// Who holds it, in the order of the holders.
    pub(super) holders: Vec<Hold>,
    /// Whether it is in the queue of resources that may have no holder.
    pub(super) is_orphan: bool,
    /// When it was first asked for, counted from 1; 0 before that.
    pub(super) first: u64,
    /// `None` until a request or `prioritize` sets it.
    pub(super) priority: Option<Priority>,
    pub(super) usage: Usage,
    /// What it costs now, because it is loaded.
    pub(super) cost: u64,
    /// The stamp under which it is filed among the residents; 0 if it is not.
    pub(super) filed: u64,
}

/// The resources, by id and by name, and who holds them.
///
/// Invariants:
///
/// 1. The name of each entry leads to it, and no other name to anything.
/// 2. The counts of the library and of the tags match the states.
/// 3. The holders of an entry are sorted, without duplicates, and match the lists of
///    the holders.
/// 4. An entry is filed among the residents exactly if its cost is not 0.
pub(super) struct Table<H: AnyHandle> {
    entries: EntryHub<H>,
    names: HashMap<Arc<str>, EntryId<H>, RandomState>,
    pub(super) held: Held<EntryId<H>>,
    /// The loaded resources that cost something, from the one that was used least recently: each
    /// under the stamp that it had when it was filed. A use does not refile it. The search for the
    /// least recently used one does.
    residents: BTreeMap<u64, EntryId<H>>,
    /// The sum of their costs. It cannot overflow: there are at most 2^32 resources.
    bytes: u128,
    counts: Counts,
    /// The last stamp that was given.
    stamps: u64,
}

impl<H: AnyHandle> Table<H> {
    pub(super) fn new() -> Self {
        Self {
            entries: EntryHub::new(),
            names: HashMap::default(),
            held: Held::new(),
            residents: BTreeMap::new(),
            bytes: 0,
            counts: Counts::default(),
            stamps: 0,
        }
    }

    #[inline]
    pub(super) fn get(&self, id: EntryId<H>) -> Option<EntryRow<'_, H>> {
        self.entries.get(id)
    }

    /// Returns the entry of a live id.
    pub(super) fn row(&self, id: EntryId<H>) -> EntryRow<'_, H> {
        self.entries.row(id)
    }

    /// Returns the entry of a live id. Only this file changes its state, name,
    /// holders, cost and stamps.
    pub(super) fn row_mut(&mut self, id: EntryId<H>) -> EntryRowMut<'_, H> {
        self.entries.row_mut(id)
    }

    /// Returns whether an entry from the queue of orphans is live and has no holder.
    /// Records that it left the queue.
    pub(super) fn is_unheld(&mut self, id: EntryId<H>) -> bool {
        self.entries.get_mut(id).is_some_and(|row| {
            *row.is_orphan = false;
            row.holders.is_empty()
        })
    }

    #[inline]
    pub(super) fn find(&self, name: &str) -> Option<EntryId<H>> {
        self.names.get(name).copied()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (EntryId<H>, EntryRow<'_, H>)> {
        self.entries.iter()
    }

    pub(super) fn ids(&self) -> Vec<EntryId<H>> {
        self.entries.ids().collect()
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the number of resources in each state.
    pub(super) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Adds a resource of a new name in `state`, without holders.
    pub(super) fn insert(&mut self, name: &str, shown: H, state: State) -> EntryId<H> {
        let name: Arc<str> = name.into();
        let id = self.entries.insert(Entry {
            shown,
            state,
            name: Arc::clone(&name),
            ..Entry::default_row()
        });
        self.names.insert(name, id);
        self.counts.enter(state);
        id
    }

    /// Forgets a resource and its name.
    pub(super) fn remove(&mut self, id: EntryId<H>) -> Option<Entry<H>> {
        if self.entries.contains(id) {
            self.set_cost(id, 0);
        }
        let entry = self.entries.remove(id)?;
        self.names.remove(&entry.name);
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
        // Tags come before resources, whose progress is not counted.
        let is_tag = |hold: &&Hold| matches!(hold.holder, Holder::Tag(_));
        for hold in row.holders.iter().take_while(is_tag) {
            self.held.turn(*hold, before, after);
        }
    }
}

/// Holders.
impl<H: AnyHandle> Table<H> {
    /// Adds a holder. O(log holders) if it is one, else O(holders).
    pub(super) fn hold(&mut self, id: EntryId<H>, holder: Holder) {
        let row = self.entries.row_mut(id);
        if let Err(place) = place_of(holder, row.holders) {
            let hold = self.held.add(holder, id, *row.state);
            row.holders.insert(place, hold);
        }
    }

    /// Removes a holder. Returns whether it was one.
    pub(super) fn release(&mut self, id: EntryId<H>, holder: Holder) -> bool {
        let row = self.entries.row_mut(id);
        let Ok(place) = place_of(holder, row.holders) else {
            return false;
        };
        let hold = row.holders.remove(place);
        let state = *row.state;
        self.take(hold, state);
        true
    }

    /// Removes everything that a holder holds. Returns it.
    pub(super) fn release_all(&mut self, holder: Holder) -> Vec<EntryId<H>> {
        let ids = self.held.take_all(holder);
        for id in &ids {
            let holders = self.entries.row_mut(*id).holders;
            if let Ok(place) = place_of(holder, holders) {
                holders.remove(place);
            }
        }
        ids
    }

    /// Returns the progress of what one holder holds.
    pub(super) fn progress(&self, holder: Holder) -> Progress {
        match holder {
            Holder::Tag(_) => self.held.progress(holder),
            Holder::Resource(_) => self.count(self.held.of(holder)),
        }
    }

    /// Returns the progress of some resources.
    pub(super) fn count(&self, ids: &[EntryId<H>]) -> Progress {
        let mut counts = Counts::default();
        for id in ids {
            counts.enter(*self.entries.row(*id).state);
        }
        counts.progress()
    }

    fn take(&mut self, hold: Hold, state: State) {
        let Some(moved) = self.held.take(hold, state) else {
            return;
        };
        let holders = self.entries.row_mut(moved).holders;
        if let Ok(place) = place_of(hold.holder, holders) {
            holders[place].moved_to(hold);
        }
    }
}

#[inline]
fn place_of(holder: Holder, holders: &[Hold]) -> Result<usize, usize> {
    holders.binary_search_by_key(&holder, |hold| hold.holder)
}

/// Uses and costs.
impl<H: AnyHandle> Table<H> {
    /// Records a use of a resource before call `call`. Returns its state.
    #[inline]
    pub(super) fn mark_used(&mut self, id: EntryId<H>, call: u64) -> Option<State> {
        let row = self.entries.get_mut(id)?;
        self.stamps += 1;
        *row.usage = Usage {
            stamp: self.stamps,
            before_call: call,
        };
        Some(*row.state)
    }

    /// Records that a resource has landed.
    pub(super) fn mark_landed(&mut self, id: EntryId<H>) {
        self.stamps += 1;
        self.entries.row_mut(id).usage.stamp = self.stamps;
    }

    /// Returns the sum of the costs.
    pub(super) fn bytes(&self) -> u128 {
        self.bytes
    }

    pub(super) fn set_cost(&mut self, id: EntryId<H>, cost: u64) {
        let row = self.entries.row_mut(id);
        self.bytes = self.bytes - u128::from(*row.cost) + u128::from(cost);
        *row.cost = cost;
        if cost == 0 && *row.filed != 0 {
            self.residents.remove(row.filed);
            *row.filed = 0;
        } else if cost != 0 && *row.filed == 0 {
            *row.filed = row.usage.stamp;
            self.residents.insert(*row.filed, id);
        }
    }

    /// Returns the first resident that is filed after `stamp`, with the stamp that it is
    /// filed under.
    pub(super) fn resident_after(&self, stamp: u64) -> Option<(u64, EntryId<H>)> {
        let later = (Bound::Excluded(stamp), Bound::Unbounded);
        let first = self.residents.range(later).next();
        first.map(|(stamp, id)| (*stamp, *id))
    }

    /// Files a resident under the stamp of its last use. Returns whether it was filed
    /// under an older one.
    pub(super) fn refile(&mut self, id: EntryId<H>) -> bool {
        let row = self.entries.row_mut(id);
        let (filed, stamp) = (*row.filed, row.usage.stamp);
        if filed == stamp {
            return false;
        }
        self.residents.remove(&filed);
        self.residents.insert(stamp, id);
        *row.filed = stamp;
        true
    }
}
