use std::cell::Cell;
use std::thread;

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    uses: Cell<u32>,
}

fn main() {
    let textures = TextureHub::new();
    thread::scope(|scope| {
        scope.spawn(|| println!("{}", textures.len()));
    });
}
