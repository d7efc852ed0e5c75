//! Writing commits and whole records.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use redb::{Database, Durability, Table, WriteTransaction};

use super::ledger::{Fold, Ledger};
use super::read::Reader;
use super::tables::{
    FIRST, Form, Kind, LAST, NAMES, NUMBERS, PIECES, PIECES_OF_PAGES, RECORDS, storage,
};
use crate::error::JournalError;
use crate::id::CommitId;
use crate::trace::{enter, record};

/// What a commit writes of a hub or value.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) form: Form,
    pub(crate) bytes: Vec<u8>,
    /// How the hub is folded. `None` for a value.
    pub(crate) fold: Option<Fold>,
}

/// Returns the number of bytes of entries.
pub(crate) fn bytes_of(entries: &[Entry]) -> usize {
    entries.iter().map(|entry| entry.bytes.len()).sum()
}

/// A commit that waits to be written.
#[derive(Debug)]
pub(crate) struct Queued {
    pub(crate) id: CommitId,
    pub(crate) entries: Vec<Entry>,
}

/// Writes commits in one transaction, and deletes what is not kept. Returns after the disk has
/// them if `durability` asks for it.
pub(crate) fn write(
    database: &Mutex<Database>,
    ledger: &mut Ledger,
    commits: &[Queued],
    keep: u64,
    durability: Durability,
) -> Result<(), JournalError> {
    enter!(span: "write", commits, bytes, durable);
    record!(
        span,
        commits = commits.len(),
        bytes = (commits.iter()).fold(0, |bytes, commit| bytes + bytes_of(&commit.entries)),
        durable = matches!(durability, Durability::Immediate)
    );
    in_transaction(database, durability, |transaction| {
        let mut tables = Tables::open(transaction)?;
        for commit in commits {
            for entry in &commit.entries {
                let (stream, is_new) = ledger.stream(entry.kind, &entry.name);
                if is_new {
                    tables.add_name(entry.kind, &entry.name, stream.number)?;
                }
                stream.fold = entry.fold;
                stream.add(commit.id, entry.form, entry.bytes.len() as u64);
                tables.add(stream.number, commit.id, entry.form, &entry.bytes)?;
            }
            ledger.add_commit(commit.id, keep);
        }
        tables.set_numbers(ledger)?;
        tables.delete_unneeded(ledger)
    })
}

/// Waits until the disk has all that was written.
pub(crate) fn sync(database: &Mutex<Database>) -> Result<(), JournalError> {
    in_transaction(database, Durability::Immediate, |_| Ok(()))
}

/// Makes one whole record of a hub's last one and the deltas after it.
pub(crate) fn fold(
    database: &Mutex<Database>,
    ledger: &mut Ledger,
    name: &str,
    commit: CommitId,
) -> Result<(), JournalError> {
    let Some(fold) = ledger.stream(Kind::Hub, name).0.fold else {
        return Ok(());
    };
    enter!(span: "fold", name, records, bytes, folded);
    let bytes = {
        let reader = Reader::new(&*lock(database))?;
        let chain = reader.chain(Kind::Hub, name, commit)?.records;
        record!(
            span,
            name = name,
            records = chain.len(),
            bytes = crate::store::length_of(&chain)
        );
        fold(name, &reader, &chain)?
    };
    record!(span, folded = bytes.len());
    // The deltas must not be lost before the disk has what replaces them, so this is one
    // transaction. The file is compacted next, which needs what was written on disk.
    in_transaction(database, Durability::Immediate, |transaction| {
        let mut tables = Tables::open(transaction)?;
        let (stream, _) = ledger.stream(Kind::Hub, name);
        tables.delete_pieces(stream.number, commit..commit + 1)?;
        stream.add(commit, Form::Whole, bytes.len() as u64);
        tables.add(stream.number, commit, Form::Whole, &bytes)?;
        tables.delete_unneeded(ledger)
    })
}

/// Makes the file smaller, if there is no reader.
pub(crate) fn compact(database: &Mutex<Database>) -> Result<(), JournalError> {
    match lock(database).compact() {
        Ok(_) | Err(redb::CompactionError::TransactionInProgress) => Ok(()),
        Err(error) => Err(storage(error)),
    }
}

/// Makes a transaction and commits it.
fn in_transaction(
    database: &Mutex<Database>,
    durability: Durability,
    write: impl FnOnce(&WriteTransaction) -> Result<(), JournalError>,
) -> Result<(), JournalError> {
    let mut transaction = lock(database).begin_write().map_err(storage)?;
    transaction.set_durability(durability).map_err(storage)?;
    write(&transaction)?;
    transaction.commit().map_err(storage)
}

/// Locks the database, for as long as a transaction takes to begin.
fn lock(database: &Mutex<Database>) -> MutexGuard<'_, Database> {
    database.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the length of the first piece of `bytes` bytes: the largest that fills its page.
fn piece_of(bytes: usize) -> usize {
    let sizes = PIECES_OF_PAGES.into_iter().filter(|size| *size <= bytes);
    sizes.max().unwrap_or(bytes)
}

/// The tables of a transaction.
struct Tables<'t> {
    numbers: Table<'t, &'static str, u64>,
    names: Table<'t, (u8, &'static str), u32>,
    records: Table<'t, (u32, u64), (u8, u32, u64)>,
    pieces: Table<'t, (u32, u64, u32), &'static [u8]>,
}

impl<'t> Tables<'t> {
    fn open(transaction: &'t WriteTransaction) -> Result<Self, JournalError> {
        Ok(Tables {
            numbers: transaction.open_table(NUMBERS).map_err(storage)?,
            names: transaction.open_table(NAMES).map_err(storage)?,
            records: transaction.open_table(RECORDS).map_err(storage)?,
            pieces: transaction.open_table(PIECES).map_err(storage)?,
        })
    }

    fn add_name(&mut self, kind: Kind, name: &str, stream: u32) -> Result<(), JournalError> {
        let added = self.names.insert((kind as u8, name), stream);
        added.map(drop).map_err(storage)
    }

    /// Adds a record, in pieces.
    fn add(
        &mut self,
        stream: u32,
        commit: CommitId,
        form: Form,
        bytes: &[u8],
    ) -> Result<(), JournalError> {
        let (mut count, mut left) = (0, bytes);
        while !left.is_empty() {
            let (piece, rest) = left.split_at(piece_of(left.len()));
            let key = (stream, commit, count);
            self.pieces.insert(key, piece).map_err(storage)?;
            (count, left) = (count + 1, rest);
        }
        let record = (form as u8, count, bytes.len() as u64);
        let added = self.records.insert((stream, commit), record);
        added.map(drop).map_err(storage)
    }

    fn set_numbers(&mut self, ledger: &Ledger) -> Result<(), JournalError> {
        for (name, number) in [(FIRST, ledger.first), (LAST, ledger.last)] {
            self.numbers.insert(name, number).map_err(storage)?;
        }
        Ok(())
    }

    /// Deletes the records that no kept commit needs.
    fn delete_unneeded(&mut self, ledger: &mut Ledger) -> Result<(), JournalError> {
        for (stream, first) in ledger.take_unneeded() {
            self.delete_pieces(stream, 0..first)?;
            let records = (stream, 0)..(stream, first);
            self.records
                .retain_in(records, |_, _| false)
                .map_err(storage)?;
        }
        Ok(())
    }

    fn delete_pieces(&mut self, stream: u32, commits: Range<CommitId>) -> Result<(), JournalError> {
        let pieces = (stream, commits.start, 0)..(stream, commits.end, 0);
        self.pieces.retain_in(pieces, |_, _| false).map_err(storage)
    }
}
