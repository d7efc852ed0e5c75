use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(align = 64)]
    mips: u32,
}

fn main() {}
