use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 8, generation = 8, tag))]
struct Texture {
    mips: u32,
}

fn main() {}
