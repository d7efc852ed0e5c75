//! Asking a library about one resource.

use super::state::State;
use super::{Library, RowId};
use crate::error::LoadError;
use crate::id::{AnyResource, ResourceId};
use crate::loader::Loader;
use crate::priority::Priority;

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
    /// # use soa_resources::examples::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// assert_eq!(texts.row(library.row(id)).text, "placeholder");
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert_eq!(texts.row(library.row(id)).text, "error");
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
    /// # use soa_resources::examples::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// assert_eq!(library.loaded(id), None);
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
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
    /// # use soa_resources::examples::{Utf8, start};
    /// # use soa_resources::{Memory, State, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// assert_eq!(library.state(id), Some(State::Pending));
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
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
    /// # use soa_resources::examples::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.request("absent.txt", Tag(1));
    /// assert!(library.error(id).is_none());
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
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
    /// # use soa_resources::examples::{Text, Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.provide(&mut texts, "score", Tag(1), Text { text: "0".into() });
    /// assert_eq!(library.name(id), Some("score"));
    /// library.release_all(Tag(1));
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
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
    /// # use soa_resources::examples::{Text, Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.provide(&mut texts, "score", Tag(1), Text { text: "0".into() });
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
    /// # use soa_resources::examples::{Utf8, start};
    /// # use soa_resources::{Memory, State, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// library.request("absent.txt", Tag(1));
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
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
    /// # use soa_resources::examples::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Utf8, Memory::new());
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
    /// # use soa_resources::examples::{Text, TextHub, Utf8};
    /// use soa_resources::{Config, Library, Memory, StandIn, Tag};
    ///
    /// let mut texts = TextHub::new();
    /// let blank = texts.insert(Text { text: String::new() });
    /// let stand_in = StandIn { placeholder: blank, error: blank };
    /// let pool = |pool| Config::new().pool(pool);
    /// let mut signs = Library::with_config(Utf8, Memory::new(), stand_in, pool(1));
    /// let letters = Library::with_config(Utf8, Memory::new(), stand_in, pool(2));
    ///
    /// let id = signs.request("exit", Tag(1));
    /// let any = signs.erase(id);
    /// assert!(signs.typed(any).is_some());
    /// assert!(letters.typed(any).is_none());
    /// ```
    pub fn typed(&self, any: AnyResource) -> Option<ResourceId<L>> {
        (any.pool() == self.config.pool).then(|| ResourceId::new(any))
    }

    /// Returns the priority of a live id.
    pub(super) fn priority_of(&self, id: ResourceId<L>) -> Priority {
        let row = self.entry(id).and_then(|entry| self.table.get(entry));
        row.and_then(|row| *row.priority).unwrap_or_default()
    }
}
