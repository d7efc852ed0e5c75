//! Asking a library about its resources.

use super::held::Holder;
use super::state::{Progress, State};
use super::{Library, RowId};
use crate::error::LoadError;
use crate::id::{AnyResource, ResourceId};
use crate::job::Priority;
use crate::loader::Loader;

/// Counts of the resources and the work of a library; see [`Library::stats`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// The number of resources that are pending, and show the placeholder.
    pub pending: usize,
    /// The number of resources that show their own row.
    pub loaded: usize,
    /// The number of resources that show the error row.
    pub failed: usize,
    /// The number of resources that are evicted, and show the placeholder. Together
    /// with the three numbers above it makes [`Library::len`].
    pub evicted: usize,
    /// The number of decodes that are ordered or under way, including reloads.
    pub in_flight: usize,
    /// The number of rows and records that are out of use and wait to be dropped.
    pub retired: usize,
    /// The sum of the costs of what is loaded, in bytes; see
    /// [`Loader::cost`](crate::Loader::cost). It saturates. Rows that wait to be dropped
    /// are not included.
    pub bytes: u64,
}

/// Asking about a resource.
impl<L: Loader> Library<L> {
    /// Returns the row to use for `id` now: its own if it is loaded, else the
    /// placeholder, or the error row if it failed or `id` is stale. O(1).
    ///
    /// Call it in each frame, and keep the `id`. It does not mark the resource as
    /// [used](Self::used).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// let (mut notes, mut library) = start(Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// assert_eq!(notes.row(library.row(id)).text, "placeholder");
    /// library.finish_all_into(&mut notes);
    /// assert_eq!(notes.row(library.row(id)).text, "error");
    /// ```
    #[inline]
    pub fn row(&self, id: ResourceId<L>) -> RowId<L> {
        let entry = self.entry(id).and_then(|entry| self.table.get(entry));
        entry.map_or(self.stand_in.error, |entry| *entry.shown)
    }

    /// Returns the row of `id` if it is loaded, for code that needs no stand-in. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// assert_eq!(library.loaded(id), None);
    /// library.finish_all_into(&mut notes);
    /// assert_eq!(library.loaded(id), None); // it failed: only `row` has something to show
    /// ```
    pub fn loaded(&self, id: ResourceId<L>) -> Option<RowId<L>> {
        let entry = self.table.get(self.entry(id)?)?;
        (*entry.state == State::Loaded).then_some(*entry.shown)
    }

    /// Returns the state of `id`, or `None` if it is stale. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, State, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// assert_eq!(library.state(id), Some(State::Pending));
    /// library.finish_all_into(&mut notes);
    /// assert_eq!(library.state(id), Some(State::Failed));
    /// ```
    pub fn state(&self, id: ResourceId<L>) -> Option<State> {
        Some(*self.table.get(self.entry(id)?)?.state)
    }

    /// Returns why the last load or reload of `id` failed, if it did. O(1).
    ///
    /// A reload that failed leaves the resource `Loaded`, with what it had. The error
    /// stays until a load succeeds.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// assert!(library.error(id).is_none());
    /// library.finish_all_into(&mut notes);
    /// assert!(library.error(id).is_some_and(|error| error.to_string().contains("absent.txt")));
    /// ```
    pub fn error(&self, id: ResourceId<L>) -> Option<&LoadError> {
        self.table.get(self.entry(id)?)?.error.as_deref()
    }

    /// Returns the name of `id`, or `None` if it is stale. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.provide(&mut notes, "score", Tag(1), Note::from("0".to_owned()));
    /// assert_eq!(library.name(id), Some("score"));
    /// library.release_all(Tag(1));
    /// library.finish_all_into(&mut notes);
    /// assert_eq!(library.name(id), None);
    /// ```
    pub fn name(&self, id: ResourceId<L>) -> Option<&str> {
        Some(self.table.get(self.entry(id)?)?.name)
    }

    /// Returns the resource of that name, if somebody requested it. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// let id = library.provide(&mut notes, "score", Tag(1), Note::from("0".to_owned()));
    /// assert_eq!(library.find("score"), Some(id));
    /// assert_eq!(library.find("lives"), None);
    /// ```
    pub fn find(&self, name: &str) -> Option<ResourceId<L>> {
        self.table.find(name).map(|entry| self.id_of(entry))
    }

    /// Returns all resources with their names and states, in the order of their
    /// indices.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, State, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// library.request("absent.txt", Tag(1));
    /// library.finish_all_into(&mut notes);
    /// let failed = library.iter().filter(|(_, _, state)| *state == State::Failed);
    /// assert!(failed.map(|(_, name, _)| name).eq(["absent.txt"]));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (ResourceId<L>, &str, State)> {
        let entries = self.table.iter();
        entries.map(|(id, entry)| (self.id_of(id), &**entry.name, *entry.state))
    }

    /// Returns the id without the type of the library, for lists of resources of
    /// several kinds and for scripts. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// let any = library.erase(id); // in a list with textures and sounds
    /// assert_eq!(library.typed(any), Some(id));
    /// ```
    pub fn erase(&self, id: ResourceId<L>) -> AnyResource {
        id.any()
    }

    /// Returns the id with the type of this library, if it is of its pool. Nothing else
    /// is checked: a stale id stays a stale id. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut signs) = start(Memory::new());
    /// # let (_, letters) = start(Memory::new());
    /// let id = signs.request("exit", Tag(1));
    /// let any = signs.erase(id);
    /// assert!(signs.typed(any).is_some());
    /// assert!(letters.typed(any).is_none());
    /// ```
    pub fn typed(&self, any: AnyResource) -> Option<ResourceId<L>> {
        (any.pool() == self.pool.number()).then(|| ResourceId::new(any))
    }

    /// Returns the pool of this library, which all of its ids have. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// assert_eq!(library.erase(id).pool(), library.pool());
    /// ```
    pub fn pool(&self) -> u8 {
        self.pool.number()
    }

    /// Returns the priority of a live id.
    pub(super) fn priority_of(&self, id: ResourceId<L>) -> Priority {
        let row = self.entry(id).and_then(|entry| self.table.get(entry));
        row.and_then(|row| *row.priority).unwrap_or_default()
    }
}

/// Counting.
impl<L: Loader> Library<L> {
    /// Returns the number of resources, in any state. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// library.request("a.txt", Tag(1));
    /// library.request("a.txt", Tag(2));
    /// assert_eq!(library.len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns whether there are no resources. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// assert!(library.is_empty());
    /// library.request("a.txt", Tag(1));
    /// assert!(!library.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of resources in each state, and what is to be done. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// library.provide(&mut notes, "score", Tag(1), Note::from("0".to_owned()));
    /// library.request("absent.txt", Tag(1));
    /// library.finish_all_into(&mut notes);
    /// let stats = library.stats();
    /// assert_eq!((stats.pending, stats.loaded, stats.failed), (0, 1, 1));
    /// ```
    pub fn stats(&self) -> Stats {
        let counts = self.table.counts();
        Stats {
            pending: counts.of(State::Pending),
            loaded: counts.of(State::Loaded),
            failed: counts.of(State::Failed),
            evicted: counts.of(State::Evicted),
            in_flight: self.flights,
            retired: self.retired.len(),
            bytes: u64::try_from(self.table.bytes()).unwrap_or(u64::MAX),
        }
    }

    /// Returns the progress of loading the resources that `holder` holds, for the bar of a
    /// loading screen. O(1) for a tag, O(what it holds) for a resource.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut notes, mut library) = start(Memory::new());
    /// library.request("absent.txt", Tag(1));
    /// assert_eq!(library.progress(Tag(1)).fraction(), 0.0);
    /// library.finish_all_into(&mut notes);
    /// let progress = library.progress(Tag(1));
    /// assert_eq!((progress.total, progress.failed, progress.fraction()), (1, 1, 1.0));
    /// ```
    pub fn progress(&self, holder: impl Into<Holder>) -> Progress {
        self.table.progress(holder.into())
    }

    /// Returns the progress of loading the resources that several holders hold. Each resource
    /// that one of them holds directly counts once. O(n log n) for n resources.
    ///
    /// # Examples
    ///
    /// The bar for a level, with what its materials hold:
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let [(_, mut materials), (_, mut textures)] = [(); 2].map(|()| start(Memory::new()));
    /// let [stone, brick] = ["stone", "brick"].map(|name| materials.request(name, Tag(1)));
    /// textures.request("rough", stone);
    /// textures.request("rough", brick); // counts once
    ///
    /// let progress = textures.progress_of(materials.held_by(Tag(1)));
    /// assert_eq!(progress.total, 1);
    /// ```
    pub fn progress_of(&self, holders: impl IntoIterator<Item = impl Into<Holder>>) -> Progress {
        let mut held = Vec::new();
        for holder in holders {
            held.extend_from_slice(self.table.held.of(holder.into()));
        }
        held.sort_unstable();
        held.dedup();
        self.table.count(&held)
    }
}
