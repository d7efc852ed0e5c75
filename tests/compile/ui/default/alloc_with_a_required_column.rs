use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Texture {
    #[soa(required)]
    name: String,
}

fn main() {
    let mut textures = TextureHub::new();
    textures.alloc();
}
