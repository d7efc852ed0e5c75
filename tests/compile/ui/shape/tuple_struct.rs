use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture(u32, String);

fn main() {
    let mut textures = TextureHub::new();
    let id: TextureId = textures.alloc();
    textures.dealloc(id);
}
