//! Taking changes takes marks back, which needs the column uniquely.

use soa_runtime::{IdAllocator, Reader};

#[derive(IdAllocator)]
struct Light {
    #[soa(tracked)]
    colour: u32,
    power: f32,
}

fn main() {
    let mut lights = LightHub::new();
    let _ = lights.columns().colour.take_changes(Reader::new(0), 0);
    // A column that is not tracked has no changes.
    let _ = lights.columns_mut().power.take_changes(Reader::new(0), 0);
}
