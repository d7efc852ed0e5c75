use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(hub, id =, layout, bits, recycle =, exhausted, derive, crate)]
struct Texture {
    #[soa(default)]
    mips: u32,
    #[soa(default =)]
    levels: u32,
}

fn main() {}
