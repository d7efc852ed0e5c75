//! A mirror lends its hub shared: it issues no ids, and its values are its source's.

use soa_runtime::{IdAllocator, Mirror};

#[derive(IdAllocator)]
#[soa(tracked, derive(Serialize, Deserialize))]
struct Unit {
    #[soa(tracked)]
    hp: i32,
}

fn main() {
    let mirror = Mirror::<Unit>::new();
    mirror.alloc();
    mirror.columns_mut().hp.all_mut().fill(7);
}
