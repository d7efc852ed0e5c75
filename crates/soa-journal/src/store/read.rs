//! Reading records.

use redb::{ReadOnlyTable, ReadableDatabase};
use serde::de::DeserializeOwned;

use super::tables::{FIRST, Form, Kind, LAST, NAMES, NUMBERS, PIECES, RECORDS, guarded, storage};
use crate::codec;
use crate::error::JournalError;
use crate::id::CommitId;

/// The most bytes that are reserved because a record claims to have them.
const BELIEVED: u64 = 16 << 20;

/// What a commit wrote of a hub or value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Record {
    stream: u32,
    commit: CommitId,
    pieces: u32,
    bytes: u64,
}

/// Returns the number of bytes of records.
#[cfg(feature = "tracing")]
pub(crate) fn length_of(records: &[Record]) -> u64 {
    let bytes = records.iter().map(|record| record.bytes);
    bytes.fold(0, u64::saturating_add) // a damaged file may claim any number
}

/// What a hub or value at a commit is made of.
#[derive(Debug)]
pub(crate) struct Chain {
    /// A whole record, and the deltas after it. There are none if no commit had named it.
    pub(crate) records: Vec<Record>,
    /// Whether this is what the last commit has.
    pub(crate) is_last: bool,
}

/// The journal as it was at one moment, while later commits are written.
pub(crate) struct Reader {
    numbers: ReadOnlyTable<&'static str, u64>,
    names: ReadOnlyTable<(u8, &'static str), u32>,
    records: ReadOnlyTable<(u32, u64), (u8, u32, u64)>,
    pieces: ReadOnlyTable<(u32, u64, u32), &'static [u8]>,
}

impl Reader {
    /// Begins to read.
    pub(crate) fn new(database: &impl ReadableDatabase) -> Result<Self, JournalError> {
        guarded(|| {
            let transaction = database.begin_read().map_err(storage)?;
            Ok(Reader {
                numbers: transaction.open_table(NUMBERS).map_err(storage)?,
                names: transaction.open_table(NAMES).map_err(storage)?,
                records: transaction.open_table(RECORDS).map_err(storage)?,
                pieces: transaction.open_table(PIECES).map_err(storage)?,
            })
        })
    }

    /// Returns the first and the last commit.
    pub(super) fn commits(&self) -> Result<(CommitId, CommitId), JournalError> {
        guarded(|| {
            let number = |name| match self.numbers.get(name).map_err(storage)? {
                Some(number) => Ok(number.value()),
                None => Err(JournalError::damaged(format!(
                    "the `{name}` commit is missing"
                ))),
            };
            Ok((number(FIRST)?, number(LAST)?))
        })
    }

    /// Returns the records that a hub or value at a commit is made of.
    pub(crate) fn chain(
        &self,
        kind: Kind,
        name: &str,
        commit: CommitId,
    ) -> Result<Chain, JournalError> {
        guarded(|| {
            let stream = self.names.get((kind as u8, name)).map_err(storage)?;
            let Some(stream) = stream.map(|stream| stream.value()) else {
                return Ok(Chain {
                    records: Vec::new(),
                    is_last: false,
                });
            };
            let later = commit.saturating_add(1).max(1);
            let mut later = (self.records)
                .range((stream, later)..=(stream, CommitId::MAX))
                .map_err(storage)?;
            Ok(Chain {
                records: self.records_of(stream, commit)?,
                is_last: commit == CommitId::MAX || later.next().is_none(),
            })
        })
    }

    /// Returns the value that has a name at a commit.
    pub(crate) fn value<V: DeserializeOwned>(
        &self,
        name: &str,
        commit: CommitId,
    ) -> Result<Option<V>, JournalError> {
        match *self.chain(Kind::Value, name, commit)?.records {
            [] => Ok(None),
            [value] => codec::read(name, &self.bytes(value)?).map(Some),
            _ => Err(JournalError::damaged_in(name, "a value with deltas")),
        }
    }

    fn records_of(&self, stream: u32, commit: CommitId) -> Result<Vec<Record>, JournalError> {
        let mut chain = Vec::new();
        let records = self.records.range((stream, 0)..=(stream, commit));
        for record in records.map_err(storage)?.rev() {
            let (key, value) = record.map_err(storage)?;
            let (_, commit) = key.value();
            let (form, pieces, bytes) = value.value();
            let form = Form::from_number(form)?;
            chain.push(Record {
                stream,
                commit,
                pieces,
                bytes,
            });
            if form == Form::Whole {
                chain.reverse();
                return Ok(chain);
            }
        }
        if chain.is_empty() {
            Ok(chain)
        } else {
            Err(JournalError::damaged("deltas without what they follow"))
        }
    }

    /// Returns the bytes of a record.
    pub(crate) fn bytes(&self, record: Record) -> Result<Vec<u8>, JournalError> {
        let Record { stream, commit, .. } = record;
        guarded(|| {
            let believed = record.bytes.min(BELIEVED);
            let mut bytes = Vec::with_capacity(usize::try_from(believed).unwrap_or(0));
            let pieces = self
                .pieces
                .range((stream, commit, 0)..=(stream, commit, u32::MAX));
            let mut count = 0;
            for piece in pieces.map_err(storage)? {
                let (_, piece) = piece.map_err(storage)?;
                bytes.extend_from_slice(piece.value());
                count += 1;
            }
            if count == record.pieces && bytes.len() as u64 == record.bytes {
                Ok(bytes)
            } else {
                Err(JournalError::damaged("a record without all its pieces"))
            }
        })
    }
}
