use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture;

fn main() {
    let mut textures = TextureHub::new();
    textures.alloc();
}
