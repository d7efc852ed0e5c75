use soa_runtime::{Handle, IdAllocator};

#[derive(IdAllocator)]
#[soa(bits(index = 24, generation = 24, tag = 16))]
struct Texture {
    mips: u32,
}

fn main() {
    let textures = TextureHub::with_tag(7);
    let id: Handle<Texture, u64, 24, 24> = Handle::DANGLING;
    textures.get(id);
}
