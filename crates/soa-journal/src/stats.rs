//! What a journal counts.

/// What a journal has done since it was opened; what [`Journal::stats`](crate::Journal::stats)
/// returns.
///
/// # Examples
///
/// ```
/// use soa_journal::Journal;
///
/// let folder = tempfile::tempdir()?;
/// let mut journal = Journal::open(folder.path().join("world.journal"))?;
/// journal.commit(|commit| commit.value("level", &7))?;
/// journal.flush()?;
/// let stats = journal.stats();
/// assert_eq!((stats.waits, stats.syncs, stats.queued), (0, 1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// The number of commits that waited because the queue was full. If it grows, the disk is
    /// slower than the program.
    pub waits: u64,
    /// The number of bytes that wait or are being written.
    pub queued: usize,
    /// The number of bytes of all commits: what changed, as it is in the file.
    pub bytes: u64,
    /// The number of transactions. Each contains the commits that were queued when it began.
    pub transactions: u64,
    /// The number of transactions after which the thread waited for the disk.
    pub syncs: u64,
    /// The number of times that the deltas of a hub were folded into one whole record.
    pub folds: u64,
    /// The number of times that the file was made smaller.
    pub compactions: u64,
}
