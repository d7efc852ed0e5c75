//! A parent with parameters is checked where a hub of its children is made.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Tree<T> {
    root: Option<T>,
}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = Tree<T>)]
struct Leaf<T> {
    value: Option<T>,
}

fn main() {
    let tree = TreeHub::<u8>::new().alloc();
    LeafHub::with_parent(tree).alloc();
}
