use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked)]
struct Texture {
    mips: u32,
}

fn main() {}
