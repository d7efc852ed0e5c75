use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(columns = TextureView, columns = ImageView)]
struct Texture {
    mips: u32,
}

fn main() {}
