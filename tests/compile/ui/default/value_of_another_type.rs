use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(default = "one")]
    mips: u32,
}

fn main() {}
