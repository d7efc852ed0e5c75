//! A struct that holds its own hub: a tree.
#![deny(warnings)]

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, PartialEq, Eq))]
struct Node {
    name: String,
    children: NodeHub,
}

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, PartialEq))]
struct Branch<T> {
    value: T,
    children: BranchHub<T>,
}

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, PartialEq))]
struct Leaf<'a> {
    value: &'a str,
    children: LeafHub<'a>,
}

fn count(nodes: &NodeHub) -> usize {
    nodes.iter().map(|(_, node)| 1 + count(node.children)).sum()
}

fn grow<T: Default + Clone + PartialEq + std::fmt::Debug>(value: T) -> BranchHub<T> {
    let mut branches = BranchHub::new();
    let id = branches.insert(Branch {
        value,
        children: BranchHub::new(),
    });
    branches.row_mut(id).children.alloc();
    assert_eq!(branches, branches.clone());
    branches
}

#[test]
fn compiles_and_runs() {
    let mut nodes = NodeHub::new();
    let root = nodes.alloc();
    let children = nodes.row_mut(root).children;
    let child = children.alloc();
    children.row_mut(child).children.alloc();
    assert_eq!(count(&nodes), 3);
    assert_eq!(nodes, nodes.clone());

    let text = String::from("leaf");
    let branches = grow(text.as_str());
    assert_eq!(
        branches
            .iter()
            .map(|(_, branch)| branch.children.len())
            .sum::<usize>(),
        1
    );

    let mut leaves = LeafHub::new();
    let id = leaves.insert(Leaf {
        value: &text,
        children: LeafHub::new(),
    });
    assert_eq!(leaves, leaves.clone());
    assert!(format!("{leaves:?}").contains("leaf"));
    // What a record borrows outlives the hub.
    let value = leaves.remove(id).map(|leaf| leaf.value);
    drop(leaves);
    assert_eq!(value, Some("leaf"));
}
