//! Snapshots by serde: every id stays valid, and wrong snapshots are refused.

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_runtime::{Handle, IdAllocator, IdPool};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(
    derive(Clone, Debug, PartialEq, Serialize, Deserialize),
    bits(index = 4, generation = 4)
)]
struct Texture {
    #[soa(default = 1)]
    mips: u32,
    name: String,
}

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(
    layout = dense,
    recycle = fifo(min_free = 3),
    bits(index = 4, generation = 2),
    derive(Clone, Debug, PartialEq, Serialize, Deserialize)
)]
struct Particle {
    #[soa(default = 1)]
    mips: u32,
    name: String,
}

/// What the tests need of the hubs of both layouts.
trait Sample: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned + Default {
    type Id: Copy + Eq + std::fmt::Debug;
    fn put(&mut self, mips: u32) -> Option<Self::Id>;
    fn make(&mut self) -> Option<Self::Id>;
    fn free(&mut self, id: Self::Id) -> bool;
    fn has(&self, id: Self::Id) -> bool;
    fn all(&self) -> Vec<Self::Id>;
    fn counts(&self) -> [usize; 4];
    fn holes(&self) -> Vec<u32>;
}

macro_rules! sample {
    ($hub:ident, $record:ident, $id:ident) => {
        impl Sample for $hub {
            type Id = $id;

            fn put(&mut self, mips: u32) -> Option<$id> {
                self.try_insert($record {
                    mips,
                    name: mips.to_string(),
                })
                .ok()
            }

            fn make(&mut self) -> Option<$id> {
                self.try_alloc().ok()
            }

            fn free(&mut self, id: $id) -> bool {
                self.dealloc(id)
            }

            fn has(&self, id: $id) -> bool {
                self.contains(id)
            }

            fn all(&self) -> Vec<$id> {
                self.ids().collect()
            }

            fn counts(&self) -> [usize; 4] {
                let stats = self.stats();
                [stats.live, stats.free, stats.retired, stats.slots]
            }

            fn holes(&self) -> Vec<u32> {
                let rows = self.columns().mips.len();
                let is_hole = |row: &usize| self.id_at(*row).is_none();
                (0..rows)
                    .filter(is_hole)
                    .map(|row| self.columns().mips.as_slice()[row])
                    .collect()
            }
        }
    };
}

sample!(TextureHub, Texture, TextureId);
sample!(ParticleHub, Particle, ParticleId);

/// A hub that lived: with holes, a free list out of order and retired slots.
/// Returns every id that was ever issued, too.
fn lived<H: Sample>(steps: &[u8]) -> (H, Vec<H::Id>) {
    let mut hub = H::default();
    let mut issued = Vec::new();
    live_on(&mut hub, &mut issued, steps);
    (hub, issued)
}

fn live_on<H: Sample>(hub: &mut H, issued: &mut Vec<H::Id>, steps: &[u8]) {
    for &step in steps {
        let number = usize::from(step / 2);
        if step % 2 == 0 || issued.is_empty() {
            issued.extend(hub.put(step.into()));
        } else {
            hub.free(issued[issued.len() - 1 - number % issued.len()]);
        }
    }
}

/// That a snapshot is as good as the hub: now, and for all calls to come.
fn is_as_good<H: Sample>(hub: &H, mut copy: H, issued: &[H::Id], later: &[u8]) {
    assert_eq!(&copy, hub);
    assert_eq!(copy.all(), hub.all(), "also the order of the rows");
    assert_eq!(copy.counts(), hub.counts());
    assert!(
        copy.holes().iter().all(|mips| *mips == 1),
        "a hole holds the defaults"
    );
    for id in issued {
        assert_eq!(copy.has(*id), hub.has(*id), "whether {id:?} is live");
    }
    let mut hub = hub.clone();
    let mut both = (issued.to_vec(), issued.to_vec());
    live_on(&mut hub, &mut both.0, later);
    live_on(&mut copy, &mut both.1, later);
    assert_eq!(both.0, both.1, "the same ids from then on");
    while let Some(id) = hub.make() {
        assert_eq!(copy.make(), Some(id));
    }
    assert_eq!((copy.make(), &copy), (None, &hub));
}

fn json<H: Sample>(hub: &H) -> String {
    serde_json::to_string(hub).expect("a hub can be written")
}

fn read<H>(hub: Result<H, impl std::error::Error>) -> H {
    hub.expect("what a hub has written can be read")
}

/// Reads a broken snapshot; what is accepted must be a hub like any other.
fn survives<H: Sample>(bytes: &[u8], packed: &[u8]) {
    let hubs = [
        serde_json::from_slice::<H>(bytes).ok(),
        postcard::from_bytes(packed).ok(),
    ];
    for mut hub in hubs.into_iter().flatten() {
        let [live, free, retired, slots] = hub.counts();
        assert_eq!((live + free + retired, live), (slots, hub.all().len()));
        assert!(hub.all().into_iter().all(|id| hub.has(id)));
        let copy = read(serde_json::from_str(&json(&hub)));
        is_as_good(&hub, copy, &hub.all(), &[]);
        for id in hub.all() {
            assert!(hub.free(id) && !hub.free(id));
        }
        while let Some(id) = hub.put(2) {
            assert!(hub.has(id));
        }
        assert!(slots <= 15);
    }
}

/// A change of some bytes.
#[derive(Debug, Clone)]
enum Change {
    Set(prop::sample::Index, u8),
    Cut(prop::sample::Index),
    Remove(prop::sample::Index),
    Repeat(prop::sample::Index, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let any_place = any::<prop::sample::Index>;
    // Digits and brackets do more harm than other bytes.
    let harmful = prop::sample::select(&b"0123456789[]{},:-.e\"\\nul"[..]);
    prop_oneof![
        4 => (any_place(), harmful).prop_map(|(at, byte)| Change::Set(at, byte)),
        2 => (any_place(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        1 => any_place().prop_map(Change::Cut),
        2 => any_place().prop_map(Change::Remove),
        2 => (any_place(), 1_usize..12).prop_map(|(at, many)| Change::Repeat(at, many)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let length = bytes.len();
        if length == 0 {
            break;
        }
        match change {
            Change::Set(at, byte) => bytes[at.index(length)] = *byte,
            Change::Cut(at) => bytes.truncate(at.index(length)),
            Change::Remove(at) => {
                bytes.remove(at.index(length));
            }
            Change::Repeat(at, many) => {
                let at = at.index(length);
                let piece = bytes[at..length.min(at + many)].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 4 } else { 200 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_broken_snapshot_never_panics_nor_makes_a_broken_hub(
        steps in prop::collection::vec(any::<u8>(), 0..60),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let (textures, _) = lived::<TextureHub>(&steps);
        let json = changed(serde_json::to_vec(&textures).unwrap(), &changes);
        survives::<TextureHub>(&json, &changed(postcard::to_allocvec(&textures).unwrap(), &changes));
        let (particles, _) = lived::<ParticleHub>(&steps);
        let json = changed(serde_json::to_vec(&particles).unwrap(), &changes);
        survives::<ParticleHub>(&json, &changed(postcard::to_allocvec(&particles).unwrap(), &changes));
    }
}

#[test]
fn a_snapshot_that_lies_is_refused_with_a_reason() {
    let row = r#"{"mips":1,"name":""}"#;
    let snapshot = |live: &str, free: &str, retired: &str| {
        let live = live.replace("ROW", row);
        format!(r#"{{"live":[{live}],"free":[{free}],"retired":[{retired}]}}"#)
    };
    let first = 1 << 4;
    let id = |index: u32| first | index;
    let sixteen = (0..15)
        .map(|slot| format!("[{slot},1]"))
        .collect::<Vec<_>>()
        .join(",");
    let lies = [
        (
            snapshot(&format!("[{0},ROW],[{0},ROW]", id(0)), "", ""),
            "a slot occurs twice",
        ),
        (
            snapshot(&format!("[{},ROW]", id(0)), "[0,2]", ""),
            "a slot occurs twice",
        ),
        (snapshot("", "[0,1]", "0"), "a slot occurs twice"),
        (
            snapshot(&format!("[{},ROW]", id(1)), "", ""),
            "a slot is missing",
        ),
        (snapshot("", "[4294967295,1]", ""), "a slot is missing"),
        (snapshot("", "", "7"), "a slot is missing"),
        (
            snapshot("", "[0,0]", ""),
            "a free slot has no such generation",
        ),
        (
            snapshot("", "[0,16]", ""),
            "a free slot has no such generation",
        ),
        (snapshot("[0,ROW]", "", ""), "invalid value: integer `0`"),
        (
            snapshot("[4096,ROW]", "", ""),
            "invalid value: integer `4096`",
        ),
        (
            snapshot("[65536,ROW]", "", ""),
            "invalid value: integer `65536`",
        ),
        (
            snapshot("[\"0v0\",ROW]", "", ""),
            "invalid value: string \"0v0\"",
        ),
        (snapshot("[-1,ROW]", "", ""), "invalid type: integer `-1`"),
        (
            snapshot("[1.5,ROW]", "", ""),
            "invalid type: floating point",
        ),
        (snapshot("", "[0,1,2]", ""), "trailing characters"),
        (snapshot("", "[-1,1]", ""), "invalid value: integer `-1`"),
        (
            snapshot("[65535,ROW]", &sixteen, ""),
            "at most 15 rows (live",
        ),
        (
            snapshot("", "", "").replace("retired", "retried"),
            "unknown field `retried`",
        ),
        (r#"{"live":[],"free":[]}"#.into(), "missing field `retired`"),
        (
            r#"{"live":[],"free":[],"retired":[],"more":1}"#.into(),
            "unknown field `more`",
        ),
        ("[]".into(), "invalid length 0"),
        (String::new(), "EOF"),
    ];
    for (json, reason) in lies {
        let error = serde_json::from_str::<TextureHub>(&json)
            .unwrap_err()
            .to_string();
        assert!(error.contains(reason), "{json} is refused with: {error}");
    }
    let retired = r#"{"live":[],"free":[],"retired":[0]}"#;
    let error = serde_json::from_str::<UnversionedHub>(retired)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("slots of this hub are never retired"),
        "{error}"
    );
    // As after `convert` from a hub that retires its slots.
    let mut wrapped: WrappedHub = serde_json::from_str(retired).unwrap();
    assert_eq!(wrapped.stats().retired, 1);
    assert_eq!(wrapped.alloc().index(), 1);
}

#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 0), derive(Deserialize))]
struct Unversioned {
    value: u8,
}

#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 4), exhausted = wrap, derive(Deserialize))]
struct Wrapped {
    value: u8,
}

#[test]
fn a_hub_that_wraps_has_its_columns_back() {
    let json = r#"{"live":[[17,{"value":5}]],"free":[[0,3]],"retired":[]}"#;
    let mut hub: WrappedHub = serde_json::from_str(json).unwrap();
    assert_eq!(*hub.columns().value, [0, 5]);
    assert_eq!(format!("{:?}", hub.alloc()), "0v3");
}

#[test]
fn a_handle_is_its_text_and_only_issued_ones_are_read() {
    type Id = Handle<(), u16, 4, 4>;
    let mut pool = IdPool::<Id>::new();
    let id = pool.alloc();
    assert_eq!(
        serde_json::to_string(&[Some(id), None]).unwrap(),
        "[\"0v1\",null]"
    );
    for bits in 0..=if cfg!(miri) { 0x1ff } else { u16::MAX } {
        let read = serde_json::from_str::<Id>(&bits.to_string()).ok();
        let text = serde_json::from_str::<Id>(&format!("\"{bits}\"")).ok();
        let dangling = (bits == Id::DANGLING.to_bits()).then_some(Id::DANGLING);
        let issued = Id::from_bits(bits).or(dangling);
        assert_eq!((read, text), (issued, issued), "{bits:#06x}");
        if let Some(id) = issued {
            let json = serde_json::to_string(&id).unwrap();
            assert_eq!(json, format!("\"{id}\""));
            assert_eq!(serde_json::from_str::<Id>(&json).unwrap(), id);
        }
    }
    for json in ["65536", "-1", "1e3", "null", "[]", "18446744073709551615"] {
        assert!(serde_json::from_str::<Id>(json).is_err(), "{json}");
    }
    let wide = Handle::<()>::from_bits(7 << 32 | 9).unwrap();
    let json = serde_json::to_string(&wide).unwrap();
    assert_eq!(serde_json::from_str::<Handle<()>>(&json).unwrap(), wide);
    let packed = postcard::to_allocvec(&wide).unwrap();
    assert_eq!(postcard::from_bytes::<Handle<()>>(&packed).unwrap(), wide);
}
