use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    __soa_mips: u32,
}

fn main() {}
