//! A column that is not tracked does not record when it was written. Without `tracked` on the
//! struct a hub does not record which slots changed hands, whatever its columns have.

use soa_runtime::generic::TrackedRecord;
use soa_runtime::{IdAllocator, Tick};

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
struct Light {
    #[soa(tracked)]
    colour: u32,
    power: f32,
}

/// The trait cannot be implemented for a hub that has no stamps of its slots.
impl TrackedRecord for Light {}

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
struct Lamp {
    #[soa(tracked)]
    colour: u32,
    power: f32,
}

fn main() {
    let mut lamps = LampHub::new();
    let _ = lamps.columns().colour.changed_since(Tick::START, 0);
    let _ = lamps.columns().power.changed_since(Tick::START, 0);
    let _ = lamps.columns_mut().power.changed_since(Tick::START, 0);
    let _ = lamps.slots_changed_since(Tick::START);
    let _ = lamps.rows_changed_since(Tick::START);
    let _ = lamps.delta(Tick::START);
}
