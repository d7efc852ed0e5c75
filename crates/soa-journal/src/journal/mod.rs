//! The journal.

mod load;
mod open;
mod past;
mod reader;

use std::collections::HashMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use redb::Database;
use serde::de::DeserializeOwned;
use soa_runtime::{Hub, World};

pub use load::{Load, LoadParts};
pub use past::Past;
use past::Source;
pub use reader::JournalReader;

use crate::codec::Tried;
use crate::commit::{Commit, CommitParts, Known};
use crate::error::JournalError;
use crate::id::CommitId;
use crate::options::{Flush, Options};
use crate::queue::Queue;
use crate::record::JournalRecord;
use crate::stats::Stats;
use crate::store::{Ledger, Reader, first_kept};
use crate::thread::Writer;
use crate::trace::{enter, record};

/// Hubs and values in one file that survives a crash.
///
/// [`commit`](Self::commit) adds what changed, all of it or nothing, and
/// [`load`](Load::load) returns the hubs under the same ids. A thread of the journal writes.
/// Dropping a journal waits until all commits are on disk, and reports no error; call
/// [`flush`](Self::flush) before, to see one.
///
/// # Examples
///
/// ```
/// use soa_journal::{Journal, Load};
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked = all, derive(Serialize, Deserialize))]
/// struct Unit { hp: u32 }
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("world.journal");
/// let mut units = UnitHub::new();
/// let id = units.insert(Unit { hp: 10 });
/// {
///     let mut journal = Journal::open(&path)?;
///     journal.commit(|commit| commit.hub("units", &mut units))?;
///     journal.flush()?;
/// }
/// let journal = Journal::open(&path)?;
/// let units: UnitHub = journal.load("units")?;
/// assert_eq!(*units.row(id).hp, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Journal {
    database: Arc<Mutex<Database>>,
    queue: Arc<Queue>,
    /// Hubs that are what the last commit has, by name.
    seen: Mutex<HashMap<String, Known>>,
    tried: Tried,
    first: CommitId,
    keep: u64,
    flush: Flush,
    thread: Option<JoinHandle<()>>,
}

impl Journal {
    /// Opens the journal at `path`, or makes a new one, with the [options](Options::new) that
    /// are the default.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is in use, is not a journal, has a newer format, is damaged,
    /// or cannot be read and written.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::Journal;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let journal = Journal::open(folder.path().join("world.journal"))?;
    /// assert!(journal.commits().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, JournalError> {
        Options::new().open(path)
    }

    /// Starts the thread.
    fn start(
        (database, ledger): (Database, Ledger),
        options: &Options,
    ) -> Result<Self, JournalError> {
        let (first, last) = (ledger.first, ledger.last);
        let database = Arc::new(Mutex::new(database));
        let queue = Arc::new(Queue::new(options.queue, last));
        let writer = Writer::new(Arc::clone(&queue), Arc::clone(&database), ledger, options);
        Ok(Journal {
            thread: Some(writer.spawn()?),
            database,
            queue,
            seen: Mutex::default(),
            tried: Tried::default(),
            first,
            keep: options.keep,
            flush: options.flush,
        })
    }

    /// Writes what the closure names: all of it, or nothing. Returns the number of the commit.
    ///
    /// On the caller's thread it writes the changes into memory. The journal's thread writes
    /// them to the file, several commits in one transaction if they are waiting. The call waits
    /// if the [queue](Options::queue) is full, and with [`Flush::Each`] until the commit is on
    /// disk.
    ///
    /// If the closure fails or panics, nothing is committed, and the next commit that names the
    /// hubs has all their changes.
    ///
    /// # Errors
    ///
    /// Returns the error of the closure, or what stopped the journal's thread, for example a
    /// full disk. After such an error, every later call returns it. Open the journal again to
    /// go on; it has the last commit that was [durable](Self::durable), or a later one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::{Journal, JournalError, Load};
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// let first = journal.commit(|commit| {
    ///     commit.value("level", &7)?;
    ///     commit.value("gold", &250)
    /// })?;
    /// journal
    ///     .commit(|commit| {
    ///         commit.value("level", &8)?;
    ///         Err(JournalError::other("not enough gold"))
    ///     })
    ///     .unwrap_err();
    /// assert_eq!(journal.commits(), first..=first);
    /// assert_eq!(journal.load_value::<i32>("level")?, Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A commit inside a commit does not compile:
    ///
    /// ```compile_fail,E0499
    /// # use soa_journal::Journal;
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// journal.commit(|_| journal.commit(|commit| commit.value("level", &7)).map(drop))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn commit<F>(&mut self, write: F) -> Result<CommitId, JournalError>
    where
        F: FnOnce(&mut Commit<'_>) -> Result<(), JournalError>,
    {
        self.queue.check()?;
        enter!(span: "commit", commit, records, bytes);
        let seen = self.seen.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut commit = Commit::new(seen, &mut self.tried);
        write(&mut commit)?;
        let Commit { entries, after, .. } = commit;
        record!(
            span,
            records = entries.len(),
            bytes = crate::store::bytes_of(&entries)
        );
        let id = self.queue.push(entries)?;
        record!(span, commit = id);
        for (name, now) in after {
            match now {
                Some(now) => seen.insert(name, now.into()),
                None => seen.remove(&name),
            };
        }
        self.first = first_kept(self.first, id, self.keep);
        if self.flush == Flush::Each {
            self.queue.wait_durable()?;
        }
        Ok(id)
    }

    /// Writes all hubs and values of a world, each under the name of its part: all of them, or
    /// nothing. Returns the number of the commit.
    ///
    /// It is a [`commit`](Self::commit) that names each part, so both may write to one journal. As
    /// there, the open tick of each hub that is written ends, also if the commit fails later.
    /// [`load_world`](Load::load_world) returns the world.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`commit`](Self::commit), [`Commit::hub`] and [`Commit::value`], and an
    /// error if a value cannot be read back.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::{Journal, Load};
    /// # use soa_runtime::{IdAllocator, World};
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked = all, derive(Serialize, Deserialize))]
    /// # struct Unit { hp: u32 }
    /// #[derive(World, Default)]
    /// struct Game {
    ///     units: UnitHub,
    ///     #[world(value)]
    ///     clock: u64,
    /// }
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// let mut game = Game { clock: 7, ..Game::default() };
    /// journal.commit_world(&mut game)?;
    /// assert_eq!(journal.load_value("clock")?, Some(7_u64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn commit_world<'a, W: World>(&mut self, world: &'a mut W) -> Result<CommitId, JournalError>
    where
        W::PartsMut<'a>: CommitParts,
    {
        self.commit(|commit| world.parts_mut().commit(commit))
    }

    /// Returns the commits that can be looked at with [`at`](Self::at): the last one, and those
    /// before it that are [kept](Options::keep). Queued commits are among them. It is empty,
    /// `1..=0`, before the first commit. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::Options;
    /// # let folder = tempfile::tempdir()?;
    /// let mut journal = Options::new().keep(1).open(folder.path().join("world.journal"))?;
    /// assert_eq!(journal.commits(), 1..=0);
    /// for level in 0..3 {
    ///     journal.commit(|commit| commit.value("level", &level))?;
    /// }
    /// assert_eq!(journal.commits(), 2..=3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn commits(&self) -> RangeInclusive<CommitId> {
        self.first..=self.queue.last()
    }

    /// Returns the last commit, or 0 if there is none. Queued commits count. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::Journal;
    /// # let folder = tempfile::tempdir()?;
    /// let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// assert_eq!(journal.last(), 0);
    /// let saved = journal.commit(|commit| commit.value("level", &7))?;
    /// assert_eq!(journal.last(), saved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn last(&self) -> CommitId {
        self.queue.last()
    }

    /// Returns the hubs and values as they were at a commit. O(1).
    ///
    /// A hub that is loaded from the last commit is the same as one that [`load`](Load::load)
    /// returns: the next commit that names it contains only what changed.
    ///
    /// # Errors
    ///
    /// Returns an error if the commit is not one of [`commits`](Self::commits).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::{JournalError, Load, Options};
    /// # let folder = tempfile::tempdir()?;
    /// let mut journal = Options::new().keep(10).open(folder.path().join("world.journal"))?;
    /// let first = journal.commit(|commit| commit.value("level", &7))?;
    /// journal.commit(|commit| commit.value("level", &8))?;
    /// assert_eq!(journal.at(first)?.load_value::<i32>("level")?, Some(7));
    /// assert!(matches!(journal.at(3), Err(JournalError::UnknownCommit { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, commit: CommitId) -> Result<Past<'_>, JournalError> {
        Past::new(Source::Journal(self), commit, self.commits())
    }

    /// Returns the last commit that is on disk, or `None` before the first one. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::Journal;
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// assert_eq!(journal.durable(), None);
    /// journal.commit(|commit| commit.value("level", &7))?;
    /// journal.flush()?;
    /// assert_eq!(journal.durable(), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn durable(&self) -> Option<CommitId> {
        Some(self.queue.durable()).filter(|commit| *commit > 0)
    }

    /// Waits until all commits are on disk.
    ///
    /// # Errors
    ///
    /// Returns what stopped the journal's thread.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::Journal;
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// let saved = journal.commit(|commit| commit.value("level", &7))?;
    /// journal.flush()?;
    /// assert_eq!(journal.durable(), Some(saved));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flush(&self) -> Result<(), JournalError> {
        self.queue.wait_durable()
    }

    /// Returns what the journal has done since it was opened. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::Journal;
    /// # let folder = tempfile::tempdir()?;
    /// # let journal = Journal::open(folder.path().join("world.journal"))?;
    /// assert_eq!(journal.stats().waits, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.queue.stats()
    }

    /// Reads a hub or value at a commit, with what was written until then.
    fn reader(&self) -> Result<Reader, JournalError> {
        self.queue.wait_written()?;
        let database: MutexGuard<'_, _> =
            self.database.lock().unwrap_or_else(PoisonError::into_inner);
        Reader::new(&*database)
    }
}

/// Reads the last commit. The next commit that names a loaded hub contains only what changed
/// since.
impl Load for Journal {
    fn load_if_any<T: JournalRecord>(&self, name: &str) -> Result<Option<Hub<T>>, JournalError> {
        Past::newest(Source::Journal(self)).load_if_any(name)
    }

    fn load_value<V: DeserializeOwned>(&self, name: &str) -> Result<Option<V>, JournalError> {
        Past::newest(Source::Journal(self)).load_value(name)
    }
}

/// Waits until all commits are on disk.
impl Drop for Journal {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(thread) = self.thread.take() {
            // The thread catches its panics.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal")
            .field("commits", &self.commits())
            .field("durable", &self.durable())
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}
