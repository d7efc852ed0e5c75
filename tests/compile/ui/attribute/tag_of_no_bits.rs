use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 24, generation = 24, tag = 0))]
struct Texture {
    mips: u32,
}

fn main() {}
