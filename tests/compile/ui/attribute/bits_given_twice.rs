use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 20), bits(generation = 12))]
struct Texture {
    mips: u32,
}

fn main() {}
