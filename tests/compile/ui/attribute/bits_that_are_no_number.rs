use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = "20", generation = 1.5))]
struct Texture {
    mips: u32,
}

fn main() {}
