use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
}

fn main() {
    TextureHub::with_tag(7);
}
