use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(holes = keep)]
struct Texture {
    mips: u32,
}

fn main() {}
