use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(hub = "Textures", layout = "dense", crate = "soa_runtime")]
struct Texture {
    mips: u32,
}

fn main() {}
