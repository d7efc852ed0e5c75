use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa]
struct Texture {
    #[soa = 1]
    mips: u32,
}

fn main() {}
