use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(row = TextureView, row = ImageView)]
struct Texture {
    mips: u32,
}

fn main() {}
