use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(derive(Clone))]
    mips: u32,
}

fn main() {}
