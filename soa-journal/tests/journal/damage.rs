//! Damaged files: no panic, no memory without bound, and never a world that no commit had.

use std::panic::{AssertUnwindSafe, catch_unwind};

use soa_journal::{Flush, JournalError, Options};
use soa_runtime::IdAllocator;

use crate::disk::Disk;
use crate::memory::peak_of;
use crate::random::Random;

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
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
        let units = past.load::<Unit>("units")?;
        let clock: u16 = past.load_value("clock")?.expect("each commit has it");
        assert_eq!(u64::from(clock) + 1, commit);
        assert_eq!(units.len() as u64, commit);
        assert!(units.iter().all(|(_, unit)| *unit.hp == clock.into()));
    }
    Ok(*journal.commits().end())
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
fn a_file_with_many_changed_bytes_is_an_error_or_a_commit() {
    let mut random = Random::new(12);
    let content = written(true);
    for round in 0..300 {
        let mut damaged = content.clone();
        for _ in 0..1 << random.below(10) {
            let start = random.below(damaged.len());
            let end = (start + random.below(200)).min(damaged.len());
            match random.below(3) {
                0 => damaged[start..end].fill(0),
                1 => damaged[start..end].fill(0xff),
                _ => damaged[start..end].reverse(),
            }
        }
        is_noticed(damaged, &format!("round {round}"));
    }
}

#[test]
fn a_truncated_file_is_an_error_or_a_commit() {
    let mut random = Random::new(13);
    for is_closed in [true, false] {
        let content = written(is_closed);
        for round in 0..200 {
            // One that has less than its first bytes was hardly begun; see `files`.
            let length = 9 + random.below(content.len() - 9);
            let what = format!("round {round}, {length} bytes");
            is_noticed(content[..length].to_vec(), &what);
        }
    }
}

#[test]
fn a_file_with_bytes_after_its_end_is_an_error_or_whole() {
    let mut content = written(true);
    content.resize(content.len() + 10_000, 7);
    is_noticed(content, "bytes after the end");
}
