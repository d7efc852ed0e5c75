use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(align = 64, align = 32)]
struct Texture {
    mips: u32,
}

fn main() {}
