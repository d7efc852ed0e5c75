//! The struct's `Default` needs the `Default` of each column, and so does its hub. A required column has none.

use soa_runtime::IdAllocator;

struct View;

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Default))]
struct Derived {
    view: View,
}

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
    view: View,
}

#[derive(IdAllocator)]
struct OfAnotherType {
    #[soa(default = "one")]
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Default))]
struct Body {
    #[soa(required)]
    mass: f32,
    #[soa(default = 1.0)]
    drag: f32,
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Debug, Default))]
struct Ray {
    #[soa(required)]
    origin: [f32; 2],
    #[soa(required)]
    direction: [f32; 2],
}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Required {
    #[soa(required)]
    name: String,
}

#[derive(IdAllocator)]
struct Generic<T> {
    texel: T,
}

fn main() {
    RequiredHub::new().alloc();
    let mut generic = GenericHub::new();
    let id = generic.insert(Generic { texel: View });
    generic.alloc();
    generic.dealloc(id);
}
