//! The numbers of commits and of the format.

/// The number of a commit. The first commit is 1, and each later one is larger by one.
///
/// # Examples
///
/// ```
/// use soa_journal::{CommitId, Journal};
///
/// let folder = tempfile::tempdir()?;
/// let mut journal = Journal::open(folder.path().join("world.journal"))?;
/// let first: CommitId = journal.commit(|commit| commit.value("level", &7))?;
/// let second = journal.commit(|commit| commit.value("level", &8))?;
/// assert_eq!([first, second], [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type CommitId = u64;

/// The number of the format that this version writes.
pub(crate) const FORMAT: u64 = 4;
