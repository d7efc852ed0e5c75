use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(default = 1)]
    #[soa(default = 2)]
    mips: u32,
}

fn main() {}
