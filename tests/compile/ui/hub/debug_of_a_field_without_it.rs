use soa_runtime::IdAllocator;

#[derive(Default)]
struct View;

#[derive(IdAllocator)]
#[soa(derive(Debug))]
struct Texture {
    view: View,
}

fn main() {}
