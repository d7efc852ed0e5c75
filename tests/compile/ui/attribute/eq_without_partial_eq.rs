use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Eq))]
struct Texture {
    mips: u32,
}

fn main() {}
