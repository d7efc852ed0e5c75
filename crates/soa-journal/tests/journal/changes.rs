//! What becomes of a hub when its struct changes: it was written with the old struct.

#![expect(
    clippy::items_after_statements,
    reason = "each struct is beside what is loaded as it"
)]

use std::path::Path;

use soa_journal::{Flush, Journal, JournalError, JournalRecord, Load, Options};
use soa_runtime::{AnyHub, Hub, IdAllocator};

use crate::save;

mod old {
    use serde::{Deserialize, Serialize};
    use soa_runtime::IdAllocator;

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    pub(super) struct Unit {
        pub(super) hp: u32,
        pub(super) name: String,
        pub(super) leader: Option<UnitId>,
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, layout = dense, derive(Serialize, Deserialize))]
    pub(super) struct Packed {
        pub(super) hp: u32,
        pub(super) name: String,
    }

    #[derive(Default, Serialize, Deserialize)]
    pub(super) struct Hp(pub(super) u32);

    #[derive(Default, Serialize, Deserialize)]
    pub(super) struct Inner {
        pub(super) first: u8,
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    pub(super) struct Typed {
        pub(super) hp: Hp,
        pub(super) inner: Inner,
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    pub(super) struct Skipping {
        #[serde(skip)]
        pub(super) cache: u32,
        pub(super) hp: u32,
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, bits(index = 16, generation = 16, tag = 32), derive(Serialize, Deserialize))]
    pub(super) struct Tagged {
        pub(super) hp: u32,
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    pub(super) struct Generic<T, const N: usize>
    where
        [T; N]: Serialize + for<'a> Deserialize<'a> + Default,
    {
        pub(super) one: T,
        pub(super) some: Vec<T>,
        pub(super) few: [T; N],
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    pub(super) struct With {
        #[serde(with = "super::doubled")]
        pub(super) hp: u32,
    }
}

/// Writes a number as its double.
mod doubled {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(value: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        (value * 2).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        Ok(u32::deserialize(deserializer)? / 2)
    }
}

const ROWS: u32 = 100;

/// Writes a hub of each old struct, in two commits.
fn write(path: &Path) -> Result<(), JournalError> {
    let mut units = old::UnitHub::new();
    let mut packed = old::PackedHub::new();
    let mut typed = old::TypedHub::new();
    let mut skipping = old::SkippingHub::new();
    let mut tagged = old::TaggedHub::with_tag(7);
    let mut generic = old::GenericHub::<u32, 2>::new();
    let mut with = old::WithHub::new();
    let mut leader = None;
    for hp in 0..ROWS {
        let name = format!("unit {hp}");
        leader = Some(units.insert(old::Unit {
            hp,
            name: name.clone(),
            leader,
        }));
        packed.insert(old::Packed { hp, name });
        typed.insert(old::Typed {
            hp: old::Hp(hp),
            inner: old::Inner { first: 3 },
        });
        skipping.insert(old::Skipping { cache: 9, hp });
        tagged.insert(old::Tagged { hp });
        generic.insert(old::Generic {
            one: hp,
            some: vec![hp; 3],
            few: [hp; 2],
        });
        with.insert(old::With { hp });
    }
    let mut journal = Options::new().flush(Flush::Each).open(path)?;
    for round in 0..2 {
        journal.commit(|commit| {
            commit.hub("units", &mut units)?;
            commit.hub("packed", &mut packed)?;
            commit.hub("typed", &mut typed)?;
            commit.hub("skipping", &mut skipping)?;
            commit.hub("tagged", &mut tagged)?;
            commit.hub("generic", &mut generic)?;
            commit.hub("with", &mut with)?;
            commit.value("round", &round)
        })?;
        // The second record of each is a delta.
        for (_, name) in units.columns_mut().name.iter_live_mut() {
            name.push('!');
        }
    }
    Ok(())
}

/// Writes a journal, and opens it again.
fn written() -> (tempfile::TempDir, Journal) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world");
    write(&path).unwrap();
    let journal = Options::new().flush(Flush::Each).open(&path).unwrap();
    (folder, journal)
}

fn load<T: JournalRecord>(name: &str) -> Hub<T> {
    written().1.load(name).unwrap()
}

/// Returns the column, the expected type and the one that was found.
fn changed<T: JournalRecord>(name: &str) -> (String, String, Option<String>) {
    let refused = written().1.load::<Hub<T>>(name).map(drop).unwrap_err();
    let text = refused.to_string();
    let JournalError::Changed {
        hub,
        column,
        expected,
        found,
    } = refused
    else {
        panic!("{refused}");
    };
    assert_eq!(hub, name);
    let parts = [&format!("`{column}`"), &expected];
    assert!(parts.iter().all(|part| text.contains(*part)), "{text}");
    (column, expected, found)
}

/// A column, the expected type and the one that was found.
fn named(column: &str, expected: &str, found: &str) -> (String, String, Option<String>) {
    let found = Some(found.to_owned());
    (column.to_owned(), expected.to_owned(), found)
}

#[test]
fn columns_that_are_new_have_their_defaults() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Unit {
        mana: u8,
        #[soa(default = 300)]
        armour: u32,
        hp: u32,
        #[serde(default)]
        #[soa(default = String::from("none"))]
        title: String,
        #[serde(default = "seven")]
        luck: u64,
        leader: Option<UnitId>,
        target: Option<UnitId>,
        name: String,
        path: Vec<[f32; 2]>,
    }
    fn seven() -> u64 {
        7
    }
    let units = load::<Unit>("units");
    assert_eq!(units.len(), ROWS as usize);
    for (place, (_, unit)) in units.iter().enumerate() {
        assert_eq!((*unit.mana, *unit.armour, *unit.luck), (0, 300, 7));
        assert_eq!((*unit.hp, &**unit.title), (place as u32, "none"));
        assert_eq!(*unit.name, format!("unit {place}!"));
        assert_eq!(unit.leader.is_some(), place > 0);
        assert!(unit.target.is_none() && unit.path.is_empty());
    }
}

#[test]
fn a_column_that_is_new_and_required_is_named() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, layout = dense, derive(Serialize, Deserialize))]
    struct Packed {
        hp: u32,
        name: String,
        #[soa(required)]
        owner: Option<u64>,
    }
    let expected = ("owner".to_owned(), "Option<u64>".to_owned(), None);
    assert_eq!(changed::<Packed>("packed"), expected);

    #[derive(IdAllocator)]
    #[soa(tracked = all, layout = dense, derive(Serialize, Deserialize))]
    struct Other {
        hp: u32,
        name: String,
        more: u8,
        #[soa(required)]
        #[serde(default = "nine")]
        owner: u64,
    }
    fn nine() -> u64 {
        9
    }
    let others = load::<Other>("packed");
    let right = others
        .iter()
        .filter(|(_, row)| (*row.owner, *row.more) == (9, 0));
    assert_eq!(right.count(), ROWS as usize);
}

#[test]
fn columns_that_are_removed_or_moved_are_passed_over_and_found() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    #[serde(deny_unknown_fields)]
    struct Unit {
        name: String,
        hp: u32,
    }
    let units = load::<Unit>("units");
    let right = |(place, (_, unit)): (usize, (_, UnitRow<'_>))| {
        (*unit.hp as usize, &**unit.name) == (place, &*format!("unit {place}!"))
    };
    assert!(units.len() == ROWS as usize && units.iter().enumerate().all(right));
}

#[test]
fn a_renamed_column_is_found_by_its_alias() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    #[serde(rename_all = "camelCase")]
    struct Unit {
        #[serde(alias = "life", alias = "hp")]
        hit_points: u32,
        #[serde(rename = "name")]
        title: String,
        the_leader: Option<u8>,
    }
    let units = load::<Unit>("units");
    for (place, (_, unit)) in units.iter().enumerate() {
        assert_eq!(*unit.hit_points, place as u32);
        assert_eq!(*unit.title, format!("unit {place}!"));
        assert!(unit.the_leader.is_none());
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Without {
        hit_points: u32,
        #[serde(rename(serialize = "name"))]
        title: String,
    }
    let units = load::<Without>("units");
    assert!(units.iter().all(|(_, unit)| *unit.hit_points == 0));
    // A column is also found by the name under which it is written now.
    let mut titles = units.iter().map(|(_, unit)| unit.title);
    assert!(titles.all(|title| title.starts_with("unit ")));
}

#[test]
fn a_column_that_is_skipped_has_its_default() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Skipping {
        #[soa(default = 4)]
        cache: u32,
        #[serde(skip)]
        #[soa(default = 5)]
        hp: u32,
    }
    let loaded = load::<Skipping>("skipping");
    let right = loaded
        .iter()
        .filter(|(_, row)| (*row.cache, *row.hp) == (4, 5));
    assert_eq!(right.count(), ROWS as usize);
}

#[test]
fn another_type_is_named() {
    #[derive(Default, serde::Serialize, serde::Deserialize)]
    struct Health(u32);

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Typed {
        hp: Health,
    }
    assert_eq!(changed::<Typed>("typed"), named("hp", "Health", "Hp"));
    let refused = written().1.load::<TypedHub>("typed").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "column `hp` of the hub `typed` was written as `Hp`, and is `Health` now; load it as the \
         old record and `convert` it"
    );

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct With {
        hp: u32,
    }
    let doubled = named("hp", "u32", "u32 with super::doubled");
    assert_eq!(changed::<With>("with"), doubled);
}

#[test]
fn a_type_that_changed_under_its_name_is_not_noticed_by_its_name() {
    #[derive(Default, serde::Serialize, serde::Deserialize)]
    struct Inner {
        first: u8,
        second: u8,
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Typed {
        inner: Inner,
    }
    let refused = written().1.load::<TypedHub>("typed").unwrap_err();
    assert!(matches!(refused, JournalError::Damaged { .. }), "{refused}");
}

#[test]
fn the_layout_and_what_is_tracked_may_change() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, layout = dense, recycle = fifo, derive(Serialize, Deserialize))]
    struct Unit {
        hp: u32,
        name: String,
    }
    assert_eq!(load::<Unit>("units").len(), ROWS as usize);

    #[derive(IdAllocator)]
    #[soa(tracked, derive(Serialize, Deserialize))]
    struct Packed {
        #[soa(tracked)]
        hp: u32,
        #[soa(tracked)]
        name: String,
    }
    let packed = load::<Packed>("packed");
    let mut hps: Vec<u32> = packed.iter().map(|(_, row)| *row.hp).collect();
    hps.sort_unstable();
    assert!(hps.into_iter().eq(0..ROWS));
}

#[test]
fn other_bits_of_the_ids_are_named() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, bits(index = 32, generation = 32), derive(Serialize, Deserialize))]
    struct Tagged {
        hp: u32,
    }
    let expected = "bits(index = 32, generation = 32, tag = 0)";
    let found = "bits(index = 16, generation = 16, tag = 32)";
    assert_eq!(changed::<Tagged>("tagged"), named("id", expected, found));
    assert_eq!(load::<old::Tagged>("tagged").tag(), 7);
}

#[test]
fn a_generic_column_has_its_concrete_type() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Generic<U, const M: usize>
    where
        [U; M]: serde::Serialize + for<'a> serde::Deserialize<'a> + Default,
    {
        one: U,
        some: Vec<U>,
        few: [U; M],
    }
    assert_eq!(load::<Generic<u32, 2>>("generic").len(), ROWS as usize);
    let one = named("one", "u64", "u32");
    assert_eq!(changed::<Generic<u64, 2>>("generic"), one);
    let few = named("few", "[u32; 3]", "[u32; 2]");
    assert_eq!(changed::<Generic<u32, 3>>("generic"), few);

    // What was a parameter may be written out.
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Written {
        some: Vec<u32>,
    }
    let rows = load::<Written>("generic");
    assert!(rows.iter().all(|(_, row)| row.some.len() == 3));
}

#[test]
fn a_renamed_struct_keeps_the_name_of_its_id_or_is_named() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, id = UnitId, derive(Serialize, Deserialize))]
    struct Soldier {
        leader: Option<UnitId>,
    }
    let soldiers = load::<Soldier>("units");
    let leaders = soldiers.iter().filter_map(|(_, soldier)| *soldier.leader);
    let live = leaders.filter(|leader| soldiers.contains(*leader));
    assert_eq!(live.count(), 99);

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Fighter {
        leader: Option<FighterId>,
    }
    let expected = named("leader", "Option<FighterId>", "Option<UnitId>");
    assert_eq!(changed::<Fighter>("units"), expected);
}

#[test]
fn a_world_may_have_a_hub_more_or_less() {
    let (_folder, mut journal) = written();
    let mut units: old::UnitHub = journal.load("units").unwrap();
    let mut shots: old::PackedHub = journal.load("shots").unwrap();
    assert!(shots.is_empty());
    let written = journal.commit(|commit| {
        commit.hub("units", &mut units)?;
        commit.hub("shots", &mut shots)
    });
    written.unwrap();
    let packed: old::PackedHub = journal.load("packed").unwrap();
    assert_eq!(packed.len(), ROWS as usize);
}

#[test]
fn a_hub_of_an_older_struct_is_next_written_whole_and_then_by_what_changes() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Unit {
        hp: u32,
        #[soa(default = 40)]
        mana: u32,
    }
    let (folder, mut journal) = written();
    let mut units: UnitHub = journal.load("units").unwrap();
    let mut sizes = Vec::new();
    for round in 0..3 {
        let id = units.ids().next().unwrap();
        units.columns_mut().mana[id] = round;
        let before = journal.stats().bytes;
        save(&mut journal, "units", &mut units);
        sizes.push(journal.stats().bytes - before);
    }
    assert!(sizes[0] > u64::from(ROWS) * 2, "{sizes:?}");
    assert!(sizes[1..].iter().all(|size| *size < 60), "{sizes:?}");
    drop(journal);
    let journal = Journal::open(folder.path().join("world")).unwrap();
    let units: UnitHub = journal.load("units").unwrap();
    let mana: Vec<u32> = units.iter().map(|(_, unit)| *unit.mana).collect();
    assert_eq!((mana[0], mana[1], mana.len()), (2, 40, ROWS as usize));
    // The old struct reads the new one, without what it does not know.
    let old: old::UnitHub = journal.load("units").unwrap();
    assert!(old.iter().all(|(_, unit)| unit.name.is_empty()));
    let _: &Hub<old::Unit> = AnyHub::as_hub(&old);
}
