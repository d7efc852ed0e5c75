use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(crate = ::soa_runtime, crate = soa_runtime)]
struct Texture {
    mips: u32,
}

fn main() {}
