use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(exhausted = wrap, exhausted = retire)]
struct Texture {
    mips: u32,
}

fn main() {}
