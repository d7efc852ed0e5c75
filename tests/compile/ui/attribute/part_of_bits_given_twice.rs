use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 20, index = 21))]
struct Texture {
    mips: u32,
}

fn main() {}
