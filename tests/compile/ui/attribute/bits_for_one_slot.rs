use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 1, generation = 0))]
struct Texture {
    mips: u32,
}

fn main() {}
