//! A struct without the word `tracked` has no stamps of its slots, whatever its columns have.

use soa_runtime::{IdAllocator, Tick};

#[derive(IdAllocator)]
struct Light {
    #[soa(tracked)]
    colour: u32,
}

fn main() {
    let lights = LightHub::new();
    let _ = lights.slots_changed_since(Tick::START);
    let _ = lights.rows_changed_since(Tick::START);
}
