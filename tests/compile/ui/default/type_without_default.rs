//! The struct's `Default` needs the `Default` of each column, and so does its hub.

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

fn main() {}
