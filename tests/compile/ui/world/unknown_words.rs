//! Each word is known, at its place, once.

use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(World)]
#[world(miror)]
struct Game {
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

fn main() {}
