use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(columns = TextureView)]
    mips: u32,
}

fn main() {}
