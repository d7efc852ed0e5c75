use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, Clone))]
struct Texture {
    mips: u32,
}

fn main() {}
