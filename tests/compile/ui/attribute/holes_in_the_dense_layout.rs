use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = dense, holes = kept)]
struct Texture {
    mips: u32,
}

fn main() {}
