//! What is in the file, as far as the thread needs it to write.

use std::collections::{HashMap, VecDeque};

use redb::{Database, ReadableDatabase, ReadableTable};

use super::read::{Reader, Record};
use super::tables::{Form, Kind, NAMES, RECORDS, guarded, storage};
use crate::error::JournalError;
use crate::id::CommitId;

/// Makes one whole record of a chain of records: a function that was made for the type of the record.
pub(crate) type Fold = fn(&str, &Reader, &[Record]) -> Result<Vec<u8>, JournalError>;

/// What a delta costs in the file beside its bytes, about. Many small deltas are folded, too.
const PER_DELTA: u64 = 64;

/// A hub is not folded before its deltas have this many bytes, however small it is.
const SMALLEST_FOLD: u64 = 32 << 10;

/// The file is not compacted for less than this.
const SMALLEST_COMPACTION: u64 = 256 << 10;

/// A whole record and the deltas that follow it.
#[derive(Debug, Clone, Copy)]
struct Base {
    commit: CommitId,
    /// The bytes of the whole record.
    whole: u64,
    /// The bytes of the deltas.
    deltas: u64,
}

/// The records of a hub or value.
#[derive(Debug)]
pub(super) struct Stream {
    pub(super) number: u32,
    /// The whole records, the oldest first.
    bases: VecDeque<Base>,
    /// The last record.
    last: CommitId,
    /// Makes a whole record of the deltas, once the thread has the function for the record.
    pub(super) fold: Option<Fold>,
}

/// The commits and streams of a journal.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) first: CommitId,
    pub(crate) last: CommitId,
    streams: HashMap<(Kind, String), Stream>,
    /// The bytes that were deleted since the file was compacted.
    garbage: u64,
}

impl Ledger {
    /// Reads what a file has.
    pub(crate) fn read(database: &Database) -> Result<Self, JournalError> {
        guarded(|| {
            let transaction = database.begin_read().map_err(storage)?;
            let (first, last) = Reader::new(database)?.commits()?;
            let records = transaction.open_table(RECORDS).map_err(storage)?;
            let mut streams = HashMap::new();
            let names = transaction.open_table(NAMES).map_err(storage)?;
            for entry in names.iter().map_err(storage)? {
                let (key, stream) = entry.map_err(storage)?;
                let (kind, name) = key.value();
                let kind = match kind {
                    0 => Kind::Hub,
                    _ => Kind::Value,
                };
                let mut stream = Stream::new(stream.value());
                let range = (stream.number, 0)..=(stream.number, CommitId::MAX);
                for record in records.range(range).map_err(storage)? {
                    let (key, value) = record.map_err(storage)?;
                    let (form, _, bytes) = value.value();
                    stream.add(key.value().1, Form::from_number(form)?, bytes);
                }
                streams.insert((kind, name.to_owned()), stream);
            }
            Ok(Ledger {
                first,
                last,
                streams,
                garbage: 0,
            })
        })
    }

    /// Returns the stream of a name, and whether it is new.
    pub(super) fn stream(&mut self, kind: Kind, name: &str) -> (&mut Stream, bool) {
        let next = u32::try_from(self.streams.len()).expect("fewer than 2^32 names");
        let mut is_new = false;
        let stream = self
            .streams
            .entry((kind, name.to_owned()))
            .or_insert_with(|| {
                is_new = true;
                Stream::new(next)
            });
        (stream, is_new)
    }

    /// Records a commit, of which this many before it are kept.
    pub(super) fn add_commit(&mut self, commit: CommitId, keep: u64) {
        self.last = commit;
        self.first = first_kept(self.first, commit, keep);
    }

    /// Takes what no kept commit needs: for each stream, all records before a commit.
    pub(super) fn take_unneeded(&mut self) -> Vec<(u32, CommitId)> {
        let first = self.first;
        let mut unneeded = Vec::new();
        for stream in self.streams.values_mut() {
            let before = stream.bytes();
            if let Some(base) = stream.forget_before(first) {
                unneeded.push((stream.number, base));
                self.garbage += before - stream.bytes();
            }
        }
        unneeded
    }

    /// Returns a hub whose deltas outgrew its last whole record, and the last record.
    pub(crate) fn outgrown(&self) -> Option<(String, CommitId)> {
        let mut hubs = self.streams.iter();
        hubs.find_map(|((kind, name), stream)| {
            let outgrown = *kind == Kind::Hub && stream.fold.is_some() && stream.is_outgrown();
            outgrown.then(|| (name.clone(), stream.last))
        })
    }

    /// Returns whether so much was deleted that the file is worth compacting. Then the count
    /// begins again.
    pub(crate) fn take_garbage(&mut self) -> bool {
        let live: u64 = self.streams.values().map(Stream::bytes).sum();
        let is_much = self.garbage > (live / 4).max(SMALLEST_COMPACTION);
        if is_much {
            self.garbage = 0;
        }
        is_much
    }
}

/// Returns the first commit that is kept after `last` was made.
pub(crate) fn first_kept(first: CommitId, last: CommitId, keep: u64) -> CommitId {
    first.max(last.saturating_sub(keep)).max(1)
}

impl Stream {
    fn new(number: u32) -> Self {
        Stream {
            number,
            bases: VecDeque::new(),
            last: 0,
            fold: None,
        }
    }

    /// Records a record, which may replace a delta of the same commit.
    pub(super) fn add(&mut self, commit: CommitId, form: Form, bytes: u64) {
        self.last = commit;
        match (form, self.bases.back_mut()) {
            (Form::Delta, Some(base)) => base.deltas += bytes + PER_DELTA,
            _ => self.bases.push_back(Base {
                commit,
                whole: bytes,
                deltas: 0,
            }),
        }
    }

    /// Returns the bytes of all records.
    fn bytes(&self) -> u64 {
        self.bases.iter().map(|base| base.whole + base.deltas).sum()
    }

    /// Returns whether the deltas have more bytes than what they follow.
    fn is_outgrown(&self) -> bool {
        let last = self.bases.back();
        last.is_some_and(|base| base.deltas > base.whole.max(SMALLEST_FOLD))
    }

    /// Forgets the records that a commit and later ones do not need. Returns the commit before
    /// which there are none now, if there were some.
    fn forget_before(&mut self, first: CommitId) -> Option<CommitId> {
        let mut oldest = None;
        while self.bases.get(1).is_some_and(|next| next.commit <= first) {
            self.bases.pop_front();
            oldest = self.bases.front().map(|base| base.commit);
        }
        oldest
    }
}
