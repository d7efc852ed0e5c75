use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(holes = kept, holes = defaults)]
struct Texture {
    mips: u32,
}

fn main() {}
