//! Hubs and ids inside the containers of serde, in every format: what is written is
//! read back, and what cannot work fails when it is written, or with a sentence.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use soa_runtime::IdAllocator;

use crate::{FORMATS, Format};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Tower {
    name: String,
    next: Option<TowerId>,
    #[soa(default = TowerId::DANGLING)]
    target: TowerId,
    seen: Vec<TowerId>,
}

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(
    layout = dense,
    recycle = fifo,
    bits(index = 4, generation = 4, tag = 8),
    derive(Clone, Debug, PartialEq, Serialize, Deserialize)
)]
struct Unit {
    next: Option<UnitId>,
    hp: i16,
}

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(
    bits(index = 8, generation = 0),
    derive(Clone, Debug, PartialEq, Serialize, Deserialize)
)]
struct Bare {
    next: Option<BareId>,
}

/// A hub with live, free and reserved slots; of the small ones also retired ones.
fn towers() -> TowerHub {
    let mut hub = TowerHub::new();
    let gone = hub.alloc();
    for name in ["a", "b", "c"] {
        let seen: Vec<_> = hub.ids().collect();
        let (next, target) = (seen.last().copied(), seen.first().copied());
        hub.insert(Tower {
            name: name.into(),
            next,
            target: target.unwrap_or_default(),
            seen,
        });
    }
    hub.dealloc(gone);
    hub.reserve_id();
    let gone = [hub.alloc(), hub.alloc()];
    assert_eq!(gone.map(|id| hub.dealloc(id)), [true; 2]);
    hub
}

fn units() -> UnitHub {
    let mut hub = UnitHub::with_tag(7);
    for _ in 0..15 {
        let id = hub.alloc();
        hub.dealloc(id);
    }
    for hp in 0..5 {
        let next = hub.ids().next_back();
        hub.insert(Unit { next, hp: -hp });
    }
    for place in [3, 1] {
        let id = hub.ids().nth(place).unwrap();
        hub.dealloc(id);
    }
    hub.reserve_id();
    assert!(hub.stats().retired == 1 && hub.stats().free == 1);
    hub
}

fn bare() -> BareHub {
    let mut hub = BareHub::new();
    let first = hub.alloc();
    for _ in 0..3 {
        let next = hub.ids().next_back();
        hub.insert(Bare { next });
    }
    hub.dealloc(first);
    hub.reserve_id();
    let gone = [hub.alloc(), hub.alloc()];
    assert_eq!(gone.map(|id| hub.dealloc(id)), [true; 2]);
    hub
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Plain<P> {
    value: P,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "version")]
enum Tagged<P> {
    V0 { other: u8 },
    V1 { before: u8, value: P },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "version")]
enum TaggedNewtype<P> {
    V1(P),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "version", content = "save")]
enum Adjacent<P> {
    V1(P),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "version", content = "save")]
enum AdjacentStruct<P> {
    V1 { value: P },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged<P> {
    Other { no_such_field: u8 },
    Value(P),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum UntaggedStruct<P> {
    Other { no_such_field: u8 },
    Value { value: P },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Flat<P> {
    version: u8,
    #[serde(flatten)]
    value: P,
}

/// An enum that names its variant, within a flattened field.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Named<P> {
    V1 { value: P },
}

/// Which formats carry a container, and why the others do not.
struct Cells(BTreeMap<(&'static str, Format), Vec<String>>);

impl Cells {
    fn add<V>(&mut self, container: &'static str, payload: &str, value: &V)
    where
        V: Serialize + DeserializeOwned + PartialEq + Debug,
    {
        for format in FORMATS {
            let cell = self.0.entry((container, format)).or_default();
            match format.round_trip(value) {
                Ok(read) => assert_eq!(&read, value, "{container} in {format:?}"),
                Err(error) => cell.push(format!("{payload}: {error}")),
            }
        }
    }

    /// Every container in which any value can be.
    fn add_all<P>(&mut self, payload: &str, value: &P)
    where
        P: Serialize + DeserializeOwned + PartialEq + Debug + Clone,
    {
        let again = || value.clone();
        self.add("plain", payload, &Plain { value: again() });
        let tagged = Tagged::V1 {
            before: 7,
            value: again(),
        };
        self.add("tag", payload, &tagged);
        self.add("tag + content", payload, &Adjacent::V1(again()));
        self.add(
            "tag + content, struct",
            payload,
            &AdjacentStruct::V1 { value: again() },
        );
        let untagged = Plain {
            value: Untagged::Value(again()),
        };
        self.add("untagged", payload, &untagged);
        self.add(
            "untagged, struct",
            payload,
            &UntaggedStruct::Value { value: again() },
        );
        let flat = Flat {
            version: 1,
            value: Plain { value: again() },
        };
        self.add("flatten", payload, &flat);
        let flat = Flat {
            version: 1,
            value: Named::V1 { value: again() },
        };
        self.add("flatten, enum", payload, &flat);
        let tagged = TaggedNewtype::V1(Named::V1 { value: again() });
        self.add("tag, enum", payload, &tagged);
    }

    /// The containers in which the lists of a hub stand beside other fields.
    fn add_hub<P>(&mut self, payload: &str, hub: &P)
    where
        P: Serialize + DeserializeOwned + PartialEq + Debug + Clone,
    {
        self.add_all(payload, hub);
        self.add("the hub itself", payload, hub);
        self.add(
            "tag, the hub itself",
            payload,
            &TaggedNewtype::V1(hub.clone()),
        );
        let flat = Flat {
            version: 1,
            value: hub.clone(),
        };
        self.add("flatten, the hub itself", payload, &flat);
    }
}

fn cells() -> Cells {
    let mut cells = Cells(BTreeMap::new());
    let (towers, units, bare) = (towers(), units(), bare());
    cells.add_hub("slots", &towers);
    cells.add_hub("dense", &units);
    cells.add_hub("bare", &bare);
    cells.add_hub("empty", &UnitHub::new());
    cells.add_hub("reserved", &{
        let mut hub = UnitHub::new();
        hub.reserve_id();
        hub.reserve_id();
        let id = hub.alloc();
        hub.dealloc(id);
        hub
    });
    let ids: Vec<_> = towers.ids().chain([TowerId::DANGLING]).collect();
    let small: Vec<_> = units.ids().collect();
    let without: Vec<_> = bare.ids().chain([BareId::DANGLING]).collect();
    cells.add_all("id", &ids[0]);
    cells.add_all("id", &small[0]);
    cells.add_all("id", &without[0]);
    cells.add_all("id", &UnitId::DANGLING);
    cells.add_all("some id", &Some(ids[0]));
    cells.add_all("some id", &Some(without[1]));
    cells.add_all("no id", &None::<TowerId>);
    cells.add_all("ids", &ids);
    cells.add_all("ids", &small);
    cells.add_all("ids", &without);
    let map: BTreeMap<_, _> = small.iter().zip(1_u8..).map(|(id, n)| (*id, n)).collect();
    cells.add_all("map", &map);
    cells
}

/// Why a format cannot carry a container, as its own error says it.
fn refusal(container: &str, format: Format) -> Option<&'static str> {
    match (container, format) {
        ("plain" | "the hub itself", _) => None,
        ("flatten" | "flatten, enum" | "flatten, the hub itself", Format::Postcard) => {
            Some("SerializeSeqLengthUnknown")
        }
        (_, Format::Postcard) => Some("PostCard will never implement"),
        ("tag + content, struct", Format::CompactMsgpack) => Some("invalid type: sequence"),
        ("untagged, struct", Format::CompactMsgpack) => Some("did not match any variant"),
        _ => None,
    }
}

#[test]
fn every_container_is_read_from_every_format_that_can_carry_it() {
    let cells = cells().0;
    assert_eq!(cells.len(), 12 * FORMATS.len());
    for ((container, format), mut errors) in cells {
        if format == Format::Toml && container == "untagged" {
            // TOML leaves out a field that is `None`, and an untagged enum is not an option.
            errors.retain(|error| !error.starts_with("no id: read: TOML parse error"));
        }
        match refusal(container, format) {
            None => assert!(errors.is_empty(), "{container} in {format:?}: {errors:#?}"),
            Some(reason) => {
                let refused = errors.iter().all(|error| error.contains(reason));
                assert!(
                    refused && !errors.is_empty(),
                    "{container} in {format:?}: {errors:#?}"
                );
            }
        }
    }
}

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Marker {}

#[test]
fn ron_reads_a_record_without_fields_back_as_a_unit() {
    let hub: MarkerHub = [Marker {}].into_iter().collect();
    assert_eq!(Format::Ron.round_trip(&hub).as_ref(), Ok(&hub));
    let untagged = Format::Ron.round_trip(&Untagged::Value(hub.clone()));
    assert!(untagged.unwrap_err().contains("did not match any variant"));
    for format in [
        Format::Json,
        Format::Msgpack,
        Format::CompactMsgpack,
        Format::Cbor,
    ] {
        let untagged = Untagged::Value(hub.clone());
        assert_eq!(
            format.round_trip(&untagged).as_ref(),
            Ok(&untagged),
            "{format:?}"
        );
    }
}

/// The id stands before the variants that take the same text or number.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Target {
    Unit(UnitId),
    Number(u32),
    Name(String),
}

#[test]
fn an_id_before_strings_and_numbers_is_read_as_an_id() {
    let id = units().ids().next().unwrap();
    for format in FORMATS {
        if format == Format::Postcard {
            continue;
        }
        for target in [
            Target::Unit(id),
            Target::Number(3),
            Target::Name("2v".into()),
        ] {
            let save = Plain { value: target };
            assert_eq!(format.round_trip(&save).as_ref(), Ok(&save), "{format:?}");
        }
    }
}

#[test]
fn a_hub_without_tag_leaves_the_key_to_others_inside_flatten() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "tag")]
    enum Kind {
        A { x: u8 },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Save {
        #[serde(flatten)]
        towers: TowerHub,
        #[serde(flatten)]
        kind: Kind,
    }

    let save = Save {
        towers: towers(),
        kind: Kind::A { x: 1 },
    };
    let json = serde_json::to_string(&save).expect("it is written");
    let read: Save = serde_json::from_str(&json).expect("it is read back");
    assert_eq!(read, save);
}
