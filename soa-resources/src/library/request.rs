//! Asking for resources, holding them, letting them go.

use soa_runtime::Hub;

use super::budget::Budget;
use super::event::Event;
use super::retired::Retired;
use super::state::State;
use super::table::{Entry, Origin};
use super::tags::Tag;
use super::{EntryOf, Library};
use crate::id::ResourceId;
use crate::job::Includes;
use crate::loader::Loader;

/// Asking for resources.
impl<L: Loader> Library<L> {
    /// The id of the resource called `name`, which is loaded if it is not, and
    /// which `tag` holds from now on. Never blocks, never fails: a name that
    /// cannot be loaded shows the error row later. O(1), and what changed in the
    /// source.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
    /// # use soa_resources::{Memory, State, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// assert_eq!(library.request("a.txt", Tag(2)), id); // both hold it
    /// assert_eq!(library.state(id), Some(State::Pending));
    /// ```
    pub fn request(&mut self, name: &str, tag: Tag) -> ResourceId<L> {
        let entry = self.table.find(name).unwrap_or_else(|| self.order(name));
        self.table.hold(entry, tag);
        self.id_of(entry)
    }

    /// Adds the resource of a new name, and orders its decode.
    fn order(&mut self, name: &str) -> EntryOf<L> {
        // What changed until now is no news to who reads after now.
        self.listen();
        self.refresh(&Budget::UNLIMITED);
        let entry = self.table.insert(name, self.stand_in.placeholder);
        self.launch(entry);
        entry
    }

    /// Gives the resource called `name` this record, at once, and makes `tag` a
    /// holder. A resource that is there keeps its id; its content is replaced, a
    /// decode under way is cancelled, an error is forgotten. O(1).
    ///
    /// From now on changes of the source and [`reload_all`](Self::reload_all)
    /// leave it alone; [`reload`](Self::reload) goes back to the source. If the hub
    /// has no room, the name has failed, and the next call of `maintain` says so.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.provide(&mut texts, "score", Tag(1), Text { text: "0".into() });
    /// let same = library.provide(&mut texts, "score", Tag(1), Text { text: "7".into() });
    /// assert_eq!(same, id);
    /// assert_eq!(texts.row(library.row(id)).text, "7");
    /// ```
    pub fn provide(
        &mut self,
        hub: &mut Hub<L::Record>,
        name: &str,
        tag: Tag,
        record: L::Record,
    ) -> ResourceId<L> {
        let placeholder = self.stand_in.placeholder;
        let found = self.table.find(name);
        let entry = found.unwrap_or_else(|| self.table.insert(name, placeholder));
        self.table.hold(entry, tag);
        self.recall(entry);
        self.set_includes(entry, Includes::new());
        *self.table.row_mut(entry).origin = Origin::Provided;
        match self.put(hub, entry, record) {
            // Between two frames there is no call that would drop it.
            Ok(Some(replaced)) if self.config.frames_in_flight == 0 => drop(replaced),
            Ok(Some(replaced)) => self.retire(Retired::Record(replaced)),
            Ok(None) => {}
            Err(error) => self.fail(entry, error),
        }
        self.id_of(entry)
    }
}

/// Holding resources.
impl<L: Loader> Library<L> {
    /// Makes `tag` a holder of `id`; returns whether `id` is live. O(holders).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.provide(&mut texts, "score", Tag(1), Text { text: "0".into() });
    /// assert!(library.hold(id, Tag(2)));
    /// library.release(Tag(1));
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert!(library.loaded(id).is_some()); // the second tag still holds it
    /// ```
    pub fn hold(&mut self, id: ResourceId<L>, tag: Tag) -> bool {
        let entry = self.live(id);
        if let Some(entry) = entry {
            self.table.hold(entry, tag);
        }
        entry.is_some()
    }

    /// Lets go of all that `tag` holds. What nobody holds then is unloaded by a
    /// later [`maintain`](Self::maintain), unless it is requested or held again
    /// before. O(what it holds).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, Utf8, start};
    /// # use soa_resources::{Event, Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let [forest, town] = [Tag(1), Tag(2)];
    /// let tree = library.provide(&mut texts, "tree", forest, Text { text: "tree".into() });
    /// let door = library.provide(&mut texts, "door", forest, Text { text: "door".into() });
    /// library.hold(door, town);
    ///
    /// library.release(forest);
    /// let events = library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert_eq!(events, [Event::Unloaded(tree)]);
    /// assert!(library.loaded(door).is_some());
    /// ```
    pub fn release(&mut self, tag: Tag) {
        for entry in self.table.release_all(tag) {
            self.note_orphan(entry);
        }
    }

    /// Lets go of `id` alone; returns whether `tag` held it. O(holders).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.provide(&mut texts, "score", Tag(1), Text { text: "0".into() });
    /// assert!(!library.release_one(id, Tag(2)));
    /// assert!(library.release_one(id, Tag(1)));
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert!(library.is_empty());
    /// ```
    pub fn release_one(&mut self, id: ResourceId<L>, tag: Tag) -> bool {
        let Some(entry) = self.live(id) else {
            return false;
        };
        let held = self.table.release(entry, tag);
        self.note_orphan(entry);
        held
    }

    /// Has the next `maintain` look at an entry that has lost its last holder.
    fn note_orphan(&mut self, entry: EntryOf<L>) {
        let row = self.table.row_mut(entry);
        if row.holders.is_empty() && !std::mem::replace(row.is_orphan, true) {
            self.orphans.push_back(entry);
        }
    }

    /// Forgets a resource, whose own row waits for its frames.
    pub(super) fn unload(&mut self, entry: EntryOf<L>) {
        self.recall(entry);
        self.set_includes(entry, Includes::new());
        let id = self.id_of(entry);
        if let Some(Entry { shown, state, .. }) = self.table.remove(entry) {
            if state == State::Loaded {
                self.retire(Retired::Row(shown));
            }
            self.events.push(Event::Unloaded(id));
        }
    }
}
