use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(recycle = fifo(min_free = 0))]
struct Texture {
    mips: u32,
}

fn main() {}
