use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug))]
#[cfg_attr(all(), soa(derive(PartialEq, Debug)))]
struct Texture {
    mips: u32,
}

fn main() {}
