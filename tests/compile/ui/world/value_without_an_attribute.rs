//! A field that is not a hub says what it is.

use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(World)]
struct Game {
    units: UnitHub,
    clock: u64,
}

#[derive(World)]
struct Level {
    name: String,
    #[world(name = "size")]
    bounds: [f32; 4],
}

fn main() {}
