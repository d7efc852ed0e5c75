//! A column whose type has a `Default` whatever its parameter is.
#![deny(warnings)]

use soa_runtime::IdAllocator;

/// It has no `Default`.
#[derive(Debug, PartialEq)]
struct Texel(u8);

#[derive(Debug)]
struct Private<T>(Vec<T>);

impl<T> Default for Private<T> {
    fn default() -> Self {
        Private(Vec::new())
    }
}

#[derive(IdAllocator)]
#[soa(derive(Debug))]
pub struct Node<T> {
    value: Option<T>,
    values: Vec<T>,
    private: Private<T>,
    children: NodeHub<T>,
}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Packed<T> {
    value: Option<T>,
}

#[derive(IdAllocator)]
struct Borrowed<'a, T> {
    value: Option<&'a T>,
}

/// Bounds on these types as a whole would be ambiguous.
#[derive(IdAllocator)]
struct Lifetimes<'a, 'b, T> {
    short: Option<&'a T>,
    long: Option<&'b T>,
}

#[derive(IdAllocator)]
struct Array<T, const N: usize> {
    values: [T; N],
}

fn grow<T>(value: T) -> NodeHub<T> {
    let mut nodes = NodeHub::new();
    let [root, leaf] = [nodes.alloc(), nodes.alloc()];
    *nodes.row_mut(root).value = Some(value);
    let children = nodes.row_mut(root).children;
    let child = children.alloc();
    children.dealloc(child);
    nodes.dealloc(leaf);
    nodes
}

#[test]
fn compiles_and_runs() {
    let mut nodes = grow(Texel(7));
    assert_eq!(nodes.len(), 1);
    for (_, node) in nodes.iter() {
        assert_eq!(*node.value, Some(Texel(7)));
        assert!(node.values.is_empty() && node.private.0.is_empty());
        assert!(node.children.is_empty());
    }
    nodes.clear();
    let again = nodes.alloc();
    assert!(nodes.row(again).value.is_none());

    let mut packed = PackedHub::<Texel>::new();
    let id = packed.alloc();
    assert_eq!(packed.remove(id).map(|row| row.value), Some(None));

    let texel = Texel(1);
    let mut borrowed = BorrowedHub::new();
    let id = borrowed.alloc();
    *borrowed.row_mut(id).value = Some(&texel);
    assert_eq!(*borrowed.row(id).value, Some(&Texel(1)));
    borrowed.dealloc(id);

    let number = 1;
    let mut lifetimes = LifetimesHub::new();
    let id = lifetimes.alloc();
    *lifetimes.row_mut(id).short = Some(&number);
    *lifetimes.row_mut(id).long = Some(&2);
    assert_ne!(*lifetimes.row(id).short, *lifetimes.row(id).long);

    let mut arrays = ArrayHub::<u8, 4>::new();
    let id = arrays.alloc();
    assert_eq!(*arrays.row(id).values, [0; 4]);
}
