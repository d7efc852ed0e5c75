use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
enum Texture {
    #[soa(default = 1)]
    Flat,
}

fn main() {}
