//! Two parts of one name could not be told apart in a file.

use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(World)]
struct Game {
    units: UnitHub,
    #[world(name = "units")]
    shots: UnitHub,
    #[world(skip)]
    shown: bool,
}

#[derive(World)]
struct Raw {
    r#type: UnitHub,
    #[world(value, name = "type")]
    kind: u8,
}

fn main() {}
