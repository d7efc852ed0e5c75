//! A plain slice would hide from the column's readers what is written.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
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
}
