use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(exhausted = wrap)]
    mips: u32,
}

fn main() {}
