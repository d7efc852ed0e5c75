use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(PartialEq, Eq))]
struct Texture {
    gamma: f32,
}

fn main() {}
