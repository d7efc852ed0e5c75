//! A marker is a type, and not the struct, which the id names without one.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(marker = "Tag")]
struct InQuotes {}

#[derive(IdAllocator)]
#[soa(marker)]
struct Missing {}

#[derive(IdAllocator)]
#[soa(marker = _)]
struct Inferred {}

#[derive(IdAllocator)]
#[soa(marker = impl Copy)]
struct Unnamed {}

#[derive(IdAllocator)]
#[soa(marker = Texture)]
struct Texture {}

#[derive(IdAllocator)]
#[soa(marker = Self)]
struct Sprite {}

#[derive(IdAllocator)]
#[soa(id = NodeHandle, marker = Node<T>)]
struct Node<T> {
    value: Option<T>,
}

fn main() {}
