//! The library: names, their rows, and who holds them.

mod ask;
mod config;
mod decode;
mod event;
mod evict;
mod held;
mod hold;
mod land;
mod maintain;
mod news;
mod ready;
mod request;
mod retired;
mod state;
mod table;

use std::collections::VecDeque;
use std::fmt;

use soa_runtime::IdAllocator;

pub use ask::Stats;
pub use config::Config;
pub use event::Event;
pub use held::{Holder, Tag};
pub use ready::Ready;
pub use state::{Progress, State};

use crate::id::{AnyResource, ResourceId};
use crate::loader::Loader;
use crate::pool::Pool;
use crate::source::Source;
use crate::workers::Line;
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
/// The rows are in a hub of yours. Each call that changes rows borrows it. Always pass
/// the same hub, and leave the stand-ins and the rows of the library in it.
/// The [crate's page](crate) has an introduction.
///
/// # Examples
///
/// ```
/// # use soa_resources::examples::{Note, NoteHub};
/// use soa_resources::{Library, Memory, StandIn, Tag, Text};
///
/// let mut notes = NoteHub::new();
/// let stand_in = StandIn {
///     placeholder: notes.insert(Note::from("..".to_owned())),
///     error: notes.insert(Note::from("?".to_owned())),
/// };
/// let memory = Memory::new();
/// memory.insert("a.txt", "A");
/// let mut library = Library::new(Text::<Note>::new(), memory, stand_in);
///
/// let a = library.request("a.txt", Tag(1));
/// assert_eq!(notes.row(library.row(a)).text, "..");
/// library.finish_all_into(&mut notes);
/// assert_eq!(notes.row(library.row(a)).text, "A");
/// ```
pub struct Library<L: Loader> {
    config: Config,
    pool: Pool,
    stand_in: StandIn<RowId<L>>,
    table: Table<RowId<L>>,
    users: Users<EntryOf<L>>,
    news: News,
    line: Line<L>,
    /// The number of entries that have a decode ordered or under way.
    flights: usize,
    /// The number of calls of `maintain` and `finish_all`.
    frame: u64,
    /// The number of resources that were ever asked for.
    asked: u64,
    /// The entries that may have lost their last holder.
    orphans: VecDeque<EntryOf<L>>,
    retired: RetiredQueue<L>,
    /// What happened and was not reported yet.
    events: Vec<Event<L>>,
}

/// The rows that a resource shows while it has none of its own. `H` is the id of a
/// row in the hub.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandIn<H> {
    /// The row that a resource shows while it is pending or evicted.
    pub placeholder: H,
    /// The row that a resource shows if it failed, and that a stale id shows.
    pub error: H,
}

impl<L: Loader> Library<L> {
    /// Creates a library without resources. Its threads start with the first
    /// request.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, NoteHub};
    /// use soa_resources::{Library, Memory, StandIn, Text};
    ///
    /// let mut notes = NoteHub::new();
    /// let blank = notes.insert(Note::from(String::new()));
    /// let stand_in = StandIn { placeholder: blank, error: blank };
    /// let library = Library::new(Text::<Note>::new(), Memory::new(), stand_in);
    /// assert!(library.is_empty());
    /// ```
    pub fn new(loader: L, source: impl Source, stand_in: StandIn<RowId<L>>) -> Self {
        Self::with_config(loader, source, stand_in, Config::default())
    }

    /// Creates a library without resources, with the given configuration.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, NoteHub};
    /// use soa_resources::{Config, Library, Memory, StandIn, Text};
    ///
    /// let mut notes = NoteHub::new();
    /// let blank = notes.insert(Note::from(String::new()));
    /// let stand_in = StandIn { placeholder: blank, error: blank };
    /// let config = Config::new().workers(2);
    /// let library = Library::with_config(Text::<Note>::new(), Memory::new(), stand_in, config);
    /// assert!(library.is_empty());
    /// ```
    pub fn with_config(
        loader: L,
        source: impl Source,
        stand_in: StandIn<RowId<L>>,
        config: Config,
    ) -> Self {
        // Nobody here has read what changed until now.
        source.changes();
        Self {
            pool: Pool::take(config.pool),
            stand_in,
            table: Table::new(),
            users: Users::new(),
            news: News::default(),
            line: Line::new(loader, Box::new(source), config.workers_to_use()),
            config,
            flights: 0,
            frame: 0,
            asked: 0,
            orphans: VecDeque::new(),
            retired: RetiredQueue::new(),
            events: Vec::new(),
        }
    }

    /// Returns the entry that `id` names, if it can be an entry of this library.
    #[inline]
    fn entry(&self, id: ResourceId<L>) -> Option<EntryOf<L>> {
        EntryId::from_bits(id.any().slot_bits_in(self.pool.number()))
    }

    /// Returns the entry that `id` names, if it is live.
    fn live(&self, id: ResourceId<L>) -> Option<EntryOf<L>> {
        self.entry(id)
            .filter(|entry| self.table.get(*entry).is_some())
    }

    fn id_of(&self, entry: EntryOf<L>) -> ResourceId<L> {
        ResourceId::new(AnyResource::new(entry.to_bits(), self.pool.number()))
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
