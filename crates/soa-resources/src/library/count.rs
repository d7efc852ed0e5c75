//! Counting the resources of a library.

use super::Library;
use super::holder::Holder;
use super::state::{Progress, State};
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

/// Counting.
impl<L: Loader> Library<L> {
    /// Returns the number of resources, in any state. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Utf8, Memory::new());
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
    /// # use soa_resources::examples::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Utf8, Memory::new());
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
    /// # use soa_resources::examples::{Text, Utf8, start};
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
    /// # use soa_resources::examples::{Utf8, start};
    /// # use soa_resources::{Memory, Tag};
    /// # let (mut texts, mut library) = start(Utf8, Memory::new());
    /// library.request("absent.txt", Tag(1));
    /// assert_eq!(library.progress(Tag(1)).fraction(), 0.0);
    /// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
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
    /// # use soa_resources::examples::{Text, TextHub, Utf8};
    /// use soa_resources::{Config, Library, Memory, StandIn, Tag};
    ///
    /// # let mut texts = TextHub::new();
    /// # let blank = texts.insert(Text { text: String::new() });
    /// # let stand_in = StandIn { placeholder: blank, error: blank };
    /// let new = |pool| Library::with_config(Utf8, Memory::new(), stand_in, Config::new().pool(pool));
    /// let [mut materials, mut textures] = [new(1), new(2)];
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
            held.extend_from_slice(self.table.held_by(holder.into()));
        }
        held.sort_unstable();
        held.dedup();
        self.table.count(&held)
    }
}
