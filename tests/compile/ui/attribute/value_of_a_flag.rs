use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Texture {
    #[soa(required = true)]
    mips: u32,
}

fn main() {}
