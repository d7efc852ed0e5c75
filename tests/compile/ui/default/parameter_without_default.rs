use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture<T> {
    texel: T,
}

struct Texel;

fn main() {
    let mut textures = TextureHub::new();
    textures.insert(Texture { texel: Texel });
    textures.alloc();
}
