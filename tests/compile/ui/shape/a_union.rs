use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
union Texture {
    bits: u32,
    value: f32,
}

fn main() {
    let mut textures = TextureHub::new();
    let id = textures.insert(Texture { bits: 0 });
    textures.remove(id);
}
