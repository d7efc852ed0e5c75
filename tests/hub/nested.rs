//! Hubs in the columns of hubs.

use soa_runtime::IdAllocator;

use crate::support::{Tracked, alive};

/// A tree: a struct that holds its own hub.
#[derive(IdAllocator)]
#[soa(derive(Clone))]
struct Node {
    children: NodeHub,
    counted: Tracked,
}

fn node(children: NodeHub) -> Node {
    Node {
        children,
        counted: Tracked::new(0),
    }
}

#[test]
fn a_tree_of_hubs_is_walked_cloned_and_dropped() {
    fn grow(depth: u32) -> NodeHub {
        let children = if depth == 0 { 0 } else { 3 };
        (0..children).map(|_| node(grow(depth - 1))).collect()
    }
    fn count(hub: &NodeHub) -> usize {
        hub.iter().map(|(_, row)| 1 + count(row.children)).sum()
    }

    let tree = grow(4);
    assert_eq!((count(&tree), alive()), (3 + 9 + 27 + 81, 120));
    let copy = tree.clone();
    assert_eq!(alive(), 240);
    drop(tree);
    assert_eq!((count(&copy), alive()), (120, 120));
    drop(copy);
    assert_eq!(alive(), 0);
}

#[test]
fn a_deep_chain_of_hubs_is_dropped_from_the_outside_in() {
    let depth = if cfg!(miri) { 20 } else { 500 };
    let mut chain = NodeHub::new();
    for _ in 0..depth {
        chain = [node(chain)].into_iter().collect();
    }
    assert_eq!(alive(), depth);
    let id = chain.ids().next().unwrap();
    assert!(chain.dealloc(id));
    assert_eq!(alive(), 1, "the hole has a default of its own");
    drop(chain);
    assert_eq!(alive(), 0);
}
