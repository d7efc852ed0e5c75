use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    name: String,
}

fn main() {
    let textures = TextureHub::new();
    println!("{}", textures == TextureHub::new());
    let first = textures.iter().next();
    println!("{}", first.is_some_and(|(_, row)| row == row));
}
