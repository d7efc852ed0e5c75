use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture<T> {
    texel: Vec<T>,
}

impl<T> Drop for Texture<T> {
    fn drop(&mut self) {}
}

fn main() {}
