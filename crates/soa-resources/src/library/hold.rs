//! Holding resources, and letting them go.

use super::event::Event;
use super::held::Holder;
use super::retired::Retired;
use super::state::State;
use super::table::Entry;
use super::{EntryOf, Library};
use crate::id::ResourceId;
use crate::job::Includes;
use crate::loader::Loader;

/// Holding resources.
impl<L: Loader> Library<L> {
    /// Makes `holder` a holder of `id`. Returns whether both are live: a tag always
    /// is, and so is an id of another library. O(log holders), or O(holders) for a new
    /// holder.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.provide(&mut notes, "score", Tag(1), Note::from("0".to_owned()));
    /// assert!(library.hold(id, Tag(2)));
    /// library.release_all(Tag(1));
    /// library.finish_all_into(&mut notes);
    /// assert!(library.loaded(id).is_some()); // the second tag still holds it
    /// ```
    pub fn hold(&mut self, id: ResourceId<L>, holder: impl Into<Holder>) -> bool {
        let holder = holder.into();
        let Some(entry) = self.live(id) else {
            return false;
        };
        let can_hold = self.can_hold(holder);
        if can_hold {
            self.table.hold(entry, holder);
        }
        can_hold
    }

    /// Removes `holder` from the holders of `id`. Returns whether it was one. O(holders).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.provide(&mut notes, "score", Tag(1), Note::from("0".to_owned()));
    /// assert!(!library.release(id, Tag(2)));
    /// assert!(library.release(id, Tag(1)));
    /// library.finish_all_into(&mut notes);
    /// assert!(library.is_empty());
    /// ```
    pub fn release(&mut self, id: ResourceId<L>, holder: impl Into<Holder>) -> bool {
        let Some(entry) = self.live(id) else {
            return false;
        };
        let was_holder = self.table.release(entry, holder.into());
        self.queue_orphan(entry);
        was_holder
    }

    /// Releases everything that `holder` holds. O(what it holds, with their holders).
    ///
    /// Nothing else happens in this call. The next [`maintain`](Self::maintain) that has the time
    /// unloads what still has no holder then. It also cancels a decode that waits or is under way:
    /// until that call, the decode goes on, and [`Job::is_cancelled`](crate::Job::is_cancelled)
    /// returns `false`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, start};
    /// # use soa_resources::{Event, Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let [forest, town] = [Tag(1), Tag(2)];
    /// let tree = library.provide(&mut notes, "tree", forest, Note::from("tree".to_owned()));
    /// let door = library.provide(&mut notes, "door", forest, Note::from("door".to_owned()));
    /// library.hold(door, town);
    ///
    /// library.release_all(forest);
    /// let events = library.finish_all_into(&mut notes);
    /// assert_eq!(events, [Event::Unloaded(tree)]);
    /// assert!(library.loaded(door).is_some());
    /// ```
    pub fn release_all(&mut self, holder: impl Into<Holder>) {
        for entry in self.table.release_all(holder.into()) {
            self.queue_orphan(entry);
        }
    }

    /// Releases everything that ids of `pool` hold: what is left of a library that was
    /// dropped. O(holders, and what they hold).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let [(_, mut books), (_, mut pages)] = [(); 2].map(|()| start(Memory::new()));
    /// let book = books.request("book", Tag(1));
    /// let page = pages.request("page", book);
    /// let pool = books.pool();
    /// drop(books);
    /// pages.release_pool(pool);
    /// assert!(pages.holders(page).next().is_none());
    /// ```
    pub fn release_pool(&mut self, pool: u8) {
        for holder in self.table.held.holders_of_pool(pool) {
            self.release_all(holder);
        }
    }

    /// Returns the holders of `id`, in no promised order. There are none for a stale
    /// id.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Holder, Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// assert!(library.holders(id).eq([Holder::Tag(Tag(1))]));
    /// ```
    pub fn holders(&self, id: ResourceId<L>) -> impl Iterator<Item = Holder> {
        let row = self.entry(id).and_then(|entry| self.table.get(entry));
        let holders = row.map_or(&[][..], |row| row.holders);
        holders.iter().map(|hold| hold.holder)
    }

    /// Returns the resources of this library that `holder` holds, in no promised order.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// assert!(library.held_by(Tag(1)).eq([id]));
    /// assert!(library.held_by(id).next().is_none());
    /// ```
    pub fn held_by(&self, holder: impl Into<Holder>) -> impl Iterator<Item = ResourceId<L>> {
        let held = self.table.held.of(holder.into());
        held.iter().map(|entry| self.id_of(*entry))
    }
}

impl<L: Loader> Library<L> {
    /// Makes `holder` a holder of a live entry. One that cannot hold releases at once.
    pub(super) fn hold_entry(&mut self, entry: EntryOf<L>, holder: Holder) {
        if self.can_hold(holder) {
            self.table.hold(entry, holder);
        } else {
            self.queue_orphan(entry);
        }
    }

    /// Returns whether `holder` is live, as far as this library can check it.
    fn can_hold(&self, holder: Holder) -> bool {
        match holder {
            Holder::Tag(_) => true,
            Holder::Resource(id) => {
                id.pool() != self.pool.number() || self.live(ResourceId::new(id)).is_some()
            }
        }
    }

    /// Queues an entry for the next `maintain`, if it has no holder.
    fn queue_orphan(&mut self, entry: EntryOf<L>) {
        let row = self.table.row_mut(entry);
        if row.holders.is_empty() && !std::mem::replace(row.is_orphan, true) {
            self.orphans.push_back(entry);
        }
    }

    /// Forgets a resource, and releases what it holds. Its row waits for its frames.
    pub(super) fn unload(&mut self, entry: EntryOf<L>) {
        let id = self.id_of(entry);
        self.release_all(id);
        self.recall(entry);
        self.set_includes(entry, Includes::new());
        if let Some(Entry { shown, state, .. }) = self.table.remove(entry) {
            if state == State::Loaded {
                self.retire(Retired::Row(shown));
            }
            self.events.push(Event::Unloaded(id));
        }
    }
}
