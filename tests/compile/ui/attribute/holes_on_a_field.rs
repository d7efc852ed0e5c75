use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(holes = kept)]
    mips: u32,
}

fn main() {}
