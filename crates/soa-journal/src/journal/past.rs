//! The journal as it was at a commit.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::PoisonError;

use serde::de::DeserializeOwned;
use soa_runtime::Hub;

use super::{Journal, JournalReader, Load};
use crate::commit::load;
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
pub(super) enum Source<'a> {
    Journal(&'a Journal),
    Reader(&'a JournalReader),
}

impl<'a> Past<'a> {
    /// Checks that a commit is known.
    pub(super) fn new(
        source: Source<'a>,
        commit: CommitId,
        known: RangeInclusive<CommitId>,
    ) -> Result<Self, JournalError> {
        if known.contains(&commit) {
            Ok(Past { source, commit })
        } else {
            Err(JournalError::UnknownCommit { commit, known })
        }
    }

    /// Reads the last commit.
    pub(super) fn newest(source: Source<'a>) -> Self {
        let commit = CommitId::MAX;
        Past { source, commit }
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
        Past::new(Source::Reader(self), commit, self.commits())
    }
}

/// Reads the commit. If a loaded hub is not what the last commit has, the next commit that names
/// it writes it whole, and ids that were issued since may be issued again.
impl Load for Past<'_> {
    fn load_if_any<T: JournalRecord>(&self, name: &str) -> Result<Option<Hub<T>>, JournalError> {
        let loaded = match self.source {
            Source::Journal(journal) => {
                let loaded = load(name, &journal.reader()?, self.commit)?;
                if let Some((hub, true)) = &loaded {
                    let mut seen = journal.seen.lock().unwrap_or_else(PoisonError::into_inner);
                    seen.entry(name.to_owned()).or_default().add(hub);
                }
                loaded
            }
            Source::Reader(reader) => load(name, &reader.snapshot.reader, self.commit)?,
        };
        Ok(loaded.map(|(hub, _)| hub))
    }

    fn load_value<V: DeserializeOwned>(&self, name: &str) -> Result<Option<V>, JournalError> {
        match self.source {
            Source::Journal(journal) => journal.reader()?.value(name, self.commit),
            Source::Reader(reader) => reader.snapshot.reader.value(name, self.commit),
        }
    }
}

impl fmt::Debug for Past<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Past")
            .field("commit", &self.commit)
            .finish_non_exhaustive()
    }
}
