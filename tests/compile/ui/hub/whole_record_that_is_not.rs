//! A record of which a field, the slots or both are not tracked is not whole.

use soa_runtime::generic::TrackedWhole;
use soa_runtime::IdAllocator;

fn journal<T: TrackedWhole>() {}

#[derive(IdAllocator)]
struct Plain {
    hp: u32,
}

#[derive(IdAllocator)]
struct Columns {
    #[soa(tracked)]
    hp: u32,
}

#[derive(IdAllocator)]
#[soa(tracked)]
struct Unit {
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

fn main() {
    journal::<Plain>();
    journal::<Columns>();
    journal::<Unit>();
    journal::<Half>();
    journal::<Stranger>();
}
