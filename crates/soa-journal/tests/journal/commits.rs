//! What a commit contains.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::ser::Error;
use serde::{Serialize, Serializer};
use soa_journal::{Journal, JournalError, Load};
use soa_runtime::IdAllocator;

use crate::{Unit, UnitHub, journal, save};

fn unit(hp: u32) -> Unit {
    let name = format!("unit {hp}");
    Unit { hp, name }
}

fn units(journal: &Journal) -> UnitHub {
    journal.load("units").unwrap()
}

/// The values of one column, in the order of the rows.
fn hp(units: &UnitHub) -> Vec<u32> {
    units.iter().map(|(_, unit)| *unit.hp).collect()
}

#[test]
fn what_was_never_named_is_empty() {
    let journal = journal();
    assert!(units(&journal).is_empty());
    assert_eq!(journal.load_value::<u64>("clock").unwrap(), None);
}

#[test]
fn a_closure_that_fails_or_panics_commits_nothing_and_loses_nothing() {
    let mut journal = journal();
    let mut all: UnitHub = [unit(1)].into_iter().collect();
    save(&mut journal, "units", &mut all);
    for panics in [false, true] {
        all.insert(unit(2));
        let write = |commit: &mut soa_journal::Commit<'_>| {
            commit.value("clock", &7_u64)?;
            commit.hub("units", &mut all)?;
            assert!(!panics, "in the closure");
            Err(JournalError::other("changed my mind"))
        };
        match catch_unwind(AssertUnwindSafe(|| journal.commit(write))) {
            Ok(refused) => assert_eq!(refused.unwrap_err().to_string(), "changed my mind"),
            Err(_) => assert!(panics),
        }
        assert_eq!(journal.commits(), 1..=1);
        assert_eq!(journal.load_value::<u64>("clock").unwrap(), None);
    }
    save(&mut journal, "units", &mut all);
    assert_eq!(hp(&units(&journal)), [1, 2, 2]);
}

#[test]
fn of_one_name_twice_the_last_counts() {
    let mut journal = journal();
    let mut first: UnitHub = [unit(1)].into_iter().collect();
    let mut second: UnitHub = [unit(2)].into_iter().collect();
    let written = journal.commit(|commit| {
        commit.value("clock", &1_u64)?;
        commit.hub("units", &mut first)?;
        commit.hub("units", &mut second)?;
        commit.value("clock", &2_u64)
    });
    written.unwrap();
    assert_eq!(hp(&units(&journal)), [2]);
    assert_eq!(journal.load_value::<u64>("clock").unwrap(), Some(2));

    // The hub that the journal has already, and which has not changed, counts as well.
    let written = journal.commit(|commit| {
        commit.hub("units", &mut first)?;
        commit.hub("units", &mut second)
    });
    written.unwrap();
    assert_eq!(hp(&units(&journal)), [2]);
    second.insert(unit(3));
    save(&mut journal, "units", &mut second);
    assert_eq!(hp(&units(&journal)), [2, 3]);
}

#[test]
fn a_hub_twice_in_a_commit_has_the_changes_between() {
    let mut journal = journal();
    let mut all: UnitHub = [unit(1)].into_iter().collect();
    save(&mut journal, "units", &mut all);
    let written = journal.commit(|commit| {
        all.insert(unit(2));
        commit.hub("units", &mut all)?;
        all.insert(unit(3));
        commit.hub("units", &mut all)
    });
    written.unwrap();
    assert_eq!(hp(&units(&journal)), [1, 2, 3]);
}

#[test]
fn a_hub_and_a_value_may_share_a_name() {
    let mut journal = journal();
    let mut all: UnitHub = [unit(1)].into_iter().collect();
    let written = journal.commit(|commit| {
        commit.hub("units", &mut all)?;
        commit.value("units", &9)
    });
    written.unwrap();
    assert_eq!(hp(&units(&journal)), [1]);
    assert_eq!(journal.load_value::<i32>("units").unwrap(), Some(9));
}

#[test]
fn a_hub_may_have_two_names() {
    let mut journal = journal();
    let mut all = UnitHub::new();
    for number in 0..5 {
        all.insert(unit(number));
        let written = journal.commit(|commit| {
            commit.hub("units", &mut all)?;
            if number % 2 == 0 {
                commit.hub("every second", &mut all)?;
            }
            Ok(())
        });
        written.unwrap();
    }
    assert_eq!(hp(&units(&journal)), [0, 1, 2, 3, 4]);
    let second: UnitHub = journal.load("every second").unwrap();
    assert_eq!(hp(&second), [0, 1, 2, 3, 4]);
}

#[test]
fn every_text_is_a_name() {
    let mut journal = journal();
    let names = ["", " ", "units/\0", "ä€😀", &"long".repeat(50_000)];
    for (number, name) in names.iter().enumerate() {
        let mut all: UnitHub = [unit(number as u32)].into_iter().collect();
        let written = journal.commit(|commit| {
            commit.hub(name, &mut all)?;
            commit.value(name, &number)
        });
        written.unwrap();
    }
    for (number, name) in names.iter().enumerate() {
        let all: UnitHub = journal.load(name).unwrap();
        assert_eq!(hp(&all), [number as u32]);
        assert_eq!(journal.load_value(name).unwrap(), Some(number));
    }
}

/// A value that cannot be written if it is above 100.
#[derive(Default)]
pub(crate) struct Small(pub(crate) u32);

impl Serialize for Small {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            0..=100 => self.0.serialize(serializer),
            _ => Err(S::Error::custom("above 100")),
        }
    }
}

impl<'de> serde::Deserialize<'de> for Small {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u32::deserialize(deserializer).map(Small)
    }
}

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Gauge {
    level: Small,
}

#[test]
fn what_cannot_be_serialized_is_an_error_with_its_name() {
    let mut journal = journal();
    let refused = journal
        .commit(|commit| commit.value("gauge", &Small(101)))
        .unwrap_err();
    assert!(
        refused
            .to_string()
            .starts_with("`gauge` cannot be written: "),
        "{refused}"
    );
    assert!(journal.commits().is_empty());

    let mut gauges = GaugeHub::new();
    let id = gauges.insert(Gauge { level: Small(7) });
    save(&mut journal, "gauges", &mut gauges);
    gauges.columns_mut().level[id] = Small(101);
    let refused = journal
        .commit(|commit| commit.hub("gauges", &mut gauges))
        .unwrap_err();
    assert!(matches!(&refused, JournalError::Unwritable { name, .. } if name == "gauges"));
    // Whoever goes on without it has a commit without it.
    journal
        .commit(|commit| {
            let _ = commit.hub("gauges", &mut gauges);
            Ok(())
        })
        .unwrap();
    let level = |journal: &Journal| journal.load::<GaugeHub>("gauges").unwrap().row(id).level.0;
    assert_eq!(level(&journal), 7);

    gauges.columns_mut().level[id] = Small(8);
    save(&mut journal, "gauges", &mut gauges);
    assert_eq!(level(&journal), 8);
}

#[test]
fn another_hub_under_a_known_name_is_written_whole() {
    let mut journal = journal();
    let mut all: UnitHub = (0..3).map(unit).collect();
    let mut check = |all: &mut UnitHub| {
        save(&mut journal, "units", all);
        let loaded: UnitHub = {
            // `at` does not remember the hub that it returns.
            let past = journal.at(journal.last()).unwrap();
            past.load("units").unwrap()
        };
        assert!(loaded.iter().eq(all.iter()));
    };
    check(&mut all);
    let mut copy = all.clone();
    copy.columns_mut().hp[0] = 50;
    check(&mut copy);
    all.columns_mut().hp[1] = 60; // behind what the journal has now
    check(&mut all);
    let mut other: UnitHub = (10..20).map(unit).collect();
    other.advance();
    std::mem::swap(&mut all, &mut other);
    check(&mut all);
    all.clone_from(&copy);
    check(&mut all);
    all.clear();
    check(&mut all);
    all.shrink_to_fit();
    check(&mut all);
    all.insert(unit(1));
    check(&mut all);
    all = UnitHub::new();
    check(&mut all);
    check(&mut all);
}
