use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 0), exhausted = retire)]
struct Texture {
    mips: u32,
}

fn main() {}
