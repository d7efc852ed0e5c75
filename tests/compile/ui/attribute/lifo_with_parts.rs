use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(recycle = lifo(min_free = 4))]
struct Texture {
    mips: u32,
}

fn main() {}
