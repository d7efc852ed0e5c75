use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    name: String,
}

fn main() {
    let mut textures = TextureHub::new();
    let id = textures.alloc();
    let row = textures.row(id);
    textures.dealloc(id);
    println!("{}", row.name);
}
