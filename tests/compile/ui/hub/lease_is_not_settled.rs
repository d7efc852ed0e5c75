#![deny(unused_must_use)]

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
}

fn main() {
    TextureHub::new().lease(1);
}
