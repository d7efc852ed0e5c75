use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(recycle = fifo(min_free = 2, min_free = 3))]
struct Texture {
    mips: u32,
}

fn main() {}
