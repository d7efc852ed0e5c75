//! The id names the struct without a marker.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(marker = Texture)]
struct Texture {
    mips: u32,
}

#[derive(IdAllocator)]
#[soa(id = NodeHandle, marker = Node<T>)]
struct Node<T> {
    value: Option<T>,
}

#[derive(IdAllocator)]
#[soa(marker = Self)]
struct Sprite {
    layer: u8,
}

fn main() {}
