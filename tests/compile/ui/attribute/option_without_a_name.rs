use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(= dense)]
struct Texture {
    mips: u32,
}

fn main() {}
