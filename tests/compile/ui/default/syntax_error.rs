use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    #[soa(default = 1 +)]
    mips: u32,
}

fn main() {}
