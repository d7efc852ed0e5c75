//! A journal in any storage.

use std::time::Duration;

use redb::backends::{FileBackend, InMemoryBackend};
use redb::{
    Builder, ConcurrencyMode, Database, Durability, ReadableDatabase, StorageBackend, TableError,
    TableHandle,
};

use super::ledger::Ledger;
use super::read::Reader;
use super::shared::Shared;
use super::tables::{FIRST, FORMAT, LAST, NAMES, NUMBERS, PIECES, RECORDS, guarded, storage};
use super::trial::Trial;
use crate::error::JournalError;
use crate::id::{self, CommitId};
use crate::options::{Flush, Options};

/// The largest number of bytes that redb caches.
const CACHE: usize = 16 << 20;

/// How a journal that readers may read meanwhile is written. The system needs locks for parts of
/// a file.
const SHARED: ConcurrencyMode = if cfg!(any(target_os = "linux", target_vendor = "apple", windows))
{
    ConcurrencyMode::SingleWriter
} else {
    ConcurrencyMode::ExclusiveWriter
};

/// How a journal is opened for writing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Opening {
    /// Whether the check is left out.
    trusted: bool,
    mode: ConcurrencyMode,
}

impl Opening {
    /// Redb shares a file with readers if each of its commits is on disk at once.
    pub(crate) fn new(options: &Options) -> Self {
        let mode = match options.flush {
            Flush::Each | Flush::Every(Duration::ZERO) => SHARED,
            Flush::Every(_) | Flush::OnRequest => ConcurrencyMode::ExclusiveWriter,
        };
        Opening {
            trusted: options.trust_file,
            mode,
        }
    }
}

/// The bytes with which a database begins. Redb writes them last when it makes one.
const MAGIC: [u8; 9] = *b"redb\x1A\x0A\xA9\x0D\x0A";

/// The size of the header of a database. Redb writes it before it writes the magic bytes.
const HEADER: usize = 320;

/// A new database is smaller than this. What is larger was more than created.
const LARGEST_NEW: u64 = 1 << 20;

/// What becomes of a storage that an interrupted creation may have left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// The journal is made again in it.
    IsMadeAgain,
    /// It is refused. Files are made under another name, so a file cannot be cut.
    IsRefused,
}

/// Opens the journal in a storage, or makes it. `trusted` leaves the check out.
pub(crate) fn open_storage(
    storage: impl StorageBackend,
    trusted: bool,
) -> Result<(Database, Ledger), JournalError> {
    let mode = ConcurrencyMode::ExclusiveWriter;
    open_backend(storage, Opening { trusted, mode }, Cut::IsMadeAgain)
}

/// Opens the journal in a storage, or makes it in an empty one. A storage that is refused has
/// not changed.
pub(super) fn open_backend(
    storage: impl StorageBackend,
    how: Opening,
    cut: Cut,
) -> Result<(Database, Ledger), JournalError> {
    let trial = Trial::new(storage);
    let is_made_again = cut == Cut::IsMadeAgain && is_cut(trial.storage())?;
    if is_made_again {
        trial.set_len(0)?;
    }
    let opened = guarded(|| open_database(trial.clone(), how))?;
    // The storage is locked now. Before, another process may have finished its creation.
    if is_made_again && !is_cut(trial.storage())? {
        return Err(JournalError::InUse);
    }
    trial.accept()?;
    Ok(opened)
}

/// Opens a database, and reads what it has.
fn open_database(
    backend: impl StorageBackend,
    Opening { trusted, mode }: Opening,
) -> Result<(Database, Ledger), JournalError> {
    let database = Builder::new()
        .set_cache_size(CACHE)
        .set_concurrency_mode(mode)
        .set_check_integrity_on_open(!trusted)
        .create_with_backend(backend)
        .map_err(storage)?;
    if is_new(&database)? {
        make_tables(&database)?;
    }
    check_format(&database)?;
    let ledger = Ledger::read(&database)?;
    Ok((database, ledger))
}

/// A journal as it was at one moment.
pub(crate) struct Snapshot {
    pub(crate) reader: Reader,
    pub(crate) first: CommitId,
    pub(crate) last: CommitId,
    /// What `reader` reads.
    _database: Box<dyn Send + Sync>,
}

impl Snapshot {
    fn new(database: impl ReadableDatabase + Send + Sync + 'static) -> Result<Self, JournalError> {
        check_format(&database)?;
        let reader = Reader::new(&database)?;
        let (first, last) = reader.commits()?;
        Ok(Snapshot {
            reader,
            first,
            last,
            _database: Box::new(database),
        })
    }
}

/// Opens the journal in a file that another process may write. `file` makes handles of it.
pub(super) fn open_snapshot(
    file: impl Fn() -> Result<FileBackend, JournalError>,
) -> Result<Snapshot, JournalError> {
    let beside_a_writer = || {
        let file = file()?;
        guarded(|| {
            let database = Builder::new()
                .set_cache_size(CACHE)
                .set_concurrency_mode(SHARED)
                .open_read_only_with_backend(file)
                .map_err(storage)?;
            Snapshot::new(database)
        })
    };
    let checked = || {
        // What redb writes while it checks and repairs waits for ever.
        let trial = Trial::new(Shared(file()?));
        guarded(|| {
            let database = Builder::new()
                .set_cache_size(CACHE)
                .set_check_integrity_on_open(true)
                .create_with_backend(trial)
                .map_err(storage)?;
            Snapshot::new(database)
        })
    };
    match checked() {
        // The lock of the check would keep writers out.
        Ok(sound) => {
            drop(sound);
            // After a crash a repair is needed, which is in memory.
            beside_a_writer().or_else(|_| checked())
        }
        Err(JournalError::InUse) => beside_a_writer(),
        Err(error) => Err(error),
    }
}

/// Returns the bytes of a new journal.
pub(super) fn new_journal() -> Result<Vec<u8>, JournalError> {
    let trial = Trial::new(InMemoryBackend::new());
    trial.accept()?;
    let (trusted, mode) = (true, ConcurrencyMode::ExclusiveWriter);
    drop(open_database(trial.clone(), Opening { trusted, mode })?);
    let length = usize::try_from(trial.storage().len()?).unwrap_or(0);
    let mut content = vec![0; length];
    trial.storage().read(0, &mut content)?;
    Ok(content)
}

/// Returns whether an interrupted creation left this storage.
fn is_cut(storage: &impl StorageBackend) -> Result<bool, JournalError> {
    let length = storage.len()?;
    let mut header = [0; HEADER];
    let header = &mut header[..HEADER.min(usize::try_from(length).unwrap_or(HEADER))];
    storage.read(0, header)?;
    Ok(length > 0 && length < LARGEST_NEW && is_cut_creation(header))
}

/// Returns whether this is the header of a database whose creation was interrupted: each of the
/// magic bytes is written or zero, and not all are written, or nothing else is.
fn is_cut_creation(header: &[u8]) -> bool {
    let (magic, rest) = header.split_at(MAGIC.len().min(header.len()));
    let mut bytes = magic.iter().zip(MAGIC);
    bytes.all(|(byte, written)| *byte == 0 || *byte == written)
        && (*magic != MAGIC || rest.iter().all(|byte| *byte == 0))
}

/// Returns whether the database has no table yet.
fn is_new(database: &Database) -> Result<bool, JournalError> {
    let transaction = database.begin_read().map_err(storage)?;
    let mut tables = transaction.list_tables().map_err(storage)?;
    let mut multimaps = transaction.list_multimap_tables().map_err(storage)?;
    Ok(tables.next().is_none() && multimaps.next().is_none())
}

/// Makes the tables of a journal without commits.
fn make_tables(database: &Database) -> Result<(), JournalError> {
    let mut transaction = database.begin_write().map_err(storage)?;
    transaction
        .set_durability(Durability::Immediate)
        .map_err(storage)?;
    {
        let mut numbers = transaction.open_table(NUMBERS).map_err(storage)?;
        for (name, number) in [(FORMAT, id::FORMAT), (FIRST, 1), (LAST, 0)] {
            numbers.insert(name, number).map_err(storage)?;
        }
        transaction.open_table(NAMES).map_err(storage)?;
        transaction.open_table(RECORDS).map_err(storage)?;
        transaction.open_table(PIECES).map_err(storage)?;
    }
    transaction.commit().map_err(storage)
}

/// Checks that the database is a journal, of a format that this version reads.
fn check_format(database: &impl ReadableDatabase) -> Result<(), JournalError> {
    let transaction = database.begin_read().map_err(storage)?;
    let numbers = match transaction.open_table(NUMBERS) {
        Ok(numbers) => numbers,
        Err(TableError::TableDoesNotExist(_)) => {
            return Err(JournalError::NotAJournal {
                reason: format!("a database without the table `{}`", NUMBERS.name()),
            });
        }
        Err(error) => return Err(storage(error)),
    };
    let format = numbers.get_owned(FORMAT).map_err(storage)?;
    match format.map(|format| format.value()) {
        Some(id::FORMAT) => Ok(()),
        Some(format) if format > id::FORMAT => Err(JournalError::Newer { format, path: None }),
        Some(format) => Err(JournalError::Older { format, path: None }),
        None => Err(JournalError::damaged("the number of the format is missing")),
    }
}
