use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    name: String,
}

fn main() {
    let mut textures = TextureHub::new();
    let columns = textures.columns();
    textures.alloc();
    println!("{}", columns.name.len());
}
