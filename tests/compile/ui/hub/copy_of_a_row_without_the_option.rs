use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    name: String,
}

fn main() {
    let textures = TextureHub::new();
    for (_, row) in textures.iter() {
        println!("{}", row.to_record().name);
    }
}
