//! The struct's `Default` needs those of its columns.

use soa_runtime::IdAllocator;

struct View;

#[derive(IdAllocator)]
#[soa(derive(Default))]
struct Texture {
    view: View,
}

fn main() {}
