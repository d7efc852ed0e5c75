//! The commits that are kept.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;

use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};
use soa_journal::{CommitId, Journal, JournalError, JournalRecord, Load, Options};
use soa_runtime::{Hub, IdAllocator};

use crate::disk::Disk;
use crate::random::Random;
use crate::{Unit, UnitHub, save, save_value};

/// Commits a value and a hub that have the number of the commit.
fn commit(journal: &mut Journal, units: &mut UnitHub) -> CommitId {
    let next = journal.last() + 1;
    let name = format!("unit {next}");
    let hp = u32::try_from(next).unwrap();
    units.insert(Unit { hp, name });
    let written = journal.commit(|commit| {
        commit.hub("units", units)?;
        commit.value("clock", &next)
    });
    assert_eq!(written.unwrap(), next);
    next
}

/// Checks that a journal has these commits, and each as it was.
fn check(journal: &Journal, expected: RangeInclusive<CommitId>) {
    assert_eq!(journal.commits(), expected);
    for id in expected.clone() {
        let past = journal.at(id).unwrap();
        assert_eq!(past.load_value("clock").unwrap(), Some(id));
        assert_eq!(past.load::<UnitHub>("units").unwrap().len() as u64, id);
    }
    for id in [expected.start() - 1, expected.end() + 1, CommitId::MAX] {
        let refused = journal.at(id).unwrap_err();
        assert!(matches!(&refused, JournalError::UnknownCommit { commit, .. } if *commit == id));
    }
}

#[test]
fn an_unknown_commit_is_refused_with_those_that_are_known() {
    let journal = Options::new().keep(9).open_on(Disk::default()).unwrap();
    assert_eq!(journal.commits(), RangeInclusive::new(1, 0));
    assert_eq!(journal.durable(), None);
    let refused = journal.at(1).unwrap_err().to_string();
    assert_eq!(refused, "commit 1 is unknown; the journal has no commits");

    let mut journal = Options::new().keep(1).open_on(Disk::default()).unwrap();
    for _ in 0..5 {
        journal.commit(|_| Ok(())).unwrap();
    }
    let refused = journal.at(2).unwrap_err().to_string();
    assert_eq!(
        refused,
        "commit 2 is unknown; the journal has commits 4 to 5"
    );
}

#[test]
fn the_last_commit_and_as_many_before_it_are_kept() {
    for keep in [0, 1, 3, 100] {
        let mut units = UnitHub::new();
        let mut journal = Options::new().keep(keep).open_on(Disk::default()).unwrap();
        for _ in 0..8 {
            let last = commit(&mut journal, &mut units);
            check(&journal, last.saturating_sub(keep).max(1)..=last);
        }
    }
}

#[test]
fn a_smaller_number_holds_from_the_next_commit() {
    let disk = Disk::default();
    let mut units = UnitHub::new();
    let mut journal = Options::new().keep(5).open_on(disk.clone()).unwrap();
    for _ in 0..8 {
        commit(&mut journal, &mut units);
    }
    drop(journal);
    let mut journal = Options::new().keep(2).open_on(disk.clone()).unwrap();
    check(&journal, 3..=8);
    commit(&mut journal, &mut units);
    check(&journal, 7..=9);
    drop(journal);

    // With a larger number the past grows.
    let mut journal = Options::new().keep(4).open_on(disk).unwrap();
    check(&journal, 7..=9);
    commit(&mut journal, &mut units);
    check(&journal, 7..=10);
    for _ in 0..3 {
        commit(&mut journal, &mut units);
    }
    check(&journal, 9..=13);
}

#[test]
fn looking_at_the_last_commit_costs_the_next_one_nothing() {
    // The hub that was committed and each that was loaded go on with what changed.
    for chosen in 0..4 {
        let mut journal = Options::new().keep(9).open_on(Disk::default()).unwrap();
        assert_eq!(journal.last(), 0);
        let mut units = UnitHub::new();
        for hp in 0..1000 {
            let name = format!("unit {hp}");
            units.insert(Unit { hp, name });
        }
        let whole = commit(&mut journal, &mut units);
        save_value(&mut journal, "other", &7);
        let past = |id| journal.at(id).unwrap().load("units").unwrap();
        let hubs = [
            past(whole),
            past(journal.last()),
            journal.load("units").unwrap(),
            units,
        ];
        let mut hub: UnitHub = hubs.into_iter().nth(chosen).unwrap();
        let before = journal.stats().bytes;
        let id = hub.ids().next().unwrap();
        hub.columns_mut().hp[id] = 77;
        save(&mut journal, "units", &mut hub);
        assert!(journal.stats().bytes - before < 200);
        let loaded: UnitHub = journal.load("units").unwrap();
        assert_eq!(loaded, hub);
    }
}

#[test]
fn a_hub_of_the_past_is_written_whole_when_it_is_committed() {
    let mut units = UnitHub::new();
    let mut journal = Options::new().keep(9).open_on(Disk::default()).unwrap();
    for _ in 0..5 {
        commit(&mut journal, &mut units);
    }
    let mut old = journal.at(2).unwrap().load::<UnitHub>("units").unwrap();
    save(&mut journal, "units", &mut old);
    assert_eq!(journal.load::<UnitHub>("units").unwrap().len(), 2);
    assert_eq!(
        journal
            .at(5)
            .unwrap()
            .load::<UnitHub>("units")
            .unwrap()
            .len(),
        5
    );
}

pub(crate) const RECORDS: TableDefinition<'_, (u32, u64), (u8, u32, u64)> =
    TableDefinition::new("records");
pub(crate) const PIECES: TableDefinition<'_, (u32, u64, u32), &[u8]> =
    TableDefinition::new("pieces");

/// The commits that have a record of each stream.
fn records(disk: &Disk) -> BTreeMap<u32, Vec<u64>> {
    let database = database(disk);
    let transaction = database.begin_read().unwrap();
    let table = transaction.open_table(RECORDS).unwrap();
    let mut found = BTreeMap::<u32, Vec<u64>>::new();
    let mut pieces = 0;
    for record in table.iter().unwrap() {
        let (key, value) = record.unwrap();
        let (stream, commit) = key.value();
        found.entry(stream).or_default().push(commit);
        pieces += u64::from(value.value().1);
    }
    let table = transaction.open_table(PIECES).unwrap();
    assert_eq!(table.len().unwrap(), pieces, "no piece is without a record");
    for piece in table.iter().unwrap() {
        assert!(piece.unwrap().1.value().len() <= 65_000);
    }
    found
}

fn database(disk: &Disk) -> Database {
    let disk = Disk::with_content(disk.content());
    Database::builder().create_with_backend(disk).unwrap()
}

#[test]
fn what_no_kept_commit_needs_is_deleted() {
    let disk = Disk::default();
    let mut units = UnitHub::new();
    let mut journal = Options::new().keep(1).open_on(disk.clone()).unwrap();
    for _ in 0..6 {
        commit(&mut journal, &mut units);
    }
    drop(journal);
    // The hub needs its first record and all deltas, the value only those of kept commits.
    assert_eq!(
        records(&disk).into_values().collect::<Vec<_>>(),
        [vec![1, 2, 3, 4, 5, 6], vec![5, 6]]
    );

    let mut other = units.clone();
    let mut journal = Options::new().keep(1).open_on(disk.clone()).unwrap();
    commit(&mut journal, &mut other);
    commit(&mut journal, &mut other);
    drop(journal);
    assert_eq!(
        records(&disk).into_values().collect::<Vec<_>>(),
        [vec![7, 8], vec![7, 8]]
    );
}

/// A world whose deltas outgrow its hubs again and again.
fn grow(options: &Options, disk: &Disk, steps: usize) -> (Journal, UnitHub, Vec<UnitHub>) {
    let mut random = Random::new(7);
    let mut journal = options.open_on(disk.clone()).unwrap();
    let mut units: UnitHub = journal.load("units").unwrap();
    let mut history = Vec::new();
    for step in 0..steps {
        if units.len() < 20 {
            let name = "x".repeat(random.below(4000));
            units.insert(Unit {
                hp: step as u32,
                name,
            });
        }
        let id = units.ids().nth(random.below(units.len())).unwrap();
        units.columns_mut().name[id] = "y".repeat(random.below(4000));
        if random.one_in(5) {
            units.dealloc(id);
        }
        save(&mut journal, "units", &mut units);
        if random.one_in(3) {
            journal.flush().unwrap();
        }
        history.push(units.clone());
    }
    (journal, units, history)
}

fn same(loaded: &UnitHub, expected: &UnitHub) -> bool {
    loaded.len() == expected.len() && loaded.iter().all(|(id, row)| expected.get(id) == Some(row))
}

#[test]
fn deltas_that_outgrew_a_hub_are_folded() {
    let disk = Disk::default();
    let (journal, units, _) = grow(&Options::new(), &disk, 300);
    journal.flush().unwrap();
    let stats = journal.stats();
    assert!(stats.folds > 5 && stats.compactions > 0, "{stats:?}");
    let loaded = journal.load("units").unwrap();
    assert!(same(&loaded, &units));
    drop(journal);
    let left = records(&disk);
    assert!(left[&0].len() < 60, "{left:?}");
}

#[test]
fn folding_keeps_the_past() {
    for keep in [1, 7, 50, 1000] {
        let disk = Disk::default();
        let (journal, _, history) = grow(&Options::new().keep(keep), &disk, 200);
        journal.flush().unwrap();
        assert!(journal.stats().folds > 3);
        for id in journal.commits() {
            let past = journal.at(id).unwrap();
            let loaded = past.load("units").unwrap();
            assert!(
                same(&loaded, &history[id as usize - 1]),
                "commit {id} of {keep} kept"
            );
        }
    }
}

/// A flag is the smallest row.
#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Flag {
    is_set: bool,
}

/// Commits a hub until it is folded. Returns ten times the size of the file, in snapshots.
fn size_in_snapshots<T>(mut hub: Hub<T>, change: impl Fn(&mut Hub<T>)) -> u64
where
    T: JournalRecord,
    Hub<T>: serde::Serialize,
{
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world");
    let mut journal = Journal::open(&path).unwrap();
    while journal.stats().folds == 0 {
        change(&mut hub);
        save(&mut journal, "hub", &mut hub);
        journal.flush().unwrap();
        // The thread folds before it writes this.
        save_value(&mut journal, "clock", &1);
        journal.flush().unwrap();
    }
    drop(journal);
    let snapshot = postcard::to_allocvec(&hub).unwrap().len() as u64;
    fs::metadata(&path).unwrap().len() * 10 / snapshot
}

#[test]
fn a_file_after_folding_is_hardly_larger_than_a_snapshot() {
    for rows in [33_333, 100_000, 123_456] {
        let flags = (0..rows * 9).map(|number| Flag {
            is_set: number % 3 == 0,
        });
        let size = size_in_snapshots(flags.collect::<FlagHub>().into(), |flags| {
            for (_, is_set) in flags.columns_mut().is_set.iter_live_mut() {
                *is_set = !*is_set;
            }
        });
        assert!(size <= 13, "{rows} flags: {size}");

        let units = (0..rows).map(|hp| Unit {
            hp,
            name: format!("unit {hp}"),
        });
        let size = size_in_snapshots(units.collect::<UnitHub>().into(), |units| {
            for (_, hp) in units.columns_mut().hp.iter_live_mut() {
                *hp += 1;
            }
        });
        assert!(size <= 13, "{rows} units: {size}");
    }
}
