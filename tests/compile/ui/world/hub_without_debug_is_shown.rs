//! A hub that is shown prints its values.

use soa_inspect::Inspector;
use soa_runtime::{IdAllocator, World};

#[derive(IdAllocator)]
struct Rock {
    size: u8,
}

#[derive(World, Default)]
struct Field {
    rocks: RockHub,
}

fn show(inspector: &Inspector, field: &Field) {
    inspector.show_world(field);
}

fn main() {}
