//! The journal as it was at a commit.

use std::fmt;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use soa_runtime::Hub;

use super::{Journal, JournalReader, Load};
use crate::error::JournalError;
use crate::id::CommitId;
use crate::record::JournalRecord;

/// The hubs and values as they were at a commit; what [`Journal::at`] and [`JournalReader::at`] return. They are read by
/// [`Load`].
///
/// # Examples
///
/// ```
/// use soa_journal::{Load, Options};
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked = all, derive(Serialize, Deserialize))]
/// struct Unit { hp: u32 }
///
/// let folder = tempfile::tempdir()?;
/// let mut journal = Options::new().keep(200).open(folder.path().join("world.journal"))?;
/// let mut units = UnitHub::new();
/// let id = units.insert(Unit { hp: 10 });
/// for _ in 0..5 {
///     units.columns_mut().hp[id] -= 1;
///     journal.commit(|commit| commit.hub("units", &mut units))?;
/// }
/// let mut hp = Vec::new();
/// for commit in journal.commits() {
///     hp.push(*journal.at(commit)?.load::<UnitHub>("units")?.row(id).hp);
/// }
/// assert_eq!(hp, [9, 8, 7, 6, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Past<'a> {
    source: Source<'a>,
    commit: CommitId,
}

/// Where a commit is read.
#[derive(Clone, Copy)]
enum Source<'a> {
    Journal(&'a Journal),
    Reader(&'a JournalReader),
}

impl<'a> Past<'a> {
    pub(super) fn of_journal(journal: &'a Journal, commit: CommitId) -> Result<Self, JournalError> {
        check(commit, journal.commits())?;
        let source = Source::Journal(journal);
        Ok(Past { source, commit })
    }

    /// Returns the number of the commit. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::Journal;
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Journal::open(folder.path().join("world.journal"))?;
    /// let saved = journal.commit(|commit| commit.value("level", &7))?;
    /// assert_eq!(journal.at(saved)?.commit(), saved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn commit(&self) -> CommitId {
        self.commit
    }
}

/// Looking at commits.
impl JournalReader {
    /// Returns the hubs and values as they were at a commit. O(1).
    ///
    /// # Errors
    ///
    /// Returns an error if the commit is not one of [`commits`](Self::commits).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::{Journal, Load, Options};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("world.journal");
    /// let mut journal = Options::new().keep(9).open(&path)?;
    /// let first = journal.commit(|commit| commit.value("level", &7))?;
    /// journal.commit(|commit| commit.value("level", &8))?;
    /// drop(journal);
    /// let saved = Journal::open_read_only(&path)?;
    /// assert_eq!(saved.at(first)?.load_value("level")?, Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, commit: CommitId) -> Result<Past<'_>, JournalError> {
        check(commit, self.commits())?;
        let source = Source::Reader(self);
        Ok(Past { source, commit })
    }
}

/// Reads the commit. If a loaded hub is not what the last commit has, the next commit that names
/// it writes it whole, and ids that were issued since may be issued again.
impl Load for Past<'_> {
    fn load_if_any<T: JournalRecord>(&self, name: &str) -> Result<Option<Hub<T>>, JournalError> {
        match self.source {
            Source::Journal(journal) => journal.load_at(name, self.commit),
            Source::Reader(reader) => reader.load_at(name, self.commit),
        }
    }

    fn load_value<V: DeserializeOwned>(&self, name: &str) -> Result<Option<V>, JournalError> {
        match self.source {
            Source::Journal(journal) => journal.reader()?.value(name, self.commit),
            Source::Reader(reader) => reader.value_at(name, self.commit),
        }
    }
}

/// Checks that a commit is known.
fn check(commit: CommitId, known: RangeInclusive<CommitId>) -> Result<(), JournalError> {
    if known.contains(&commit) {
        Ok(())
    } else {
        Err(JournalError::UnknownCommit { commit, known })
    }
}

impl fmt::Debug for Past<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Past")
            .field("commit", &self.commit)
            .finish_non_exhaustive()
    }
}
