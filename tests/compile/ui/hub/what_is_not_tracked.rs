//! A column that is not tracked does not record when it was written. Without `tracked` on the struct a
//! hub does not record which slots changed hands, whatever its columns have.

use soa_runtime::generic::{TrackedRecord, TrackedWhole};
use soa_runtime::{IdAllocator, Mirror, OwnedDelta, Tick};

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

fn changes(lamps: &mut LampHub) {
    let _ = lamps.columns().colour.changed_since(Tick::START, 0);
    let _ = lamps.columns().power.changed_since(Tick::START, 0);
    let _ = lamps.columns_mut().power.changed_since(Tick::START, 0);
    let _ = lamps.slots_changed_since(Tick::START);
    let _ = lamps.rows_changed_since(Tick::START);
    let _ = lamps.delta(Tick::START);
}

#[derive(IdAllocator)]
#[soa(tracked)]
struct Unit {
    #[soa(tracked)]
    hp: i32,
}

/// Sending needs `Serialize`, and receiving `Deserialize`.
fn deltas(units: &UnitHub, delta: OwnedDelta<Unit>) {
    let _ = Mirror::<Unit>::new().apply_owned(delta);
    let _ = units.delta(Tick::START);
    let _ = Mirror::<Unit>::new().apply(&mut serde_json::Deserializer::from_str("[]"));
}

#[derive(IdAllocator)]
struct Plain {
    hp: u32,
}

#[derive(IdAllocator)]
#[soa(tracked)]
struct OneColumn {
    #[soa(tracked)]
    hp: u32,
    name: String,
}

#[derive(IdAllocator)]
#[soa(tracked, derive(Serialize, Deserialize))]
struct Half {
    #[soa(tracked)]
    hp: u32,
    #[serde(skip_serializing, default)]
    name: String,
}

struct Stranger;

/// A record of which a field, the slots or both are not tracked is not whole.
fn whole<T: TrackedWhole>() {}

fn main() {
    whole::<Plain>();
    whole::<Lamp>();
    whole::<OneColumn>();
    whole::<Half>();
    whole::<Stranger>();
}
