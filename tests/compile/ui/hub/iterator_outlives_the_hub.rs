use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    name: String,
}

fn main() {
    let rows = {
        let textures = TextureHub::new();
        textures.iter()
    };
    println!("{}", rows.count());
}
