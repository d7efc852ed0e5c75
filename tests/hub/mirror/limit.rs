//! A mirror has at most as many slots as it was allowed, and a delta with more changes nothing.

use std::cell::Cell;

use serde::{Deserialize, Deserializer, Serialize};
use soa_runtime::{Applied, DeltaError, IdAllocator, Mirror, Tick};

use super::{Short, ShortHub, Unit, UnitHub, apply, assert_follows, follow, packed, short, unit};

/// Follows a source up to the limit, and is refused one slot after it.
macro_rules! keeps_its_limit {
    ($record:ident, $hub:ident, $make:expr) => {{
        let mut source = $hub::new();
        let ids: Vec<_> = (0..5).map(|number| source.insert($make(number))).collect();
        let mut mirror = Mirror::<$record>::with_limit(5);
        follow(&mut source, &mut mirror);
        assert_follows(&source, &mirror);

        source.dealloc(ids[2]);
        source.insert($make(5)); // in the slot that was freed
        follow(&mut source, &mut mirror);
        assert_follows(&source, &mirror);

        let (seen, before) = (mirror.tick(), (*mirror).clone());
        source.insert($make(6));
        source.advance();
        let bytes = packed(&source.delta(seen));
        let expected = DeltaError::TooManySlots {
            slots: 6,
            max_slots: 5,
        };
        assert!(apply(&mut mirror, &bytes).is_err());
        let delta = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(mirror.apply_owned(delta), Err(expected));
        let json = serde_json::to_string(&source.delta(seen)).unwrap();
        let mut json = serde_json::Deserializer::from_str(&json);
        let error = mirror.apply(&mut json).unwrap_err().to_string();
        assert!(error.starts_with(&expected.to_string()), "{error}");
        assert_eq!((mirror.tick(), (*mirror).clone()), (seen, before));

        // Slots past the limit are refused even if no row is in them.
        source.clear();
        source.advance();
        let bytes = packed(&source.delta(seen));
        assert!(apply(&mut mirror, &bytes).is_err());
        let mut wider = Mirror::<$record>::with_limit(6);
        assert!(apply(&mut wider, &packed(&source.delta(Tick::START))).is_ok());
        assert_eq!((wider.len(), wider.slots()), (0, 6));
    }};
}

#[test]
fn a_mirror_keeps_its_limit() {
    keeps_its_limit!(Unit, UnitHub, unit);
    keeps_its_limit!(Short, ShortHub, short);
}

#[test]
fn a_mirror_without_room_follows_an_empty_hub() {
    let mut source = UnitHub::new();
    let mut mirror = Mirror::<Unit>::with_limit(0);
    follow(&mut source, &mut mirror);
    source.insert(unit(1));
    source.advance();
    let error = mirror
        .apply(serde_json::to_value(source.delta(mirror.tick())).unwrap())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the delta has 1 slot; expected at most 0, the limit of the mirror"
    );
}

#[test]
fn an_old_delta_is_old_however_many_slots_it_has() {
    let mut source = UnitHub::new();
    source.extend((0..9).map(unit));
    source.advance();
    let delta = source.delta(Tick::START);
    let (bytes, json) = (packed(&delta), serde_json::to_string(&delta).unwrap());
    let mut other = UnitHub::new();
    other.insert(unit(1));
    other.advance();
    let mut mirror = Mirror::<Unit>::with_limit(2);
    follow(&mut other, &mut mirror);
    assert_eq!(apply(&mut mirror, &bytes), Ok(Applied::Old));
    let mut json = serde_json::Deserializer::from_str(&json);
    assert_eq!(mirror.apply(&mut json).unwrap(), Applied::Old);
    assert_follows(&other, &mirror);
}

thread_local! {
    /// The values that exist, and the most that have existed at a time.
    static ALIVE: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// Is counted while it exists.
#[derive(Debug, PartialEq, Serialize)]
struct Counted(u8);

impl Counted {
    fn new(number: u8) -> Self {
        let (alive, most) = ALIVE.get();
        ALIVE.set((alive + 1, most.max(alive + 1)));
        Counted(number)
    }
}

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer).map(Counted::new)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let (alive, most) = ALIVE.get();
        ALIVE.set((alive - 1, most));
    }
}

#[derive(IdAllocator)]
#[soa(tracked, layout = dense, derive(Serialize, Deserialize))]
struct Large {
    #[soa(required)]
    counted: Counted,
}

#[test]
fn records_past_the_limit_take_no_memory_in_whatever_order_the_parts_are() {
    let mut source: LargeHub = (0..100)
        .map(|number| Large {
            counted: Counted::new(number),
        })
        .collect();
    source.advance();
    let json = serde_json::to_value(source.delta(Tick::START)).unwrap();
    let orders = [
        // As a hub writes them: the number of slots is refused before any record.
        ("version since tick slots freed made changed", 0),
        // One more than the limit, which is dropped.
        ("made version since tick freed changed slots", 5),
        ("since tick version made freed changed slots", 5),
    ];
    for (names, most) in orders {
        let parts = names
            .split(' ')
            .map(|name| format!("\"{name}\":{}", json[name]));
        let text = format!("{{{}}}", parts.collect::<Vec<_>>().join(","));
        let before = ALIVE.get().0;
        ALIVE.set((before, before));
        let apply = |mirror: &mut Mirror<Large>| {
            mirror.apply(&mut serde_json::Deserializer::from_str(&text))
        };
        assert!(apply(&mut Mirror::with_limit(4)).is_err());
        assert_eq!(ALIVE.get(), (before, before + most), "{names:?}");
        let mut mirror = Mirror::with_limit(100);
        assert!(apply(&mut mirror).is_ok(), "{names:?}");
        assert_eq!(mirror.len(), 100);
    }
}

/// A delta that claims fewer slots than its rows have.
#[test]
fn a_row_past_the_limit_is_refused_although_the_slots_are_within_it() {
    let mut source: UnitHub = (0..6).map(unit).collect();
    source.advance();
    let mut json = serde_json::to_value(source.delta(Tick::START)).unwrap();
    json["slots"] = 4.into();
    let mut mirror = Mirror::<Unit>::with_limit(4);
    let error = mirror.apply(json).unwrap_err().to_string();
    assert_eq!(error, "the delta names a slot past its last one");
    assert!(mirror.is_empty());
}
