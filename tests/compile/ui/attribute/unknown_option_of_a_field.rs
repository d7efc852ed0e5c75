use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(requird, index)]
    mips: u32,
}

fn main() {}
