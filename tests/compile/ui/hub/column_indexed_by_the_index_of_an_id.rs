use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
}

fn main() {
    let mut textures = TextureHub::new();
    let id = textures.alloc();
    let mips = textures.columns().mips[id.index()];
    println!("{mips}");
}
