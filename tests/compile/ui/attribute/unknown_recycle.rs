use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(recycle = random)]
struct Texture {
    mips: u32,
}

fn main() {}
