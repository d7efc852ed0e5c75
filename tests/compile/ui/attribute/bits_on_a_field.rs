use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(bits(index = 20, generation = 12))]
    mips: u32,
}

fn main() {}
