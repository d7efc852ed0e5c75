use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(row = TextureView)]
    mips: u32,
}

fn main() {}
