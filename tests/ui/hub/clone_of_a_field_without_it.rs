use soa_runtime::IdAllocator;

#[derive(Default)]
struct View;

#[derive(IdAllocator)]
#[soa(derive(Clone))]
struct Texture {
    view: View,
}

fn main() {}
