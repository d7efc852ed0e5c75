//! Fields and options that are compiled in or not.
#![deny(warnings)]
#![allow(clippy::non_minimal_cfg)]

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[cfg_attr(all(), soa(layout = dense))]
#[cfg_attr(any(), soa(unknown))]
struct Texture {
    #[cfg(all())]
    #[cfg_attr(all(), soa(default = 2))]
    present: u32,
    #[cfg(any())]
    absent: Missing,
    #[cfg_attr(any(), soa(required))]
    always: u32,
}

#[test]
fn compiles_and_runs() {
    let mut textures = TextureHub::new();
    let id = textures.alloc();
    let columns = textures.columns();
    assert_eq!((columns.present[id], columns.always[id]), (2, 0));
}
