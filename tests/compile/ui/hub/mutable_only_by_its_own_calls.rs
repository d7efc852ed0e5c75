//! A plain slice would hide from the column's readers what is written. The message names the calls that
//! lend a tracked column mutably and mark its rows. A mirror lends its hub shared: it issues no ids, and
//! its values are its source's.

use soa_runtime::{IdAllocator, Mirror};

#[derive(IdAllocator)]
#[soa(tracked, derive(Serialize, Deserialize))]
struct Light {
    #[soa(tracked)]
    colour: u32,
}

fn as_a_slice(lights: &mut LightHub) {
    let mut columns = lights.columns_mut();
    columns.colour[2..5].fill(7);
    columns.colour.reverse();
    let _: &mut [u32] = &mut columns.colour;
}

fn by_calls_of_slices(lights: &mut LightHub) {
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

fn of_a_mirror(mirror: &Mirror<Light>) {
    mirror.alloc();
    mirror.columns_mut().colour.all_mut().fill(7);
}

fn main() {}
