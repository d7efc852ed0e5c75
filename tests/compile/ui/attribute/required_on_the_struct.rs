use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = dense, required)]
struct Texture {
    mips: u32,
}

fn main() {}
