//! What a loaded hub is.

use soa_journal::{Journal, JournalError, Load, Options};
use soa_runtime::IdAllocator;

use crate::disk::Disk;
use crate::{journal, save, save_value};

#[test]
fn the_first_commit_after_loading_is_a_delta() {
    macro_rules! check {
        ($layout:ident) => {{
            #[derive(IdAllocator)]
            #[soa(tracked = all, layout = $layout, derive(Serialize, Deserialize))]
            struct Unit {
                hp: u32,
                name: String,
            }

            let unit = |hp| Unit {
                hp,
                name: format!("unit {hp}"),
            };
            let (mut units, disk) = ((0..1000).map(unit).collect::<UnitHub>(), Disk::default());
            let mut journal = Options::new().open_on(disk.clone()).unwrap();
            save(&mut journal, "units", &mut units);
            drop(journal);
            let disk = Disk::with_content(disk.content());
            let mut journal = Options::new().open_on(disk).unwrap();
            let mut loaded: UnitHub = journal.load("units").unwrap();
            for _ in 0..2 {
                save(&mut journal, "units", &mut loaded);
                assert_eq!(journal.stats().bytes, 0, "it did not change");
            }
            let id = loaded.ids().nth(7).unwrap();
            loaded.columns_mut().hp[id] = 0;
            save(&mut journal, "units", &mut loaded);
            let bytes = journal.stats().bytes;
            assert!((1..40).contains(&bytes), "{bytes} bytes for one value");
            assert_eq!(*journal.load::<UnitHub>("units").unwrap().row(id).hp, 0);
        }};
    }
    check!(slots);
    check!(dense);
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
    save(&mut journal, "empty", &mut hub);
    let id = hub.insert(Tagged { hp: 1 });
    save(&mut journal, "full", &mut hub);
    assert_eq!(journal.load::<TaggedHub>("empty").unwrap().tag(), 7);
    let loaded = journal.load::<TaggedHub>("full").unwrap();
    assert_eq!((loaded.tag(), loaded.contains(id)), (7, true));

    let mut other = TaggedHub::with_tag(9);
    other.insert(Tagged { hp: 2 });
    save(&mut journal, "full", &mut other);
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

#[test]
fn bytes_left_over_after_a_value_are_an_error() {
    let mut journal = journal();
    save_value(&mut journal, "pair", &(1_u8, 2_u8));
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
        save_value(&mut journal, "bytes", &value);
        assert_eq!(journal.load_value::<Vec<u8>>("bytes").unwrap(), Some(value));
    }
}

#[test]
fn journals_and_errors_can_be_sent_to_threads() {
    fn sent<T: Send + Sync>() {}
    sent::<Journal>();
    sent::<JournalError>();
    sent::<Options>();
}
