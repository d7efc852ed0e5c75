use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(exhausted = panic)]
struct Texture {
    mips: u32,
}

fn main() {}
