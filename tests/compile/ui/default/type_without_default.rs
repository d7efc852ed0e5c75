use soa_runtime::IdAllocator;

struct View;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
    view: View,
}

fn main() {}
