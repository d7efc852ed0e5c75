use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture<T> {
    view: T,
}

struct View;

fn main() {
    let mut textures = TextureHub::new();
    let id = textures.insert(Texture { view: View });
    textures.dealloc(id);
}
