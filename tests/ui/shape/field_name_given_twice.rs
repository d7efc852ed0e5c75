use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
    view: Option<u32>,
    mips: u8,
}

fn main() {}
