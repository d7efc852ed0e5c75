use soa_runtime::IdAllocator;

struct Tag;

#[derive(IdAllocator)]
struct Texture {
    #[soa(marker = Tag)]
    mips: u32,
}

fn main() {}
