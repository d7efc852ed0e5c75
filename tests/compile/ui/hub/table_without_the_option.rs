//! A hub's table shows the fields if the struct's options say that they can be shown.

use soa_runtime::IdAllocator;

#[derive(IdAllocator, Debug)]
struct Texture {
    mips: u32,
}

fn main() {
    let textures = TextureHub::new();
    let _ = textures.table();
}
