//! A struct of hubs is not a world by itself.

use soa_inspect::Inspector;
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Debug))]
struct Rock {
    size: u8,
}

#[derive(Default)]
struct Field {
    rocks: RockHub,
}

fn show(inspector: &Inspector, field: &Field) {
    inspector.show_world(field);
}

fn main() {}
