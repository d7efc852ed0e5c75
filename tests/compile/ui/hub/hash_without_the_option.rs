use std::hash::DefaultHasher;

use soa_runtime::IdAllocator;

#[derive(IdAllocator, Hash)]
struct Texture {
    mips: u32,
}

fn main() {
    TextureHub::new().hash_state(&mut DefaultHasher::new());
}
