use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(hub = Textures, id = Textures)]
struct Texture {
    mips: u32,
}

fn main() {}
