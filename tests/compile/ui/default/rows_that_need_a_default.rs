use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Required {
    #[soa(required)]
    name: String,
}

struct Texel;

#[derive(IdAllocator)]
struct Texture<T> {
    texel: T,
}

fn main() {
    RequiredHub::new().alloc();
    let mut textures = TextureHub::new();
    let id = textures.insert(Texture { texel: Texel });
    textures.alloc();
    textures.dealloc(id);
}
