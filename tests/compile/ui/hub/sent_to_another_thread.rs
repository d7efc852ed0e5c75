use std::cell::Cell;
use std::rc::Rc;
use std::sync::RwLock;
use std::thread;

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    shared: Rc<u32>,
}

#[derive(IdAllocator)]
struct Sampler {
    uses: Cell<u32>,
}

static TEXTURES: RwLock<TextureHub> = RwLock::new(TextureHub::new());

fn a_hub(textures: TextureHub) {
    thread::spawn(move || println!("{}", textures.len()));
}

fn a_lease(textures: &mut TextureHub) {
    let mut lease = textures.lease(1);
    thread::spawn(move || lease.insert(Texture { shared: Rc::new(4) }));
}

fn a_shared_hub(samplers: &SamplerHub) {
    thread::scope(|scope| {
        scope.spawn(|| println!("{}", samplers.len()));
    });
}

fn main() {}
