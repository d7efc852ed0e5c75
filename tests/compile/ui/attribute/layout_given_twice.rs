use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = dense, layout = dense)]
struct Texture {
    mips: u32,
}

fn main() {}
