use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(hub = Textures)]
    mips: u32,
}

fn main() {}
