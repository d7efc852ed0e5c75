//! The struct's `Default` needs the `Default` of each column.

use soa_runtime::IdAllocator;

struct View;

#[derive(IdAllocator)]
#[soa(derive(Default))]
struct Texture {
    view: View,
}

fn main() {}
