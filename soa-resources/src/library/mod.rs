//! The library: names, their rows, and who holds them.

mod ask;
mod budget;
mod event;
mod land;
mod maintain;
mod news;
mod reload;
mod request;
mod retired;
mod state;
mod table;
mod tags;

use std::collections::VecDeque;
use std::fmt;
use std::thread;

use soa_runtime::IdAllocator;

pub use ask::Stats;
pub use event::{Event, Ready};
pub use state::{Progress, State};
pub use tags::Tag;

use crate::id::{AnyResource, ResourceId};
use crate::loader::Loader;
use crate::source::Source;
use crate::workers::Workers;
use news::{News, Users};
use retired::RetiredQueue;
use table::{EntryId, Table};

/// The id of a row in the hub of `L`'s records.
type RowId<L> = <<L as Loader>::Record as IdAllocator>::Id;
/// The id of an entry in the library's own hub.
type EntryOf<L> = EntryId<RowId<L>>;

/// Resources by name, which load on other threads and have a row from the first
/// frame on.
///
/// The rows are in a hub of yours, which each call that changes rows is lent: pass
/// the same hub always, and leave the stand-ins and the rows of the library in it.
/// See the [crate's page](crate) for the first minute.
///
/// # Examples
///
/// ```
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
/// # use support::{Text, TextHub, Utf8};
/// use soa_resources::{Library, Memory, StandIn, Tag};
///
/// let mut texts = TextHub::new();
/// let stand_in = StandIn {
///     placeholder: texts.insert(Text { text: "..".into() }),
///     error: texts.insert(Text { text: "?".into() }),
/// };
/// let memory = Memory::new();
/// memory.insert("a.txt", "A");
/// let mut library = Library::new(Utf8, memory, stand_in);
///
/// let a = library.request("a.txt", Tag(1));
/// assert_eq!(texts.row(library.row(a)).text, "..");
/// library.finish_all(&mut texts, |ready| Ok(ready.decoded));
/// assert_eq!(texts.row(library.row(a)).text, "A");
/// ```
pub struct Library<L: Loader> {
    config: Config,
    stand_in: StandIn<RowId<L>>,
    table: Table<RowId<L>>,
    users: Users<EntryOf<L>>,
    news: News,
    workers: Workers<L>,
    /// How many entries have a decode ordered or under way.
    flights: usize,
    /// How many calls of `maintain` and `finish_all` there were.
    frame: u64,
    /// The entries that may have lost their last holder.
    orphans: VecDeque<EntryOf<L>>,
    retired: RetiredQueue<L>,
    /// What happened and was not told yet.
    events: Vec<Event<L>>,
}

/// The rows that a resource shows while it has none of its own. `H` is the id of a
/// row in the hub.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandIn<H> {
    /// Shown until it is loaded.
    pub placeholder: H,
    /// Shown if it failed, and for an id that is stale.
    pub error: H,
}

/// How a library works.
///
/// # Examples
///
/// ```
/// use soa_resources::Config;
///
/// let config = Config { frames_in_flight: 2, ..Config::default() };
/// assert_eq!((config.frames_in_flight, config.pool), (2, 0));
/// assert!((1..=4).contains(&config.workers));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// How many threads read and decode; 0 counts as 1. By default one less than
    /// there are cores, 1 to 4.
    pub workers: usize,
    /// How many frame's calls later a row that was replaced or unloaded is
    /// dropped, as the GPU may still read it. By default 0: in that call.
    pub frames_in_flight: usize,
    /// What tells the ids of this library from those of others; see
    /// [`AnyResource`]. By default 0.
    pub pool: u8,
}

impl Default for Config {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            workers: cores.saturating_sub(1).clamp(1, 4),
            frames_in_flight: 0,
            pool: 0,
        }
    }
}

impl<L: Loader> Library<L> {
    /// Creates a library without resources. Its threads start with the first
    /// request.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, TextHub, Utf8};
    /// use soa_resources::{Library, Memory, StandIn};
    ///
    /// let mut texts = TextHub::new();
    /// let blank = texts.insert(Text { text: String::new() });
    /// let library = Library::new(Utf8, Memory::new(), StandIn { placeholder: blank, error: blank });
    /// assert!(library.is_empty());
    /// ```
    pub fn new(loader: L, source: impl Source, stand_in: StandIn<RowId<L>>) -> Self {
        Self::with_config(loader, source, stand_in, Config::default())
    }

    /// Creates a library without resources, as `config` says.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/text.rs")); }
    /// # use support::{Text, TextHub, Utf8};
    /// use soa_resources::{Config, Library, Memory, StandIn};
    ///
    /// let mut texts = TextHub::new();
    /// let blank = texts.insert(Text { text: String::new() });
    /// let stand_in = StandIn { placeholder: blank, error: blank };
    /// let config = Config { workers: 2, ..Config::default() };
    /// let library = Library::with_config(Utf8, Memory::new(), stand_in, config);
    /// assert!(library.is_empty());
    /// ```
    pub fn with_config(
        loader: L,
        source: impl Source,
        stand_in: StandIn<RowId<L>>,
        config: Config,
    ) -> Self {
        // What changed until now was not read by anybody here.
        source.changes();
        Self {
            config,
            stand_in,
            table: Table::new(),
            users: Users::new(),
            news: News::default(),
            workers: Workers::new(loader, Box::new(source), config.workers),
            flights: 0,
            frame: 0,
            orphans: VecDeque::new(),
            retired: RetiredQueue::new(),
            events: Vec::new(),
        }
    }

    /// The entry that `id` names, if it can be one of this library.
    #[inline]
    fn entry(&self, id: ResourceId<L>) -> Option<EntryOf<L>> {
        EntryId::from_bits(id.any().slot_bits_in(self.config.pool))
    }

    /// The entry that `id` names, if it is live.
    fn live(&self, id: ResourceId<L>) -> Option<EntryOf<L>> {
        self.entry(id)
            .filter(|entry| self.table.get(*entry).is_some())
    }

    fn id_of(&self, entry: EntryOf<L>) -> ResourceId<L> {
        ResourceId::new(AnyResource::new(entry.to_bits(), self.config.pool))
    }
}

impl<L: Loader> fmt::Debug for Library<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library")
            .field("config", &self.config)
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}
