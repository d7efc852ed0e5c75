//! A column that is not tracked does not record when it was written.

use soa_runtime::{IdAllocator, Tick};

#[derive(IdAllocator)]
struct Light {
    #[soa(tracked)]
    colour: u32,
    power: f32,
}

fn main() {
    let mut lights = LightHub::new();
    let _ = lights.columns().colour.changed_since(Tick::START, 0);
    let _ = lights.columns().power.changed_since(Tick::START, 0);
    let _ = lights.columns_mut().power.changed_since(Tick::START, 0);
}
