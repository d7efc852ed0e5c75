use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 33, generation = 40))]
struct Texture {
    mips: u32,
}

fn main() {}
