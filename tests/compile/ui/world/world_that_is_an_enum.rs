//! A world is a struct with named fields.

use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct Unit {
    hp: u32,
}

#[derive(World)]
enum Either {
    Units(UnitHub),
}

#[derive(World)]
union Both {
    number: u32,
}

#[derive(World)]
struct Tuple(UnitHub, UnitHub);

#[derive(World)]
struct Unitary;

fn main() {}
