//! A journal that is only read.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use serde::de::DeserializeOwned;
use soa_runtime::Hub;

use super::past::Source;
use super::{Journal, Load, Past};
use crate::error::JournalError;
use crate::id::CommitId;
use crate::record::JournalRecord;
use crate::store::{Snapshot, open_for_reading};

/// A journal that was opened for reading, by [`Journal::open_read_only`]. Hubs and values are read
/// by [`Load`].
///
/// It reads the journal as it was when it was opened. Open it again to read later commits.
///
/// # Examples
///
/// ```
/// use soa_journal::{Journal, Load};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("world.journal");
/// let mut journal = Journal::open(&path)?;
/// journal.commit(|commit| commit.value("level", &7))?;
/// drop(journal);
///
/// let saved = Journal::open_read_only(&path)?;
/// assert_eq!((saved.last(), saved.load_value("level")?), (1, Some(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct JournalReader {
    pub(super) snapshot: Snapshot,
}

/// Opening a journal only to read it.
impl Journal {
    /// Opens the journal at `path` for reading. It needs no right to write, neither to the file nor
    /// to the folder, and changes nothing.
    ///
    /// Any number of processes may read. A process may write at the same time if it has
    /// [`Flush::Each`](crate::Flush::Each), because redb shares a file only if each commit is on
    /// disk at once. The system must have locks for parts of files, as Linux, Windows and the systems
    /// of Apple do. The reader has the last commit that was written when it was opened. While it is
    /// open, the file grows instead of using freed pages again.
    ///
    /// If no process writes, opening reads the file once, to check it. After a crash of the writer
    /// the reader has the last durable commit; what a repair would change is kept in memory. As long
    /// as that reader is open, the journal cannot be opened for writing.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no file, or if it is not a journal, is damaged, cannot be read,
    /// has another format, or is in use by a process with which it cannot be shared.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_journal::{Flush, Journal, Load, Options};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("world.journal");
    /// let mut journal = Options::new().flush(Flush::Each).open(&path)?;
    /// journal.commit(|commit| commit.value("level", &7))?;
    ///
    /// # if cfg!(any(target_os = "linux", windows, target_vendor = "apple")) {
    /// let seen = Journal::open_read_only(&path)?; // `journal` is still open
    /// assert_eq!(seen.load_value("level")?, Some(7));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<JournalReader, JournalError> {
        let snapshot = open_for_reading(path.as_ref())?;
        Ok(JournalReader { snapshot })
    }
}

impl JournalReader {
    /// Returns the commits that can be looked at with [`at`](Self::at); see [`Journal::commits`].
    /// O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::{Journal, Options};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("world.journal");
    /// let mut journal = Options::new().keep(1).open(&path)?;
    /// for level in 0..3 {
    ///     journal.commit(|commit| commit.value("level", &level))?;
    /// }
    /// drop(journal);
    /// assert_eq!(Journal::open_read_only(&path)?.commits(), 2..=3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn commits(&self) -> RangeInclusive<CommitId> {
        self.snapshot.first..=self.snapshot.last
    }

    /// Returns the last commit, or 0 if there is none. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::Journal;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("world.journal");
    /// drop(Journal::open(&path)?);
    /// assert_eq!(Journal::open_read_only(&path)?.last(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn last(&self) -> CommitId {
        self.snapshot.last
    }
}

/// Reads the last commit.
impl Load for JournalReader {
    fn load_if_any<T: JournalRecord>(&self, name: &str) -> Result<Option<Hub<T>>, JournalError> {
        Past::newest(Source::Reader(self)).load_if_any(name)
    }

    fn load_value<V: DeserializeOwned>(&self, name: &str) -> Result<Option<V>, JournalError> {
        Past::newest(Source::Reader(self)).load_value(name)
    }
}

impl fmt::Debug for JournalReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JournalReader")
            .field("commits", &self.commits())
            .finish_non_exhaustive()
    }
}
