//! The journal as it was at a commit.

use std::fmt;

use serde::de::DeserializeOwned;
use soa_runtime::Hub;

use super::Journal;
use crate::codec;
use crate::commit::replay;
use crate::error::JournalError;
use crate::id::CommitId;
use crate::record::JournalRecord;
use crate::store::Kind;

/// The hubs and values as they were at a commit; what [`Journal::at`] returns.
///
/// # Examples
///
/// ```
/// use soa_journal::Options;
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
///     hp.push(*journal.at(commit)?.load::<Unit>("units")?.row(id).hp);
/// }
/// assert_eq!(hp, [9, 8, 7, 6, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Past<'a> {
    journal: &'a Journal,
    commit: CommitId,
}

impl<'a> Past<'a> {
    pub(super) fn new(journal: &'a Journal, commit: CommitId) -> Self {
        Past { journal, commit }
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

    /// Returns the hub that had a name. It is empty if no commit had named it.
    ///
    /// If this hub is committed, it is written whole, because it is not the hub of the last
    /// commit. Ids that were issued after this commit may then be issued again.
    /// O(rows + changes since the hub was folded).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Journal::load`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::Options;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked = all, derive(Serialize, Deserialize))]
    /// # struct Unit { hp: u32 }
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Options::new().keep(9).open(folder.path().join("world.journal"))?;
    /// let mut units = UnitHub::new();
    /// let before = journal.commit(|commit| commit.hub("units", &mut units))?;
    /// units.insert(Unit { hp: 10 });
    /// journal.commit(|commit| commit.hub("units", &mut units))?;
    /// assert!(journal.at(before)?.load::<Unit>("units")?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load<T: JournalRecord>(&self, name: &str) -> Result<Hub<T>, JournalError> {
        self.journal.queue.wait_written()?;
        self.journal.hub_at(name, self.commit)
    }

    /// Returns the value that had a name, or `None` if no commit had named it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Journal::load_value`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_journal::Options;
    /// # let folder = tempfile::tempdir()?;
    /// # let mut journal = Options::new().keep(9).open(folder.path().join("world.journal"))?;
    /// let before = journal.commit(|_| Ok(()))?;
    /// journal.commit(|commit| commit.value("level", &7))?;
    /// assert_eq!(journal.at(before)?.load_value::<i32>("level")?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_value<V: DeserializeOwned>(&self, name: &str) -> Result<Option<V>, JournalError> {
        self.journal.queue.wait_written()?;
        self.journal.value_at(name, self.commit)
    }
}

/// Reading at any commit.
impl Journal {
    pub(super) fn hub_at<T: JournalRecord>(
        &self,
        name: &str,
        commit: CommitId,
    ) -> Result<Hub<T>, JournalError> {
        let reader = self.reader()?;
        let chain = reader.chain(Kind::Hub, name, commit)?;
        replay(name, &reader, &chain)
    }

    pub(super) fn value_at<V: DeserializeOwned>(
        &self,
        name: &str,
        commit: CommitId,
    ) -> Result<Option<V>, JournalError> {
        let reader = self.reader()?;
        match *reader.chain(Kind::Value, name, commit)? {
            [] => Ok(None),
            [value] => codec::read(name, &reader.bytes(value)?).map(Some),
            _ => Err(JournalError::damaged_in(name, "a value with deltas")),
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
