//! How a journal is opened.

use std::time::Duration;

/// When commits reach the disk.
///
/// The journal's thread always writes what is queued. This is when it also waits until the disk
/// has it. After a crash the journal has the last commit that reached the disk, or a later one.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use soa_journal::{Flush, Options};
///
/// let folder = tempfile::tempdir()?;
/// let options = Options::new().flush(Flush::Every(Duration::from_millis(200)));
/// let mut journal = options.open(folder.path().join("world.journal"))?;
/// let saved = journal.commit(|commit| commit.value("level", &7))?;
/// journal.flush()?; // does not wait for the 200 ms
/// assert_eq!(journal.durable(), Some(saved));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flush {
    /// With each commit. [`Journal::commit`](crate::Journal::commit) returns when the commit is on disk.
    Each,
    /// At most this long after a commit was written.
    Every(Duration),
    /// Only when [`Journal::flush`](crate::Journal::flush) is called and when the journal is dropped. Folding a hub
    /// also reaches the disk.
    OnRequest,
}

/// How a journal is opened.
///
/// # Examples
///
/// ```
/// use soa_journal::{Flush, Load, Options};
///
/// let folder = tempfile::tempdir()?;
/// let mut journal = Options::new()
///     .flush(Flush::Each)
///     .keep(100)
///     .open(folder.path().join("world.journal"))?;
/// for level in 0..3 {
///     journal.commit(|commit| commit.value("level", &level))?;
/// }
/// assert_eq!(journal.at(1)?.load_value::<i32>("level")?, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Options {
    pub(crate) flush: Flush,
    pub(crate) queue: usize,
    pub(crate) keep: u64,
    pub(crate) trust_file: bool,
}

impl Options {
    /// Creates the options with which [`Journal::open`](crate::Journal::open) opens: a flush every second, a queue of
    /// 64 MiB, and no past.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::Options;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let journal = Options::new().open(folder.path().join("world.journal"))?;
    /// assert!(journal.commits().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Options {
            flush: Flush::Every(Duration::from_secs(1)),
            queue: 64 << 20,
            keep: 0,
            trust_file: false,
        }
    }

    /// Sets when commits reach the disk. The default is every second.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::{Flush, Options};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("world.journal");
    /// let mut journal = Options::new().flush(Flush::Each).open(path)?;
    /// let saved = journal.commit(|commit| commit.value("level", &7))?;
    /// assert_eq!(journal.durable(), Some(saved));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn flush(mut self, flush: Flush) -> Self {
        self.flush = flush;
        self
    }

    /// Sets the number of bytes of commits that may wait for the journal's thread. The default is 64 MiB.
    ///
    /// If a commit does not fit, [`Journal::commit`](crate::Journal::commit) waits, and
    /// [`Stats::waits`](crate::Stats::waits) counts it. A commit that is larger than the queue
    /// is taken when the queue is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::Options;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("world.journal");
    /// let mut journal = Options::new().queue(16).open(path)?;
    /// journal.commit(|commit| commit.value("text", &"more than 16 bytes of text"))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn queue(mut self, bytes: usize) -> Self {
        self.queue = bytes;
        self
    }

    /// Sets the number of commits before the last one that [`Journal::at`](crate::Journal::at) can load. The
    /// default is 0.
    ///
    /// If the number is smaller than last time, the commits between are deleted with the next
    /// commit. If it is larger, the past grows with each commit.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::Options;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let mut journal = Options::new().keep(2).open(folder.path().join("world.journal"))?;
    /// for level in 0..5 {
    ///     journal.commit(|commit| commit.value("level", &level))?;
    /// }
    /// assert_eq!(journal.commits(), 3..=5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keep(mut self, commits: u64) -> Self {
        self.keep = commits;
        self
    }

    /// Opens without reading the whole file to check it.
    ///
    /// By default, opening compares each page of the file with its checksum, so that a damaged
    /// file is an error. Without the check, opening does not read the rows: it takes time for each
    /// commit that is kept. The risk: if a disk, a tool or a cable changed a byte of the file, opening or loading
    /// may panic or take memory without bound, or a hub may have a wrong value. Do not use it
    /// for files that players can exchange. A crash is not a risk: after a crash the file is
    /// checked and repaired in any case.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::Options;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("world.journal");
    /// drop(Options::new().open(&path)?);
    /// let journal = Options::new().trust_file().open(&path)?;
    /// assert!(journal.commits().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn trust_file(mut self) -> Self {
        self.trust_file = true;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Options::new()
    }
}
