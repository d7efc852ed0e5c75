//! The compiler says of a type that the derive does not know that it is no hub.

use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
struct Unit {
    hp: u32,
}

struct Window;

#[derive(World)]
struct Game {
    units: UnitHub,
    window: Window,
}

fn main() {}
