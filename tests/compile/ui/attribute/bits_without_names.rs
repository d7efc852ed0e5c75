use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(20, 12))]
struct Texture {
    mips: u32,
}

fn main() {}
