use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(idx = 20, generation = 12))]
struct Texture {
    mips: u32,
}

fn main() {}
