//! A journal in any storage.

use std::ops::Bound;

use redb::{
    BackendError, Builder, Database, Durability, ReadableDatabase, StorageBackend, TableError,
    TableHandle,
};

use super::tables::{FIRST, FORMAT, LAST, NAMES, NUMBERS, PIECES, RECORDS, guarded, storage};
use crate::error::JournalError;
use crate::id;

/// The largest number of bytes that redb caches.
const CACHE: usize = 16 << 20;

/// The bytes with which a database begins. Redb writes them last when it makes one.
const MAGIC: [u8; 9] = *b"redb\x1A\x0A\xA9\x0D\x0A";

/// The size of the header of a database. Redb writes it before it writes the magic bytes.
const HEADER: usize = 320;

/// A new database is smaller than this. What is larger was more than created.
const LARGEST_NEW: u64 = 1 << 20;

/// Opens the database in a storage, or makes it. `trusted` leaves the check out.
pub(crate) fn open_storage(
    backend: impl StorageBackend,
    trusted: bool,
) -> Result<Database, JournalError> {
    empty_cut_creation(&backend)?;
    guarded(|| {
        let database = Builder::new()
            .set_cache_size(CACHE)
            .set_check_integrity_on_open(!trusted)
            .create_with_backend(backend)
            .map_err(storage)?;
        if is_new(&database)? {
            make_tables(&database)?;
        }
        check_format(&database)?;
        Ok(database)
    })
}

/// Empties a storage that an interrupted creation left, unless it is in use.
fn empty_cut_creation(backend: &impl StorageBackend) -> Result<(), JournalError> {
    let (start, end) = (Bound::Unbounded, Bound::Unbounded);
    let is_cut = || -> Result<bool, JournalError> {
        let length = backend.len()?;
        let mut header = [0; HEADER];
        let header = &mut header[..HEADER.min(usize::try_from(length).unwrap_or(HEADER))];
        backend.read(0, header)?;
        Ok(length > 0 && length < LARGEST_NEW && is_cut_creation(header))
    };
    if !is_cut()? {
        return Ok(());
    }
    let is_locked = match backend.try_lock_range(start, end) {
        Ok(true) => true,
        Ok(false) => return Err(JournalError::InUse),
        // Redb does without a lock as well.
        Err(BackendError::Unsupported) => false,
        Err(error) => return Err(storage(redb::StorageError::from(error))),
    };
    let emptied = match is_cut() {
        Ok(true) => backend.set_len(0).map_err(JournalError::from),
        Ok(false) => Ok(()),
        Err(error) => Err(error),
    };
    if is_locked {
        let unlocked = backend.unlock_range(start, end);
        unlocked.map_err(|error| storage(redb::StorageError::from(error)))?;
    }
    emptied
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
fn check_format(database: &Database) -> Result<(), JournalError> {
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
        Some(format) if format > id::FORMAT => Err(JournalError::Newer { format }),
        _ => Err(JournalError::damaged("the number of the format is missing")),
    }
}
