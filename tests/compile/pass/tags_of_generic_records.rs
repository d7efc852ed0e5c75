//! Tags with parameters, lifetimes, a marker and names of the user's own.

#![forbid(unsafe_code)]
#![deny(missing_docs, warnings)]

use soa_runtime::{Handle, Hub, IdAllocator, TagError};

/// The ids of all nodes have one type.
#[derive(Debug)]
pub struct NodeTag;

/// A record with parameters.
#[derive(IdAllocator, Debug)]
#[soa(hub = Nodes, id = NodeId, marker = NodeTag, bits(index = 20, generation = 8, tag = 4))]
pub struct Node<'a, T: Default, const N: usize>
where
    T: Copy,
{
    /// A borrowed name.
    pub name: &'a str,
    values: [Option<T>; N],
}

impl<'a, T: Default + Copy, const N: usize> Default for Node<'a, T, N> {
    fn default() -> Self {
        Node {
            name: "",
            values: [None; N],
        }
    }
}

/// A record whose newtype has a method `tag` of its own.
#[derive(IdAllocator)]
#[soa(layout = dense, bits(generation = 16, index = 8, tag = 8))]
struct Label {
    tag: String,
}

impl LabelHub {
    fn tag(&self) -> &str {
        self.columns().tag.as_slice()[0].as_str()
    }
}

fn try_new(tag: u32) -> Result<LabelHub, TagError> {
    LabelHub::try_with_tag(tag)
}

#[test]
fn compiles_and_runs() {
    let text = String::from("root");
    let mut nodes = Nodes::<u32, 0>::with_tag(15);
    let id: Handle<NodeTag, u32, 20, 8, 4> = nodes.insert(Node {
        name: &text,
        values: [],
    });
    assert_eq!(
        (nodes.tag(), id.tag(), nodes.row(id).name.len()),
        (15, 15, 4)
    );
    assert!(nodes.row(id).values.is_empty());

    let mut labels = try_new(255).unwrap();
    let id = labels.insert(Label { tag: "x".into() });
    assert_eq!((labels.tag(), id.tag(), Hub::tag(&labels)), ("x", 255, 255));
    assert!(try_new(256).is_err());
}
