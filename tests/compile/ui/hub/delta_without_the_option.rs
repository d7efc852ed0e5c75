//! Sending needs `Serialize`, and receiving `Deserialize`.

use soa_runtime::{IdAllocator, Mirror, OwnedDelta, Tick};

#[derive(IdAllocator)]
#[soa(tracked)]
struct Unit {
    #[soa(tracked)]
    hp: i32,
}

fn receive(delta: OwnedDelta<Unit>) {
    let _ = Mirror::<Unit>::new().apply_owned(delta);
}

fn main() {
    let units = UnitHub::new();
    let _ = units.delta(Tick::START);
    let _ = Mirror::<Unit>::new().apply(&mut serde_json::Deserializer::from_str("[]"));
}
