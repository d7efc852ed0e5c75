//! Keeping the budget of memory.

use super::event::Event;
use super::land::Landing;
use super::retired::Retired;
use super::state::State;
use super::{EntryOf, Library};
use crate::clock::TimeLimit;
use crate::id::ResourceId;
use crate::job::Includes;
use crate::loader::Loader;

/// Uses, and the budget of memory.
impl<L: Loader> Library<L> {
    /// Marks `id` as used in this frame, so that it is not evicted while a frame in
    /// flight shows it. Returns whether `id` is live. O(1).
    ///
    /// It does not mark what the resource holds. An evicted resource is loaded again. A
    /// pending one keeps the mark when it lands. A failed one is not tried again, and a
    /// provided one is never evicted anyway. See [`budget`](crate::Config::budget) for
    /// when a resource is evicted.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, State, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// let id = library.declare("a.txt", Tag(1));
    /// assert!(library.used(id));
    /// assert_eq!(library.state(id), Some(State::Pending));
    /// ```
    #[inline]
    pub fn used(&mut self, id: ResourceId<L>) -> bool {
        let next_call = self.frame + 1;
        let Some(entry) = self.entry(id) else {
            return false;
        };
        match self.table.mark_used(entry, next_call) {
            None => return false,
            Some(State::Evicted) => self.load_used(entry),
            Some(_) => {}
        }
        true
    }

    /// Loads a resource because it was used. Few uses come here.
    #[cold]
    fn load_used(&mut self, entry: EntryOf<L>) {
        self.count_as_asked(entry);
        self.load_evicted(entry);
    }

    /// Sets the memory that the loaded resources may take, in bytes; see
    /// [`Config::budget`](crate::Config::budget). The next calls of
    /// [`maintain`](Self::maintain) evict what exceeds it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::Memory;
    /// # let (_, mut library) = start(Memory::new());
    /// library.set_budget(256 << 20); // the player chose smaller textures
    /// ```
    pub fn set_budget(&mut self, bytes: u64) {
        self.config.budget = bytes;
    }
}

/// The evictions of one call of `maintain`.
pub(super) struct Evictions<I> {
    /// No resident that is filed up to here can be evicted in this call.
    passed: u64,
    /// The resource that landed last in this call.
    spared: Option<I>,
    /// Whether this call has evicted something.
    has_begun: bool,
}

impl<I> Evictions<I> {
    pub(super) fn new() -> Self {
        Self {
            passed: 0,
            spared: None,
            has_begun: false,
        }
    }

    /// Records that a resource with this stamp landed. One that did not cost anything
    /// before may be filed among those that were passed.
    fn landed(&mut self, id: I, stamp: u64) {
        self.spared = Some(id);
        self.passed = self.passed.min(stamp.saturating_sub(1));
    }
}

impl<L: Loader> Library<L> {
    pub(super) fn is_over_budget(&self) -> bool {
        let budget = self.config.budget;
        budget != u64::MAX && self.table.bytes() > u128::from(budget)
    }

    /// Evicts what exceeds the budget of memory, as far as the time goes, and at least
    /// one resource in a call. Returns whether a result may land: the budget is kept, or
    /// nothing can be evicted.
    pub(super) fn evict_excess(
        &mut self,
        limit: &TimeLimit,
        evictions: &mut Evictions<EntryOf<L>>,
    ) -> bool {
        while self.is_over_budget() {
            let Some(entry) = self.next_to_evict(evictions) else {
                return true;
            };
            if evictions.has_begun && limit.is_spent() {
                return false;
            }
            evictions.has_begun = true;
            self.evict(entry);
        }
        true
    }

    /// Spares the resource that has just landed, until the next one lands.
    pub(super) fn spare_landed(
        &self,
        landing: &Landing<EntryOf<L>>,
        evictions: &mut Evictions<EntryOf<L>>,
    ) {
        if landing.has_landed {
            let stamp = self.table.row(landing.entry).usage.stamp;
            evictions.landed(landing.entry, stamp);
        }
    }

    /// Returns the resident that was used least recently and can be evicted.
    fn next_to_evict(&mut self, evictions: &mut Evictions<EntryOf<L>>) -> Option<EntryOf<L>> {
        let mut filed = evictions.passed;
        let mut met_spared = false;
        loop {
            let entry;
            (filed, entry) = self.table.resident_after(filed)?;
            let usage = *self.table.row(entry).usage;
            if evictions.spared == Some(entry) {
                // The next result takes its place, so it is not passed for good.
                met_spared = true;
            } else if usage.is_protected(self.frame, self.config.frames_in_flight) {
                if !met_spared {
                    evictions.passed = filed;
                }
            } else if !self.table.refile(entry) {
                // It was filed under its last use: nothing after it is older.
                return Some(entry);
            }
        }
    }

    /// Frees the row of a loaded resource, which keeps everything else.
    fn evict(&mut self, entry: EntryOf<L>) {
        self.recall(entry);
        self.set_includes(entry, Includes::new());
        self.table.set_cost(entry, 0);
        self.table.set_state(entry, State::Evicted);
        let placeholder = self.stand_in.placeholder;
        let row = std::mem::replace(self.table.row_mut(entry).shown, placeholder);
        self.retire(Retired::Row(row));
        self.events.push(Event::Evicted(self.id_of(entry)));
    }

    /// Orders a decode of an evicted resource, which reads what the source has now.
    pub(super) fn load_evicted(&mut self, entry: EntryOf<L>) {
        self.listen();
        self.refresh(&TimeLimit::NONE);
        self.table.set_state(entry, State::Pending);
        self.launch(entry);
    }
}
