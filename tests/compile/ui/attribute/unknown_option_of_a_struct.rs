use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layuot = dense, storage = HashMap<u32, String>, recycle = fifo)]
struct Texture {
    mips: u32,
}

fn main() {}
