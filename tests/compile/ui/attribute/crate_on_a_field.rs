use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(crate = soa_runtime)]
    mips: u32,
}

fn main() {}
