use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = slots)]
struct Texture {
    #[soa(required)]
    name: String,
    mips: u32,
}

fn main() {
    let mut textures = TextureHub::new();
    textures.alloc();
}
