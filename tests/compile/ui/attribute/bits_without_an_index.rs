use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 0))]
struct Texture {
    mips: u32,
}

fn main() {}
