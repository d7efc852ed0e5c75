use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, Copy, serde::Serialize))]
struct Texture {
    mips: u32,
}

fn main() {}
