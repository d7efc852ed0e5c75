//! Asking for resources by name, and loading them again.

use soa_runtime::Hub;

use super::held::Holder;
use super::retired::Retired;
use super::state::State;
use super::table::Origin;
use super::{EntryOf, Library};
use crate::clock::TimeLimit;
use crate::id::ResourceId;
use crate::job::{Includes, Priority};
use crate::loader::Loader;

/// Asking for resources, and loading them again.
impl<L: Loader> Library<L> {
    /// Returns the id of the resource called `name`, and makes `holder` a holder of it.
    /// The resource is loaded if it is not yet, with the default priority.
    ///
    /// It never blocks and never fails: a name that cannot be loaded shows the error
    /// row later. O(1), and O(changes) if the source changed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, State, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// assert_eq!(library.request("a.txt", Tag(2)), id); // both hold it
    /// assert_eq!(library.state(id), Some(State::Pending));
    /// ```
    pub fn request(&mut self, name: &str, holder: impl Into<Holder>) -> ResourceId<L> {
        self.request_with(name, holder, Priority::default())
    }

    /// Does the same as [`request`](Self::request), with a priority.
    ///
    /// Decodes start with the highest priority. Among equals, the name that was
    /// requested first comes first. Results that wait land in the same order. A decode
    /// that is already running is not interrupted.
    ///
    /// The first request of a resource sets its priority, and later requests can only
    /// raise it. [`prioritize`](Self::prioritize) sets it at any time. All its decodes
    /// use it: the first one, reloads, and those after an eviction.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, NoteHub};
    /// use soa_resources::{Config, Event, Library, Memory, Priority, StandIn, Tag, Text};
    ///
    /// # let mut notes = NoteHub::new();
    /// # let blank = notes.insert(Note::from(String::new()));
    /// # let stand_in = StandIn { placeholder: blank, error: blank };
    /// let memory = Memory::new();
    /// memory.insert("far", "");
    /// memory.insert("near", "");
    /// let config = Config::new().workers(0);
    /// let mut library = Library::with_config(Text::<Note>::new(), memory, stand_in, config);
    ///
    /// let far = library.request("far", Tag(1));
    /// let near = library.request_with("near", Tag(1), Priority(10));
    /// let events = library.finish_all_into(&mut notes);
    /// assert_eq!(events, [Event::Loaded(near), Event::Loaded(far)]);
    /// ```
    pub fn request_with(
        &mut self,
        name: &str,
        holder: impl Into<Holder>,
        priority: Priority,
    ) -> ResourceId<L> {
        let holder = holder.into();
        let Some(entry) = self.table.find(name) else {
            let entry = self.order(name, priority);
            self.hold_entry(entry, holder);
            return self.id_of(entry);
        };
        let row = self.table.row(entry);
        let is_holder = row
            .holders
            .first()
            .is_some_and(|hold| hold.holder == holder);
        let is_asked = *row.first != 0 && *row.priority >= Some(priority);
        // Most requests of a known name change nothing.
        if !(is_holder && is_asked) || *row.state == State::Evicted {
            self.request_again(entry, holder, priority);
        }
        self.id_of(entry)
    }

    /// Requests a resource that has a name and an id.
    #[inline(never)]
    fn request_again(&mut self, entry: EntryOf<L>, holder: Holder, priority: Priority) {
        self.hold_entry(entry, holder);
        let row = self.table.row(entry);
        let (state, known) = (*row.state, *row.priority);
        if known < Some(priority) {
            self.set_priority(entry, priority);
        }
        self.count_as_asked(entry);
        if state == State::Evicted {
            self.load_evicted(entry);
        }
    }

    /// Adds the resource of a new name, and orders its decode.
    fn order(&mut self, name: &str, priority: Priority) -> EntryOf<L> {
        // Pending changes are processed first: a decode that starts now already
        // reads what changed.
        self.listen();
        self.refresh(&TimeLimit::NONE);
        let placeholder = self.stand_in.placeholder;
        let entry = self.table.insert(name, placeholder, State::Pending);
        *self.table.row_mut(entry).priority = Some(priority);
        self.launch(entry);
        entry
    }

    /// Returns the id of the resource called `name` without loading it, and makes
    /// `holder` a holder of it.
    ///
    /// A new name starts as [`State::Evicted`] and shows the placeholder. A
    /// [use](Self::used), a request or a [`reload`](Self::reload) loads it. A known
    /// resource gets the holder, and nothing else changes. So a level can have the ids
    /// of all its textures, and load only what it shows. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Event, Memory, State, Tag};
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// let (mut notes, mut library) = start(memory);
    /// let id = library.declare("a.txt", Tag(1));
    /// assert_eq!(library.state(id), Some(State::Evicted));
    /// assert!(library.finish_all_into(&mut notes).is_empty());
    ///
    /// library.used(id);
    /// let events = library.finish_all_into(&mut notes);
    /// assert_eq!(events, [Event::Loaded(id)]);
    /// ```
    pub fn declare(&mut self, name: &str, holder: impl Into<Holder>) -> ResourceId<L> {
        let placeholder = self.stand_in.placeholder;
        let found = self.table.find(name);
        let entry = found.unwrap_or_else(|| self.table.insert(name, placeholder, State::Evicted));
        self.hold_entry(entry, holder.into());
        self.id_of(entry)
    }

    /// Gives the resource called `name` this record, immediately, and makes `holder` a
    /// holder of it. A known resource keeps its id: its content is replaced, a decode
    /// under way is cancelled, and an error is forgotten. O(1).
    ///
    /// From then on, changes of the source and [`reload_all`](Self::reload_all) do
    /// not change the resource. [`reload`](Self::reload) goes back to the source. What was
    /// provided costs nothing and is never evicted. If the hub has no room, the name
    /// has failed, and the next call of `maintain` reports it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.provide(&mut notes, "score", Tag(1), Note::from("0".to_owned()));
    /// let same = library.provide(&mut notes, "score", Tag(1), Note::from("7".to_owned()));
    /// assert_eq!(same, id);
    /// assert_eq!(notes.row(library.row(id)).text, "7");
    /// ```
    pub fn provide(
        &mut self,
        hub: &mut Hub<L::Record>,
        name: &str,
        holder: impl Into<Holder>,
        record: L::Record,
    ) -> ResourceId<L> {
        let placeholder = self.stand_in.placeholder;
        let found = self.table.find(name);
        let entry = found.unwrap_or_else(|| self.table.insert(name, placeholder, State::Pending));
        self.hold_entry(entry, holder.into());
        self.recall(entry);
        self.set_includes(entry, Includes::new());
        *self.table.row_mut(entry).origin = Origin::Provided;
        match self.put(hub, entry, record, 0) {
            // No call before the next frame would drop it.
            Ok(Some(replaced)) if self.config.frames_in_flight == 0 => drop(replaced),
            Ok(Some(replaced)) => self.retire(Retired::Record(replaced)),
            Ok(None) => {}
            Err(error) => self.fail(entry, error),
        }
        self.id_of(entry)
    }

    /// Sets the priority of `id`. Returns whether its state is
    /// [`Pending`](State::Pending).
    ///
    /// It sets the priority in every state, for all decodes from now on, and for a
    /// decode or a result that waits. O(log decodes that wait).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, NoteHub};
    /// use soa_resources::{Config, Event, Library, Memory, Priority, StandIn, Tag, Text};
    ///
    /// # let mut notes = NoteHub::new();
    /// # let blank = notes.insert(Note::from(String::new()));
    /// # let stand_in = StandIn { placeholder: blank, error: blank };
    /// # let memory = Memory::new();
    /// # memory.insert("left", "");
    /// # memory.insert("right", "");
    /// # let config = Config::new().workers(0);
    /// # let mut library = Library::with_config(Text::<Note>::new(), memory, stand_in, config);
    /// let left = library.request("left", Tag(1));
    /// let right = library.request("right", Tag(1));
    /// assert!(library.prioritize(right, Priority(1))); // the camera turned
    /// let events = library.finish_all_into(&mut notes);
    /// assert_eq!(events, [Event::Loaded(right), Event::Loaded(left)]);
    /// ```
    pub fn prioritize(&mut self, id: ResourceId<L>, priority: Priority) -> bool {
        let Some(entry) = self.live(id) else {
            return false;
        };
        if *self.table.row(entry).priority != Some(priority) {
            self.set_priority(entry, priority);
        }
        *self.table.row(entry).state == State::Pending
    }

    /// Loads `id` again. What is there stays until the new content is ready, and if
    /// that fails. An evicted resource is loaded. Returns whether `id` is live. O(1),
    /// and O(changes) if the source changed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, start};
    /// # use soa_resources::{Event, Memory, Tag};
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "file");
    /// # let (mut notes, mut library) = start(memory);
    /// let id = library.provide(&mut notes, "a.txt", Tag(1), Note::from("edited".to_owned()));
    /// assert!(library.reload(id));
    /// let events = library.finish_all_into(&mut notes);
    /// assert_eq!(events, [Event::Reloaded(id)]);
    /// assert_eq!(notes.row(library.row(id)).text, "file");
    /// ```
    pub fn reload(&mut self, id: ResourceId<L>) -> bool {
        let Some(entry) = self.live(id) else {
            return false;
        };
        let row = self.table.row_mut(entry);
        *row.origin = Origin::Source;
        let name = row.name.to_string();
        // Together with what changed until now, so that a change is not read twice.
        self.listen();
        self.news.queue.push_back(name);
        self.refresh(&TimeLimit::NONE);
        if *self.table.row(entry).state == State::Evicted {
            self.load_evicted(entry);
        }
        true
    }

    /// Loads everything again that came from the source, except what is evicted.
    /// O(resources).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Event, Memory, Tag};
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// let (mut notes, mut library) = start(memory);
    /// let id = library.request("a.txt", Tag(1));
    /// library.finish_all_into(&mut notes);
    /// library.reload_all();
    /// let events = library.finish_all_into(&mut notes);
    /// assert_eq!(events, [Event::Reloaded(id)]);
    /// ```
    pub fn reload_all(&mut self) {
        self.listen();
        self.news.queue.clear();
        self.news.queue.push_back("/".to_owned());
        self.refresh(&TimeLimit::NONE);
    }

    fn set_priority(&mut self, entry: EntryOf<L>, priority: Priority) {
        let row = self.table.row_mut(entry);
        let before = row.priority.replace(priority).unwrap_or_default();
        if let Some(ticket) = row.flight {
            if before != priority {
                self.line.prioritize(ticket, priority);
            }
        }
    }
}
