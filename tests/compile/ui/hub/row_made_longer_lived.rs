use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    name: String,
}

fn forever(row: TextureRow<'_>) -> &'static str {
    row.name
}

fn main() {
    let mut textures = TextureHub::new();
    let id = textures.alloc();
    println!("{}", forever(textures.row(id)));
}
