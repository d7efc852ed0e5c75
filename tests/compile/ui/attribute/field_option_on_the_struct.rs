use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(default = 1)]
struct Texture {
    mips: u32,
}

fn main() {}
