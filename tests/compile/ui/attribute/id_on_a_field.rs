use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(id = Id)]
    mips: u32,
}

fn main() {}
