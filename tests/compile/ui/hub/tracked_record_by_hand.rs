//! The trait cannot be implemented for a hub that has no stamps of its slots.

use soa_runtime::generic::TrackedRecord;
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Light {
    colour: u32,
}

impl TrackedRecord for Light {}

fn main() {}
