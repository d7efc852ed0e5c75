use std::rc::Rc;
use std::thread;

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    shared: Rc<u32>,
}

fn main() {
    let textures = TextureHub::new();
    thread::spawn(move || println!("{}", textures.len()));
}
