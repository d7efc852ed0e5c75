//! Damaged files: no panic, no memory without bound, and never a world that no commit had.

use std::panic::{AssertUnwindSafe, catch_unwind};

use redb::{Database, ReadableTable, ReadableTableMetadata};
use soa_journal::{Flush, JournalError, Load, Options};
use soa_runtime::IdAllocator;

use crate::disk::Disk;
use crate::memory::peak_of;
use crate::past::{PIECES, RECORDS};
use crate::random::Random;

#[derive(IdAllocator)]
// A record of dense rows has all parts that a record can have.
#[soa(tracked = all, layout = dense, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
    name: String,
    path: Vec<(u16, u16)>,
}

/// The most bytes that opening and loading may take: the cache, and a few times the file.
const BOUND: usize = 64 << 20;

/// Returns a journal as it is on disk after it was closed or after a crash, and how many rows
/// each of its commits has.
fn written(is_closed: bool) -> Vec<u8> {
    let disk = Disk::default();
    let options = Options::new().flush(Flush::Each).keep(3);
    let mut journal = options.open_on(disk.clone()).unwrap();
    let mut units = UnitHub::new();
    for number in 0..LAST as u16 {
        let name = "name".repeat(usize::from(number) * 40);
        let path = vec![(number, 3); 9];
        units.insert(Unit { hp: 0, name, path });
        units.swap_rows(0, usize::from(number / 2));
        for (_, hp) in units.columns_mut().hp.iter_live_mut() {
            *hp = number.into();
        }
        let written = journal.commit(|commit| {
            commit.hub("units", &mut units)?;
            commit.value("clock", &number)
        });
        written.unwrap();
    }
    if is_closed {
        drop(journal);
        disk.content()
    } else {
        let content = disk.content();
        disk.turn_off();
        content
    }
}

/// The number of commits that are written.
const LAST: u64 = 12;

/// Opens what may be damaged, and reads all of it. Returns the last commit.
fn read(content: Vec<u8>) -> Result<u64, JournalError> {
    let journal = Options::new().open_on(Disk::with_content(content))?;
    for commit in journal.commits() {
        let past = journal.at(commit)?;
        let units = past.load::<UnitHub>("units")?;
        let clock: u16 = past.load_value("clock")?.unwrap_or(0);
        let is_right = u64::from(clock) + 1 == commit
            && units.len() as u64 == commit
            && units.iter().all(|(_, unit)| *unit.hp == clock.into());
        if !is_right {
            return Err(JournalError::other("a world that no commit had"));
        }
    }
    Ok(journal.last())
}

/// Reads damaged content. Returns whether the damage has an effect: an error, or an earlier
/// commit.
fn is_noticed(content: Vec<u8>, what: &str) -> bool {
    let mut noticed = true;
    let peak = peak_of(|| {
        let read = catch_unwind(AssertUnwindSafe(|| read(content)));
        match read.unwrap_or_else(|_| panic!("{what}: a panic")) {
            Ok(last) => noticed = last < LAST,
            Err(
                JournalError::Damaged { .. }
                | JournalError::NotAJournal { .. }
                | JournalError::Newer { .. }
                | JournalError::Io(_),
            ) => {}
            // Only a record with a right checksum and wrong bytes is one of these.
            Err(
                JournalError::Changed { .. }
                | JournalError::Unreadable { .. }
                | JournalError::UnknownCommit { .. }
                | JournalError::Other(_),
            ) if what.starts_with("record") => {}
            Err(error) => panic!("{what}: {error}"),
        }
    });
    assert!(peak < BOUND, "{what}: {peak} bytes");
    noticed
}

/// The offsets at which something is written.
fn written_offsets(content: &[u8]) -> Vec<usize> {
    let offsets = content.iter().enumerate();
    offsets
        .filter(|(_, byte)| **byte != 0)
        .map(|(at, _)| at)
        .collect()
}

#[test]
fn a_flipped_byte_is_an_error_or_is_not_used() {
    let mut random = Random::new(11);
    for is_closed in [true, false] {
        let content = written(is_closed);
        assert_eq!(read(content.clone()).unwrap(), LAST);
        let offsets = written_offsets(&content);
        let (mut noticed, mut flips) = (0, 0);
        let head = 0..400;
        let elsewhere = (0..1200).map(|_| offsets[random.below(offsets.len())]);
        let places: Vec<usize> = head.chain(elsewhere).collect();
        for at in places {
            let mut damaged = content.clone();
            damaged[at] ^= 1 + random.below(255) as u8;
            noticed += u32::from(is_noticed(damaged, &format!("byte {at}")));
            flips += 1;
        }
        assert!(
            noticed > 300,
            "{noticed} of {flips} flipped bytes were noticed"
        );
    }
}

#[test]
fn a_file_that_was_changed_cut_or_extended_is_an_error_or_a_commit() {
    let mut random = Random::new(12);
    let contents = [written(true), written(false)];
    for round in 0..700 {
        let mut damaged = contents[round % 2].clone();
        let what = match random.below(7) {
            0..=2 => {
                for _ in 0..1 << random.below(10) {
                    let start = random.below(damaged.len());
                    let end = (start + random.below(200)).min(damaged.len());
                    match random.below(3) {
                        0 => damaged[start..end].fill(0),
                        1 => damaged[start..end].fill(0xff),
                        _ => damaged[start..end].reverse(),
                    }
                }
                "other bytes"
            }
            // One that has less than its first bytes was hardly begun; see `files`.
            3..=5 => {
                damaged.truncate(9 + random.below(damaged.len() - 9));
                "fewer bytes"
            }
            _ => {
                damaged.resize(damaged.len() + random.below(10_000), 7);
                "more bytes"
            }
        };
        is_noticed(damaged, &format!("round {round}, {what}"));
    }
}

/// Changes a record of a journal by means of redb, so that all checksums are right.
fn forge(content: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let disk = Disk::with_content(content);
    let database = Database::builder()
        .create_with_backend(disk.clone())
        .unwrap();
    let transaction = database.begin_write().unwrap();
    {
        let mut pieces = transaction.open_table(PIECES).unwrap();
        let mut records = transaction.open_table(RECORDS).unwrap();
        let count = pieces.len().unwrap() as usize;
        let piece = pieces.iter().unwrap().nth(random.below(count)).unwrap();
        let (key, mut bytes) = piece
            .map(|(key, piece)| (key.value(), piece.value().to_vec()))
            .unwrap();
        let (stream, commit, part) = key;
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] = random.next() as u8,
                1 => bytes.truncate(at.max(1)),
                2 => bytes.insert(at, random.next() as u8),
                _ => bytes[at..]
                    .iter_mut()
                    .take(9)
                    .for_each(|byte| *byte |= 0x80),
            }
        }
        let mut record = (random.below(2) as u8, 1, bytes.len() as u64);
        match random.below(8) {
            0 => record.0 = 2,
            1 => record.1 = u32::MAX,
            2 => record.2 = u64::MAX,
            3 => record = (0, 0, 0),
            _ => {}
        }
        pieces.insert((stream, commit, part), &*bytes).unwrap();
        records.insert((stream, commit), record).unwrap();
    }
    transaction.commit().unwrap();
    drop(database);
    disk.content()
}

#[test]
fn a_record_with_other_bytes_is_an_error_or_a_hub() {
    let mut random = Random::new(14);
    let content = written(true);
    let mut noticed = 0;
    for round in 0..600 {
        let forged = forge(content.clone(), &mut random);
        noticed += u32::from(is_noticed(forged, &format!("record, round {round}")));
    }
    assert!(noticed > 300, "{noticed}");
}
