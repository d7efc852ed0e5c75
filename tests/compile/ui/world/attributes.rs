//! The derive refuses words, names and shapes: each word is known, at its place, once. Two parts of one name
//! could not be told apart in a file, and the keys of packets are no names of parts.

use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(World)]
struct NameOfAKey {
    units: UnitHub,
    #[world(value)]
    tick: u64,
    #[world(value, name = "since")]
    start: u64,
    #[world(skip)]
    version: u32,
}

#[derive(World)]
struct PartsOfOneName {
    units: UnitHub,
    #[world(name = "units")]
    shots: UnitHub,
    #[world(skip)]
    shown: bool,
}

#[derive(World)]
struct RawName {
    r#type: UnitHub,
    #[world(value, name = "type")]
    kind: u8,
}

#[derive(World)]
struct SkippedPart {
    #[world(skip, value)]
    clock: u64,
    #[world(name = "cache", skip)]
    cache: UnitHub,
}

#[derive(World)]
#[world(miror)]
struct UnknownWords {
    #[world(hub)]
    units: UnitHub,
    #[world(valeu)]
    clock: u64,
}

#[derive(World)]
#[world(value)]
struct Swapped {
    #[world(mirror)]
    units: UnitHub,
}

#[derive(World)]
#[world(mirror, mirror)]
struct Twice {
    #[world(name = "a", name = "b")]
    units: UnitHub,
}

#[derive(World)]
#[world(mirror = Copy)]
struct Valued {
    #[world(name)]
    units: UnitHub,
    #[world(name = shots)]
    shots: UnitHub,
    #[world(value = 1)]
    clock: u64,
    #[world]
    other: UnitHub,
}

/// A field that is not a hub says what it is.
#[derive(World)]
struct WithoutAnAttribute {
    units: UnitHub,
    clock: u64,
    #[world(name = "size")]
    bounds: [f32; 4],
}

#[derive(World)]
struct Text {
    name: String,
}

#[derive(World)]
enum Enum {
    Units(UnitHub),
}

#[derive(World)]
union Union {
    number: u32,
}

#[derive(World)]
struct Tuple(UnitHub, UnitHub);

#[derive(World)]
struct WithoutFields;

fn main() {}
