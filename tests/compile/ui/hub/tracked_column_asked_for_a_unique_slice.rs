//! The message names the calls that lend a tracked column mutably and mark its rows.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Light {
    #[soa(tracked)]
    colour: u32,
}

fn main() {
    let mut lights = LightHub::new();
    let mut columns = lights.columns_mut();
    for colour in columns.colour.iter_mut() {
        *colour = 7;
    }
    columns.colour.fill(7);
    columns.colour.swap(0, 1);
    columns.colour.copy_from_slice(&[7]);
    columns.colour.as_mut_slice()[0] = 7;
    for colour in &mut columns.colour {
        *colour = 7;
    }
    columns.colour.into_mut_slice();
}
