use soa_runtime::IdAllocator;

struct Tag;

#[derive(IdAllocator)]
#[soa(marker = Tag, marker = Tag)]
struct Texture {
    mips: u32,
}

fn main() {}
