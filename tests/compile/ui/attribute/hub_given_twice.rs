use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(hub = Textures, hub = Images)]
struct Texture {
    mips: u32,
}

fn main() {}
