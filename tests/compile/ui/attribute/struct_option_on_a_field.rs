use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(layout = dense)]
    mips: u32,
}

fn main() {}
