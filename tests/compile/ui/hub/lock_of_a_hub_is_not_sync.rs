use std::rc::Rc;
use std::sync::RwLock;

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    shared: Rc<u32>,
}

static TEXTURES: RwLock<TextureHub> = RwLock::new(TextureHub::new());

fn main() {
    TEXTURES.write().expect("nobody panics").alloc();
}
