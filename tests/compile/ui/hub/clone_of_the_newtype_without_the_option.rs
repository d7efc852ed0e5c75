use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    name: String,
}

fn main() {
    let textures = TextureHub::new();
    let copy = textures.clone();
    println!("{}", copy.len());
}
