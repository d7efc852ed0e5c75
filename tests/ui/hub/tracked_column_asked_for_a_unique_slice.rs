//! What lends a tracked column uniquely says which rows: `range_mut`, `all_mut`.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Light {
    #[soa(tracked)]
    colour: u32,
}

fn main() {
    let mut lights = LightHub::new();
    let mut columns = lights.columns_mut();
    for colour in &mut columns.colour {
        *colour = 7;
    }
    columns.colour.into_mut_slice();
}
