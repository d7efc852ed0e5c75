//! A field that is skipped is no part.

use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(World)]
struct Game {
    #[world(skip, value)]
    clock: u64,
    #[world(name = "cache", skip)]
    cache: UnitHub,
}

fn main() {}
