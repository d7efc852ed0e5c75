//! Asking a library: rows, states, names, counts.

use super::state::{Progress, State};
use super::tags::Tag;
use super::{Library, RowId};
use crate::error::LoadError;
use crate::id::{AnyResource, ResourceId};
use crate::loader::Loader;

/// How many resources a library has, and what it has to do; see [`Library::stats`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Resources that show the placeholder.
    pub pending: usize,
    /// Resources that show their own row.
    pub loaded: usize,
    /// Resources that show the error row.
    pub failed: usize,
    /// Decodes that are ordered or under way, reloads too.
    pub in_flight: usize,
    /// Rows and records that are out of use and wait to be dropped.
    pub retired: usize,
}

/// Asking.
impl<L: Loader> Library<L> {
    /// The row to use for `id`, now: its own if it is loaded, else the
    /// placeholder, or the error row if it failed or `id` is stale. O(1).
    ///
    /// Ask for it in each frame, and keep the `id`.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
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

    /// The row of `id` if it is loaded, for code that wants no stand-in. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
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

    /// How far `id` is; `None` if it is stale. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
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

    /// Why the last load or reload of `id` failed, if it did. O(1).
    ///
    /// A reload that failed leaves the resource `Loaded`, with what it had.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
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

    /// The name of `id`; `None` if it is stale. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.provide(&mut texts, "score", Tag(1), Text { text: "0".into() });
    /// assert_eq!(library.name(id), Some("score"));
    /// library.release(Tag(1));
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// assert_eq!(library.name(id), None);
    /// ```
    pub fn name(&self, id: ResourceId<L>) -> Option<&str> {
        Some(self.table.get(self.entry(id)?)?.name)
    }

    /// The resource of that name, if somebody requested it. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// let id = library.provide(&mut texts, "score", Tag(1), Text { text: "0".into() });
    /// assert_eq!(library.find("score"), Some(id));
    /// assert_eq!(library.find("lives"), None);
    /// ```
    pub fn find(&self, name: &str) -> Option<ResourceId<L>> {
        self.table.find(name).map(|entry| self.id_of(entry))
    }

    /// All resources with their names and states, in the order of their indices.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
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

    /// How many resources there are, in any state. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Utf8, Memory::new());
    /// library.request("a.txt", Tag(1));
    /// library.request("a.txt", Tag(2));
    /// assert_eq!(library.len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.table.counts().total
    }

    /// Whether there is no resource. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Utf8, Memory::new());
    /// assert!(library.is_empty());
    /// library.request("a.txt", Tag(1));
    /// assert!(!library.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many resources are in each state, and what is to be done. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// library.provide(&mut texts, "score", Tag(1), Text { text: "0".into() });
    /// library.request("absent.txt", Tag(1));
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// let stats = library.stats();
    /// assert_eq!((stats.pending, stats.loaded, stats.failed), (0, 1, 1));
    /// ```
    pub fn stats(&self) -> Stats {
        let counts = self.table.counts();
        Stats {
            pending: counts.pending(),
            loaded: counts.loaded,
            failed: counts.failed,
            in_flight: self.flights,
            retired: self.retired.len(),
        }
    }

    /// How far the loading of what `tag` holds has come: a loading screen's bar. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// library.request("absent.txt", Tag(1));
    /// assert_eq!(library.progress(Tag(1)).fraction(), 0.0);
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
    /// let progress = library.progress(Tag(1));
    /// assert_eq!((progress.total, progress.failed, progress.fraction()), (1, 1, 1.0));
    /// ```
    pub fn progress(&self, tag: Tag) -> Progress {
        self.table.progress(tag)
    }

    /// The id without the type of the library, for lists of resources of several
    /// kinds and for scripts. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Utf8, Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// let any = library.erase(id); // in a list with textures and sounds
    /// assert_eq!(library.typed(any), Some(id));
    /// ```
    pub fn erase(&self, id: ResourceId<L>) -> AnyResource {
        id.any()
    }

    /// The id with the type of this library, if it is of its pool. Nothing else is
    /// looked at: a stale id stays a stale id. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, TextHub, Utf8};
    /// use soa_resources::{Config, Library, Memory, StandIn, Tag};
    ///
    /// let mut texts = TextHub::new();
    /// let blank = texts.insert(Text { text: String::new() });
    /// let stand_in = StandIn { placeholder: blank, error: blank };
    /// let pool = |pool| Config { pool, ..Config::default() };
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
}
