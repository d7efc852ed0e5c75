//! A plain slice would hide from the column's readers what is written. A mirror lends its hub
//! shared: it issues no ids, and its values are its source's.

use soa_runtime::{IdAllocator, Mirror};

#[derive(IdAllocator)]
#[soa(tracked, derive(Serialize, Deserialize))]
struct Light {
    #[soa(tracked)]
    colour: u32,
}

fn main() {
    let mut lights = LightHub::new();
    let mut columns = lights.columns_mut();
    columns.colour[2..5].fill(7);
    columns.colour.reverse();
    let _: &mut [u32] = &mut columns.colour;

    let mirror = Mirror::<Light>::new();
    mirror.alloc();
    mirror.columns_mut().colour.all_mut().fill(7);
}
