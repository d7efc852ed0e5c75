//! The keys of packets are no names of parts.

use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(World)]
struct Game {
    units: UnitHub,
    #[world(value)]
    tick: u64,
    #[world(value, name = "since")]
    start: u64,
    #[world(skip)]
    version: u32,
}

fn main() {}
