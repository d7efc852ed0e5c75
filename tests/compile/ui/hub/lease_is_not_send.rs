use std::rc::Rc;
use std::thread;

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    shared: Rc<u32>,
}

fn main() {
    let mut textures = TextureHub::new();
    let mut lease = textures.lease(1);
    thread::spawn(move || lease.insert(Texture { shared: Rc::new(4) }));
}
