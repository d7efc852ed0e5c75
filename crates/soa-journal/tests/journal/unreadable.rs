//! What could be written and not be read is refused when it is committed.

use std::collections::{BTreeMap, HashMap};
use std::net::Ipv4Addr;

use serde::{Deserialize, Serialize};
use soa_journal::{Journal, JournalError, JournalRecord, Load};
use soa_runtime::{Hub, IdAllocator, World};

use crate::{journal, save};

/// Returns why a hub is refused.
fn refused<T: JournalRecord>(hub: &mut Hub<T>) -> String {
    refused_by(&mut journal(), hub)
}

fn refused_by<T: JournalRecord>(journal: &mut Journal, hub: &mut Hub<T>) -> String {
    let refused = journal.commit(|commit| commit.hub("things", hub));
    let JournalError::Unwritable { name, reason } = refused.unwrap_err() else {
        panic!("it has a reason");
    };
    assert_eq!(name, "things");
    reason
}

/// A value that may be anything, as `serde_json::Value`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Anything {
    Number(u64),
    Text(String),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Tagged {
    Small { size: u8 },
    Large { size: u64 },
}

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Flat {
    number: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
enum Deep {
    #[default]
    Nothing,
    Pair(u8, Vec<Option<Box<Deep>>>),
    Last {
        value: HashMap<String, Option<Anything>>,
    },
}

/// Each of these is refused although its first value has nothing of the type.
#[test]
fn a_type_that_asks_what_comes_next_is_refused_before_a_value_has_it() {
    macro_rules! is_refused {
        ($name:ident: $type:ty = $value:expr) => {{
            #[derive(IdAllocator)]
            #[soa(tracked = all, derive(Serialize, Deserialize))]
            struct Thing {
                hp: u32,
                $name: $type,
            }
            let mut things = ThingHub::new();
            things.insert(Thing {
                hp: 3,
                $name: $value,
            });
            let reason = refused(&mut things);
            let wanted = format!("column `{}`", stringify!($name));
            assert!(reason.contains(&wanted), "{reason}");
            let part = "asks the format what comes next";
            assert!(reason.contains(part), "{reason}");
        }};
    }
    is_refused!(data: Option<Anything> = None);
    is_refused!(data: Vec<Anything> = Vec::new());
    is_refused!(data: Option<Anything> = Some(Anything::Number(4)));
    is_refused!(data: (u8, Option<Tagged>) = (0, None));
    is_refused!(data: BTreeMap<u8, Vec<Tagged>> = BTreeMap::new());
    is_refused!(data: Deep = Deep::Nothing);
    is_refused!(data: [Option<Deep>; 2] = [None, None]);
    is_refused!(flat: Flat = Flat::default());
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Omitting {
    #[serde(default, skip_serializing_if = "is_zero")]
    wounds: u8,
    gold: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[test]
fn a_type_that_leaves_out_fields_is_refused_by_the_commit_in_which_it_does() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Thing {
        purse: Vec<Option<Omitting>>,
    }
    let (mut journal, mut things) = (journal(), ThingHub::new());
    let some = |wounds| Some(Omitting { wounds, gold: 300 });
    let purse = vec![None, some(1)];
    let id = things.insert(Thing { purse });
    save(&mut journal, "things", &mut things);
    for wounds in [2, 0, 3] {
        things.columns_mut().purse[id] = vec![some(wounds)];
        let written = journal.commit(|commit| commit.hub("things", &mut things));
        match written {
            Ok(_) => assert_ne!(wounds, 0),
            Err(JournalError::Unwritable { reason, .. }) => {
                assert_eq!(wounds, 0);
                assert!(reason.contains("column `purse`"), "{reason}");
                assert!(reason.contains("leaves out the field `wounds`"), "{reason}");
            }
            Err(error) => panic!("{error}"),
        }
        let loaded: ThingHub = journal.load("things").unwrap();
        let wounds = if wounds == 0 { 2 } else { wounds };
        assert_eq!(loaded.row(id).purse[0].as_ref().unwrap().wounds, wounds);
    }
    // A value is refused, too.
    let omitting = Omitting::default();
    let refused = journal
        .commit(|commit| commit.value("purse", &omitting))
        .unwrap_err();
    assert!(refused.to_string().contains("`wounds`"), "{refused}");
}

/// A type that writes something else than it reads.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Crooked(u8);

impl Serialize for Crooked {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 < 10 {
            (self.0, self.0).serialize(serializer)
        } else {
            "text".serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Crooked {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bool::deserialize(deserializer).map(|_| Crooked(0))
    }
}

#[test]
fn the_first_value_of_each_column_is_read_back() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Thing {
        hp: u32,
        crooked: Crooked,
    }
    for first in [1, 20] {
        let mut things = ThingHub::new();
        let crooked = Crooked(first);
        things.insert(Thing { hp: 1, crooked });
        let reason = refused(&mut things);
        let part = "column `crooked` cannot be read back";
        assert!(reason.contains(part), "{reason}");
    }
    // Without a row there is nothing to read, until there is.
    let (mut journal, mut things) = (journal(), ThingHub::new());
    save(&mut journal, "things", &mut things);
    let crooked = Crooked(1);
    things.insert(Thing { hp: 1, crooked });
    journal
        .commit(|commit| commit.hub("things", &mut things))
        .unwrap_err();
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Look(
    u32,
    #[serde(default, skip_serializing_if = "Option::is_none")] Option<u32>,
);

mod other {
    /// A type of the same name, which has one field.
    #[derive(serde::Serialize, serde::Deserialize)]
    pub(super) struct Look {
        pub(super) inner: super::Look,
    }
}

/// Each of these can be read until a value lacks something that the first value has, or has
/// something else, and serde does not report that to a format.
#[test]
fn a_value_that_is_made_of_something_new_is_read_back() {
    #[derive(Debug, Clone, Default, Serialize, Deserialize)]
    struct Cached {
        name: u32,
        #[serde(skip_serializing, default)]
        _cache: u32,
    }

    #[derive(Debug, Clone, Serialize, Deserialize)]
    enum Order {
        Pair(
            u32,
            #[serde(default, skip_serializing_if = "Option::is_none")] Option<u32>,
        ),
        #[serde(skip_deserializing)]
        Go,
    }

    /// Serde writes `Pick` as 3, and reads 2 as `Pick`.
    #[derive(Default, Serialize, Deserialize)]
    enum Tool {
        #[default]
        Hand,
        #[serde(skip)]
        _Cursor,
        Axe,
        _Pick,
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Default, Serialize, Deserialize))]
    struct Thing {
        tool: Tool,
        #[soa(default = Look(0, Some(2)))]
        look: Look,
        cached: Vec<Cached>,
        #[soa(default = Order::Pair(3, Some(4)))]
        order: Order,
        #[soa(default = other::Look { inner: Look(0, Some(2)) })]
        twins: other::Look,
    }
    type Change = fn(&mut Thing);
    let changes: [(&str, Change); 6] = [
        ("tool", |thing| thing.tool = Tool::Axe),
        ("look", |thing| thing.look.1 = None),
        ("twins", |thing| thing.twins.inner.1 = None),
        ("cached", |thing| thing.cached.push(Cached::default())),
        ("order", |thing| thing.order = Order::Go),
        ("order", |thing| thing.order = Order::Pair(3, None)),
    ];
    for (column, change) in changes {
        for is_made in [true, false] {
            let (mut journal, mut things) = (journal(), ThingHub::new());
            let id = things.alloc();
            save(&mut journal, "things", &mut things);
            let mut thing = Thing::default();
            change(&mut thing);
            if is_made {
                things.alloc();
                things.insert(thing);
            } else {
                things.replace(id, thing).ok().unwrap();
            }
            for _ in 0..2 {
                let reason = refused_by(&mut journal, &mut things);
                assert!(reason.contains(&format!("column `{column}`")), "{reason}");
                assert_eq!(journal.load::<ThingHub>("things").unwrap().len(), 1);
            }
        }
    }
}

#[test]
fn a_value_of_a_world_that_cannot_be_read_is_refused() {
    #[derive(World)]
    struct Scene {
        #[world(value)]
        look: Look,
    }
    #[derive(World)]
    struct Any {
        #[world(value)]
        data: Option<Anything>,
    }
    let mut journal = journal();
    for is_good in [true, false, false, true] {
        let look = Look(1, is_good.then_some(2));
        let written = journal.commit_world(&mut Scene { look });
        assert_eq!(written.is_ok(), is_good, "{written:?}");
        let loaded: Option<Look> = journal.load_value("look").unwrap();
        assert_eq!(loaded.unwrap().1, Some(2));
    }
    let refused = journal.commit_world(&mut Any { data: None }).unwrap_err();
    assert!(refused.to_string().contains("what comes next"), "{refused}");
}

/// A job that runs waits again when it is loaded.
#[derive(Serialize, Deserialize)]
#[serde(from = "(u32, u32)")]
enum Job {
    Waits(u32),
    Runs(u32),
}

impl From<(u32, u32)> for Job {
    fn from((_, left): (u32, u32)) -> Self {
        Job::Waits(left)
    }
}

#[test]
fn a_type_that_is_read_as_another_variant_on_purpose_is_kept() {
    #[derive(World)]
    struct Work {
        #[world(value)]
        job: Job,
    }
    let mut journal = journal();
    let job = Job::Runs(7);
    journal.commit_world(&mut Work { job }).unwrap();
    let job = journal.load_value("job").unwrap();
    assert!(matches!(job, Some(Job::Waits(7))));
}

#[test]
fn types_that_refuse_values_that_nobody_wrote_are_kept() {
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    enum Order {
        Wait,
        Go([f32; 2]),
        Follow {
            whom: Option<u64>,
            for_turns: std::num::NonZeroU8,
        },
        Many(Vec<Order>),
    }

    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
    struct Thing {
        #[soa(default = Ipv4Addr::LOCALHOST)]
        address: Ipv4Addr,
        #[soa(default = std::num::NonZeroU32::MIN)]
        number: std::num::NonZeroU32,
        #[soa(default = Order::Wait)]
        order: Order,
        letter: char,
        map: HashMap<String, Vec<(u8, i64)>>,
        wide: u128,
        unit: (),
        text: std::borrow::Cow<'static, str>,
        path: std::path::PathBuf,
        time: std::time::Duration,
    }
    let mut things = ThingHub::new();
    for number in 1..20_u8 {
        things.insert(Thing {
            address: Ipv4Addr::new(10, 0, 0, number),
            number: u32::from(number).try_into().unwrap(),
            order: Order::Many(vec![
                Order::Follow {
                    whom: None,
                    for_turns: number.try_into().unwrap(),
                },
                Order::Go([1.5; 2]),
            ]),
            letter: 'ü',
            map: [(String::from("a"), vec![(number, -7)])].into(),
            wide: u128::MAX - u128::from(number),
            unit: (),
            text: format!("{number}").into(),
            path: "a/b".into(),
            time: std::time::Duration::from_millis(number.into()),
        });
    }
    let mut journal = journal();
    save(&mut journal, "things", &mut things);
    assert_eq!(journal.load::<ThingHub>("things").unwrap(), things);
}
