use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone))]
#[soa(derive(Debug))]
struct Texture {
    mips: u32,
}

fn main() {}
