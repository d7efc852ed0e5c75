use std::sync::RwLock;

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
}

static TEXTURES: RwLock<TextureHub> = RwLock::new(TextureHub::new());

fn mips(id: TextureId) -> &'static u32 {
    TEXTURES.read().expect("nobody panics").row(id).mips
}

fn main() {
    let id = TEXTURES.write().expect("nobody panics").alloc();
    let row = TEXTURES.read().expect("nobody panics").row(id);
    println!("{} {}", row.mips, mips(id));
}
