use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(recycle = fifo, recycle = lifo)]
struct Texture {
    mips: u32,
}

fn main() {}
