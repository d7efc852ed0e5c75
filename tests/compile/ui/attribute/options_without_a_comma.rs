use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = dense recycle = fifo)]
struct Texture {
    mips: u32,
}

fn main() {}
