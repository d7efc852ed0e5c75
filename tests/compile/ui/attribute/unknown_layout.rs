use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = dence)]
struct Texture {
    #[soa(required)]
    mips: u32,
}

fn main() {}
