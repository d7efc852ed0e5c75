//! The trait cannot be implemented for a hub that has no stamps of its slots.

use soa_runtime::{IdAllocator, TrackedRecord};

#[derive(IdAllocator)]
struct Light {
    colour: u32,
}

impl TrackedRecord for Light {}

fn main() {}
