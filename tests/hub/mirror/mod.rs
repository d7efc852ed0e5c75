//! Mirrors: copies of a hub that follow it by deltas.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod attributes;
mod hostile;
mod limit;
mod lossy;
mod nested;
mod order;
mod panics;
mod promote;
mod sizes;
mod slots;
mod stamps;
mod tags;
mod ticks;
mod version_number;
mod versions;

use serde::Serialize;
use soa_runtime::generic::{DeserializeDelta, SerializeDelta, Vacate};
use soa_runtime::{Applied, Delta, Hub, IdAllocator, Mirror, OwnedDelta};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(tracked, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Unit {
    #[soa(tracked)]
    pos: [f32; 2],
    #[soa(tracked)]
    hp: i32,
    name: String,
}

/// The same with rows that move, and slots whose generations end.
#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(tracked, layout = dense, bits(index = 12, generation = 4))]
#[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Short {
    #[soa(tracked)]
    pos: [f32; 2],
    #[soa(tracked)]
    hp: i32,
    name: String,
}

fn unit(number: u8) -> Unit {
    Unit {
        pos: [f32::from(number), -1.5],
        hp: i32::from(number),
        name: format!("unit {number}"),
    }
}

fn short(number: u8) -> Short {
    let Unit { pos, hp, name } = unit(number);
    Short { pos, hp, name }
}

/// The delta in postcard.
fn packed<T: SerializeDelta>(delta: &Delta<'_, T>) -> Vec<u8> {
    postcard::to_allocvec(delta).unwrap()
}

fn apply<T>(mirror: &mut Mirror<T>, bytes: &[u8]) -> Result<Applied, postcard::Error>
where
    T: Vacate + for<'de> DeserializeDelta<'de>,
{
    mirror.apply(&mut postcard::Deserializer::from_bytes(bytes))
}

/// Ends the tick of the source and sends the mirror what it lacks.
fn follow<T>(source: &mut Hub<T>, mirror: &mut Mirror<T>)
where
    T: Vacate + SerializeDelta + for<'de> DeserializeDelta<'de>,
{
    let now = source.advance();
    let bytes = packed(&source.delta(mirror.tick()));
    assert_eq!(apply(mirror, &bytes).unwrap(), Applied::Now(now));
    assert_eq!(mirror.tick(), now);
}

/// Returns a hub with this number of units, their ids, and a mirror that has them.
fn followed(units: u8) -> (UnitHub, Vec<UnitId>, Mirror<Unit>) {
    let (mut hub, mut mirror) = (UnitHub::new(), Mirror::new());
    let ids = hub.insert_many((0..units).map(unit));
    follow(&mut hub, &mut mirror);
    (hub, ids, mirror)
}

/// Checks that the same ids are live, with equal rows, and that the counts add up.
#[track_caller]
fn assert_follows<T>(source: &Hub<T>, mirror: &Mirror<T>)
where
    T: IdAllocator + SerializeDelta,
    for<'a> soa_runtime::Row<'a, T>: PartialEq,
{
    assert!(**mirror == *source, "the rows differ");
    assert!(
        mirror.ids().eq(source.ids()),
        "the rows are in another order"
    );
    let stats = mirror.stats();
    assert_eq!((stats.live, stats.slots), (source.len(), source.slots()));
    assert_eq!((stats.retired, stats.reserved), (0, 0));
    assert_eq!(stats.live + stats.free, stats.slots);
    for id in mirror.ids() {
        assert_eq!(
            mirror.row_of(id).and_then(|row| mirror.id_at(row)),
            Some(id)
        );
    }
}

/// The parts of a delta that a test makes or changes by hand.
type Forged<C> = (
    u32,
    u64,
    u64,
    u32,
    Vec<(i64, u64)>,
    Vec<(u32, u32, Unit3)>,
    C,
);

/// What a `Unit` looks like in a format without names.
type Unit3 = ([f32; 2], i32, String);

/// The changed values of a `Unit` in a format without names.
type UnitChanges = (Vec<(u32, [f32; 2])>, Vec<(u32, i32)>);

/// The parts of a delta of units.
fn parts(delta: &Delta<'_, Unit>) -> Forged<UnitChanges> {
    postcard::from_bytes(&packed(delta)).unwrap()
}

/// A delta of these parts.
fn forged(parts: &impl Serialize) -> Result<OwnedDelta<Unit>, postcard::Error> {
    postcard::from_bytes(&postcard::to_allocvec(parts).unwrap())
}
