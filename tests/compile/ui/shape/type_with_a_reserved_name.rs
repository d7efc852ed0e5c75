//! A type that names an item of the expansion would mean two things.

use soa_runtime::IdAllocator;

struct Sized<const N: usize>;

#[derive(IdAllocator)]
struct Texture {
    size: Option<Sized<{ size_of::<__SoaShape>() }>>,
    fields: __soa::Empty,
}

fn main() {}
