//! What a loaded hub is.

use soa_journal::{Journal, JournalError, Load, Options};
use soa_runtime::{Hub, IdAllocator};

use crate::disk::Disk;

macro_rules! in_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(tracked = all, layout = $layout, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
            struct Unit {
                hp: u32,
                name: String,
                leader: Option<UnitId>,
            }

            fn unit(hp: u32) -> Unit {
                Unit { hp, name: format!("unit {hp}"), leader: None }
            }

            /// Commits a hub, and loads it from what is on disk.
            fn through(units: &mut UnitHub) -> (Journal, UnitHub) {
                let disk = Disk::default();
                let mut journal = Options::new().open_on(disk.clone()).unwrap();
                journal.commit(|commit| commit.hub("units", units)).unwrap();
                drop(journal);
                let journal = Options::new().open_on(Disk::with_content(disk.content())).unwrap();
                let loaded = journal.load("units").unwrap();
                (journal, loaded)
            }

            #[test]
            fn rows_are_under_their_ids() {
                let mut units = UnitHub::new();
                let ids: Vec<UnitId> = (0..200).map(|hp| units.insert(unit(hp))).collect();
                for id in ids.iter().step_by(3) {
                    units.dealloc(*id);
                }
                units.columns_mut().leader[ids[1]] = Some(ids[4]);
                let (_, loaded) = through(&mut units);
                assert_eq!(loaded.len(), units.len());
                for id in ids {
                    assert_eq!(loaded.get(id), units.get(id), "{id}");
                }
            }

            #[test]
            fn no_id_is_issued_again() {
                let mut units = UnitHub::new();
                let mut issued = std::collections::BTreeSet::new();
                for hp in 0..50 {
                    let id = units.insert(unit(hp));
                    assert!(issued.insert(id));
                    if hp % 2 == 0 {
                        units.dealloc(id);
                    }
                }
                let mut journal = Options::new().open_on(Disk::default()).unwrap();
                for round in 0..20 {
                    journal.commit(|commit| commit.hub("units", &mut units)).unwrap();
                    units = journal.load("units").unwrap();
                    for hp in 0..5 {
                        let id = units.insert(unit(hp));
                        assert!(issued.insert(id), "{id} in round {round}");
                        units.dealloc(id);
                    }
                }
            }

            #[test]
            fn free_slots_are_used_in_the_order_of_the_committed_hub() {
                let mut units = UnitHub::new();
                let ids: Vec<UnitId> = (0..10).map(|hp| units.insert(unit(hp))).collect();
                for slot in [7, 2, 5] {
                    units.dealloc(ids[slot]);
                }
                let (_, mut loaded) = through(&mut units);
                let slots: Vec<u32> = (0..3).map(|hp| loaded.insert(unit(hp)).index()).collect();
                assert_eq!(slots, [5, 2, 7]);
            }

            #[test]
            fn reserved_ids_are_free() {
                let mut units = UnitHub::new();
                let id = units.insert(unit(1));
                let reserved = units.reserve_id();
                let (_, loaded) = through(&mut units);
                assert!(loaded.contains(id));
                assert!(loaded.reserved().next().is_none() && !loaded.is_reserved(reserved));
            }

            #[test]
            fn the_first_commit_after_loading_is_a_delta() {
                let mut units: UnitHub = (0..1000).map(unit).collect();
                let (mut journal, mut loaded) = through(&mut units);
                journal.commit(|commit| commit.hub("units", &mut loaded)).unwrap();
                assert_eq!(journal.stats().bytes, 0);
                let id = loaded.ids().nth(7).unwrap();
                loaded.columns_mut().hp[id] = 0;
                journal.commit(|commit| commit.hub("units", &mut loaded)).unwrap();
                let bytes = journal.stats().bytes;
                assert!((1..40).contains(&bytes), "{bytes} bytes for one value");
                assert_eq!(*journal.load::<UnitHub>("units").unwrap().row(id).hp, 0);
            }

            #[test]
            fn loading_again_and_again_changes_nothing() {
                let mut units: UnitHub = (0..30).map(unit).collect();
                let (mut journal, mut loaded) = through(&mut units);
                for round in 0..30 {
                    let id = loaded.ids().nth(round).unwrap();
                    loaded.columns_mut().hp[id] += 1000;
                    loaded.insert(unit(round as u32));
                    journal.commit(|commit| commit.hub("units", &mut loaded)).unwrap();
                    let again: UnitHub = journal.load("units").unwrap();
                    for (id, row) in loaded.iter() {
                        assert_eq!(again.get(id), Some(row));
                    }
                    assert_eq!(again.len(), loaded.len());
                    loaded = again;
                }
            }
        }
    )*};
}

in_layouts! { slots dense }

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

fn journal() -> Journal {
    Options::new().open_on(Disk::default()).unwrap()
}

#[test]
fn with_slots_the_rows_are_where_they_were() {
    let mut journal = journal();
    let mut units: UnitHub = (0..100).map(|hp| Unit { hp }).collect();
    let ids: Vec<UnitId> = units.ids().collect();
    units.dealloc_many(ids[10..20].iter().copied());
    journal
        .commit(|commit| commit.hub("units", &mut units))
        .unwrap();
    let loaded: UnitHub = journal.load("units").unwrap();
    assert_eq!(loaded.slots(), units.slots());
    assert!(loaded.live_ranges().eq(units.live_ranges()));
    assert_eq!(loaded.columns().hp[15], units.columns().hp[15]);
    assert!(loaded.ids().eq(units.ids()));
}

#[derive(IdAllocator)]
#[soa(tracked = all, bits(index = 4, generation = 4), derive(Serialize, Deserialize))]
struct Few {
    hp: u8,
}

#[test]
fn retired_slots_stay_retired() {
    let mut journal = journal();
    let mut few = FewHub::new();
    let mut issued = std::collections::BTreeSet::new();
    loop {
        for _ in 0..7 {
            let Ok(id) = few.try_insert(Few { hp: 1 }) else {
                journal
                    .commit(|commit| commit.hub("few", &mut few))
                    .unwrap();
                let mut loaded = journal.load::<FewHub>("few").unwrap();
                assert!(loaded.try_insert(Few { hp: 1 }).is_err());
                return;
            };
            assert!(issued.insert(id), "{id} is issued twice");
            few.dealloc(id);
        }
        journal
            .commit(|commit| commit.hub("few", &mut few))
            .unwrap();
        few = journal.load("few").unwrap();
    }
}

#[derive(IdAllocator)]
#[soa(tracked = all, bits(index = 12, generation = 12, tag = 8), derive(Serialize, Deserialize))]
struct Tagged {
    hp: u8,
}

#[test]
fn a_hub_keeps_its_tag() {
    let mut journal = journal();
    let mut hub = TaggedHub::with_tag(7);
    journal
        .commit(|commit| commit.hub("empty", &mut hub))
        .unwrap();
    let id = hub.insert(Tagged { hp: 1 });
    journal
        .commit(|commit| commit.hub("full", &mut hub))
        .unwrap();
    assert_eq!(journal.load::<TaggedHub>("empty").unwrap().tag(), 7);
    let loaded = journal.load::<TaggedHub>("full").unwrap();
    assert_eq!((loaded.tag(), loaded.contains(id)), (7, true));

    let mut other = TaggedHub::with_tag(9);
    other.insert(Tagged { hp: 2 });
    journal
        .commit(|commit| commit.hub("full", &mut other))
        .unwrap();
    assert_eq!(journal.load::<TaggedHub>("full").unwrap().tag(), 9);
}

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Nothing {}

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Skipping {
    kept: u32,
    #[serde(skip)]
    cache: u32,
}

#[test]
fn a_record_without_fields_and_a_skipped_field_are_kept() {
    let mut journal = journal();
    let (mut nothing, mut skipping) = (NothingHub::new(), SkippingHub::new());
    let ids = [nothing.insert(Nothing {}), nothing.insert(Nothing {})];
    nothing.dealloc(ids[0]);
    let id = skipping.insert(Skipping { kept: 1, cache: 2 });
    let written = journal.commit(|commit| {
        commit.hub("nothing", &mut nothing)?;
        commit.hub("skipping", &mut skipping)
    });
    written.unwrap();
    let loaded = journal.load::<NothingHub>("nothing").unwrap();
    assert!(!loaded.contains(ids[0]) && loaded.contains(ids[1]));
    let loaded = journal.load::<SkippingHub>("skipping").unwrap();
    assert_eq!((*loaded.row(id).kept, *loaded.row(id).cache), (1, 0));
}

mod before {
    use soa_runtime::IdAllocator;

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    pub(super) struct Unit {
        pub(super) hp: u16,
    }
}

#[test]
fn a_record_with_other_columns_is_loaded_as_the_old_one() {
    let mut journal = journal();
    let mut old = before::UnitHub::new();
    let id = old.insert(before::Unit { hp: 9 });
    journal
        .commit(|commit| commit.hub("units", &mut old))
        .unwrap();
    let refused = journal.load::<UnitHub>("units").unwrap_err();
    assert!(matches!(&refused, JournalError::Changed { hub, .. } if hub == "units"));
    assert_eq!(
        refused.to_string(),
        "column `hp` of the hub `units` was written as `u16`, and is `u32` now; \
         load it as the old record and `convert` it"
    );
    let old = journal.load::<before::UnitHub>("units").unwrap();
    assert_eq!(*old.row(id).hp, 9);
}

#[test]
fn bytes_left_over_after_a_value_are_an_error() {
    let mut journal = journal();
    journal
        .commit(|commit| commit.value("pair", &(1_u8, 2_u8)))
        .unwrap();
    let refused = journal.load_value::<u8>("pair").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "`pair` cannot be read: 1 bytes are left over"
    );
    assert!(journal.load_value::<(u8, u8, u8)>("pair").is_err());
    assert_eq!(journal.load_value("pair").unwrap(), Some((1_u8, 2_u8)));
}

#[test]
fn a_large_value_is_kept_in_pieces() {
    let mut journal = journal();
    for length in [0, 1, 64_998, 64_999, 65_000, 129_000, 131_000, 1_000_000] {
        let value = vec![7_u8; length];
        journal
            .commit(|commit| commit.value("bytes", &value))
            .unwrap();
        assert_eq!(journal.load_value::<Vec<u8>>("bytes").unwrap(), Some(value));
    }
}

#[test]
fn journals_and_errors_can_be_sent_to_threads() {
    fn sent<T: Send + Sync>() {}
    sent::<Journal>();
    sent::<JournalError>();
    sent::<Options>();
    let _: fn(Hub<Unit>) -> UnitHub = Into::into;
}
