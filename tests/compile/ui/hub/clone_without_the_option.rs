use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    name: String,
}

fn main() {
    let textures = TextureHub::new();
    let copy = TextureHub::from(Clone::clone(&*textures));
    println!("{}", copy.len());
}
