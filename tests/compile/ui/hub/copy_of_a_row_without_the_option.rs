use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    name: String,
}

fn main() {
    let textures = TextureHub::new();
    for (id, row) in textures.iter() {
        println!("{}", row.to_record().name);
        println!("{}", textures.get_cloned(id).is_some());
    }
}
