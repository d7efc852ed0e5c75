use soa_runtime::IdAllocator;

struct NodeTag;
struct LeafTag;

#[derive(IdAllocator)]
#[soa(marker = NodeTag)]
struct Node<T> {
    value: Option<T>,
}

#[derive(IdAllocator)]
#[soa(marker = LeafTag)]
struct Leaf {
    value: u8,
}

fn main() {
    let mut nodes = NodeHub::<u32>::new();
    let leaf: LeafId = LeafHub::new().alloc();
    nodes.dealloc(leaf);
    let _ = nodes.columns().value[leaf];
}
