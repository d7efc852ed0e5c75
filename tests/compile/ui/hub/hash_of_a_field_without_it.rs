use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Hash))]
struct Texture {
    mips: u32,
    gamma: f32,
}

fn main() {}
