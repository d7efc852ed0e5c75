//! How a library works.

use std::fmt;
use std::sync::Arc;
use std::thread;

use crate::clock::{Clock, SystemClock};
use crate::workers::Workers;

/// How a library works.
///
/// # Examples
///
/// ```
/// use soa_resources::Config;
///
/// let config = Config::new().workers(2).frames_in_flight(2).budget(512 << 20);
/// # let _ = config;
/// ```
#[derive(Clone)]
pub struct Config {
    threads: Threads,
    pub(super) frames_in_flight: u64,
    pub(super) pool: Option<u8>,
    pub(super) budget: u64,
    pub(super) clock: Arc<dyn Clock>,
}

#[derive(Debug, Clone)]
enum Threads {
    Own(usize),
    Shared(Workers),
}

impl Config {
    /// Returns the default configuration.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::Config;
    ///
    /// let config = Config::new().budget(512 << 20);
    /// assert!(format!("{config:?}").contains("budget: 536870912"));
    /// ```
    pub fn new() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            threads: Threads::Own(cores.saturating_sub(1).clamp(1, 4)),
            frames_in_flight: 0,
            pool: None,
            budget: u64::MAX,
            clock: Arc::new(SystemClock),
        }
    }

    /// Sets the number of threads that read and decode only for this library. The
    /// default is one less than the number of cores, and 1 to 4. The last call of
    /// this and [`shared_workers`](Self::shared_workers) counts.
    ///
    /// With 0, the library has no threads: it reads and decodes inside
    /// [`maintain`](crate::Library::maintain), in the same order. Each call then
    /// performs at least one step (one read, decode and finish), and as many more as
    /// begin within its time. The same happens where the system does not let a thread
    /// start. See the [guide](crate::guide#without-threads).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, NoteHub};
    /// use std::time::Duration;
    ///
    /// use soa_resources::{Config, Library, Memory, StandIn, Tag, Text};
    ///
    /// # let mut notes = NoteHub::new();
    /// # let blank = notes.insert(Note::from(String::new()));
    /// # let stand_in = StandIn { placeholder: blank, error: blank };
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "A");
    /// let config = Config::new().workers(0);
    /// let mut library = Library::with_config(Text::<Note>::new(), memory, stand_in, config);
    /// let id = library.request("a.txt", Tag(1));
    /// library.maintain_into(&mut notes, Duration::ZERO); // decodes it
    /// assert!(library.loaded(id).is_some());
    /// ```
    #[must_use]
    pub fn workers(mut self, threads: usize) -> Self {
        self.threads = Threads::Own(threads);
        self
    }

    /// Lets this library use threads that it shares with others. The last call of
    /// this and [`workers`](Self::workers) counts.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::{Config, Workers};
    ///
    /// let workers = Workers::new(2);
    /// let config = Config::new().shared_workers(&workers); // for several libraries
    /// # let _ = config;
    /// ```
    #[must_use]
    pub fn shared_workers(mut self, workers: &Workers) -> Self {
        self.threads = Threads::Shared(workers.clone());
        self
    }

    /// Sets the number of further calls of [`maintain`](crate::Library::maintain)
    /// before a row that was replaced, evicted or unloaded is dropped, so that the
    /// GPU can finish with it. The default is 0: the row is dropped in that call.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_resources::Config;
    ///
    /// let config = Config::new().frames_in_flight(2);
    /// # let _ = config;
    /// ```
    #[must_use]
    pub fn frames_in_flight(mut self, frames: usize) -> Self {
        self.frames_in_flight = frames as u64;
        self
    }

    /// Fixes the pool, for ids that leave the process: the bits of an id in a save or a script mean
    /// the same library in the next run. Without this call, no other library of the process has the
    /// same pool, as long as there are at most 256.
    ///
    /// Pools are chosen from 255 downwards, and pass over those that are in use, and over those below
    /// 64 while others are free. A fixed pool is taken even if another library has it. So fix numbers
    /// below 64, and each of them once.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, NoteHub};
    /// use soa_resources::{Config, Library, Memory, StandIn, Text};
    ///
    /// # let mut notes = NoteHub::new();
    /// # let blank = notes.insert(Note { text: String::new() });
    /// # let stand_in = StandIn { placeholder: blank, error: blank };
    /// let new = |config| Library::with_config(Text::<Note>::new(), Memory::new(), stand_in, config);
    /// let [signs, letters] = [(); 2].map(|()| new(Config::new()));
    /// assert_ne!(signs.pool(), letters.pool());
    /// assert_eq!(new(Config::new().pool(7)).pool(), 7);
    /// ```
    #[must_use]
    pub fn pool(mut self, pool: u8) -> Self {
        self.pool = Some(pool);
        self
    }

    /// Sets the memory that the loaded resources may take, in bytes.
    ///
    /// **Call [`used`](crate::Library::used) in each frame for each resource that the frame
    /// shows.** The library does not see what is drawn. Without these calls it may evict
    /// what is on the screen.
    ///
    /// A resource takes what [`Loader::cost`](crate::Loader::cost) returns. While the
    /// sum exceeds the budget, [`maintain`](crate::Library::maintain) evicts resources
    /// in the order of their last use or landing, whichever is later. It never evicts:
    ///
    /// - a resource that was used before call `n` of `maintain`, in a call earlier
    ///   than `n + frames_in_flight + 1`;
    /// - a resource that was [provided](crate::Library::provide), or that costs
    ///   nothing;
    /// - the resource that has just landed.
    ///
    /// No result lands while the sum exceeds the budget and something can be evicted.
    /// So the sum exceeds the budget by at most one resource. If nothing can be
    /// evicted, loading goes on, and [`Stats::bytes`](crate::Stats::bytes) shows the
    /// excess. Rows that wait for their frames in flight are not part of the sum.
    ///
    /// The default is [`u64::MAX`], which means that there is no budget.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::{Note, NoteHub};
    /// use soa_resources::{Config, Event, Library, Memory, StandIn, State, Tag, Text};
    ///
    /// # let mut notes = NoteHub::new();
    /// # let blank = notes.insert(Note::from(String::new()));
    /// # let stand_in = StandIn { placeholder: blank, error: blank };
    /// let memory = Memory::new();
    /// memory.insert("a.txt", "four");
    /// memory.insert("b.txt", "more");
    /// let config = Config::new().workers(1).budget(6);
    /// let mut library = Library::with_config(Text::<Note>::new(), memory, stand_in, config);
    ///
    /// let a = library.request("a.txt", Tag(1));
    /// let b = library.request("b.txt", Tag(1));
    /// let events = library.finish_all_into(&mut notes);
    /// assert_eq!(events, [Event::Loaded(a), Event::Loaded(b), Event::Evicted(a)]);
    ///
    /// assert!(library.used(a)); // loads it again, which evicts the other
    /// library.finish_all_into(&mut notes);
    /// assert_eq!(library.state(b), Some(State::Evicted));
    /// assert_eq!(library.stats().bytes, 4);
    /// ```
    #[must_use]
    pub fn budget(mut self, bytes: u64) -> Self {
        self.budget = bytes;
        self
    }

    /// Sets the clock that the time limits of
    /// [`maintain`](crate::Library::maintain) are measured by. The default is
    /// [`SystemClock`].
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use soa_resources::{Clock, Config};
    ///
    /// /// A clock that stands still.
    /// struct Stopped;
    ///
    /// impl Clock for Stopped {
    ///     fn now(&self) -> Duration {
    ///         Duration::ZERO
    ///     }
    /// }
    ///
    /// let config = Config::new().clock(Stopped);
    /// # let _ = config;
    /// ```
    #[must_use]
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    pub(super) fn workers_to_use(&self) -> Workers {
        match &self.threads {
            Threads::Own(threads) => Workers::new(*threads),
            Threads::Shared(workers) => workers.clone(),
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("threads", &self.threads)
            .field("frames_in_flight", &self.frames_in_flight)
            .field("pool", &self.pool)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
