use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(id = TextureKey)]
#[soa(id = TextureHandle)]
struct Texture {
    mips: u32,
}

fn main() {}
