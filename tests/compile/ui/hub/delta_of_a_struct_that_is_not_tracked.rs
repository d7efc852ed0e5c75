//! Without `tracked` on the struct a hub does not record which slots changed hands.

use soa_runtime::{IdAllocator, Tick};

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
struct Unit {
    #[soa(tracked)]
    hp: i32,
}

fn main() {
    let units = UnitHub::new();
    let _ = units.delta(Tick::START);
}
