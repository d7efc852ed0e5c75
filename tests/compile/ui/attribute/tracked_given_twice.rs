use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(tracked)]
    #[soa(tracked)]
    mips: u32,
}

fn main() {}
