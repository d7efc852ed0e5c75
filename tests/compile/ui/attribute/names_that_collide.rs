use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(hub = Texture, id = TextureRow)]
struct Texture {
    mips: u32,
}

fn main() {}
