//! The id of a hub with a marker is a handle of the marker, whatever it is.
#![deny(warnings)]

use std::fmt::Debug;

use soa_runtime::{Handle, IdAllocator};

pub enum NodeTag {}

#[derive(IdAllocator)]
#[soa(id = NodeId, marker = NodeTag, derive(Clone, Debug, PartialEq, Hash))]
pub struct Node<'a, T: Default, const N: usize> {
    parent: Option<NodeId>,
    #[soa(tracked)]
    values: [T; N],
    #[soa(default = "")]
    name: &'a str,
}

/// A helper for ids needs no parameter of the record.
fn first(ids: &[NodeId]) -> NodeId {
    ids[0]
}

// A hub with the same marker has the same ids.
#[derive(IdAllocator)]
#[soa(marker = NodeTag, layout = dense)]
struct Weight {
    kg: f32,
}

// The marker may have some parameters of the record, and need not be `Sized`.
#[derive(IdAllocator)]
#[soa(marker = dyn Fn(T) -> T, bits(index = 20, generation = 12))]
struct Layer<T, U> {
    value: Option<T>,
    other: Option<U>,
}

#[derive(IdAllocator)]
#[soa(marker = str)]
struct Word {
    length: u8,
}

fn marked<T: IdAllocator<Id = H>, H: Debug>(_: H) -> &'static str {
    T::HUB
}

#[test]
fn compiles_and_runs() {
    let mut nodes = NodeHub::<u32, 2>::default();
    let root = nodes.alloc();
    let child = nodes.insert(Node {
        parent: Some(root),
        values: [1, 2],
        name: "child",
    });
    let handle: Handle<NodeTag> = first(&[child]);
    let mut columns = nodes.columns_mut();
    columns.values[handle][0] = 7;
    assert_eq!(columns.as_ref().values[handle], [7, 2]);
    assert_eq!(*nodes.row(handle).name, "child");
    assert_eq!(marked::<Node<'_, u32, 2>, _>(handle), "NodeHub");

    let mut weights = WeightHub::new();
    let weight: WeightId = weights.alloc();
    let same: NodeId = weight;
    weights.columns_mut().kg[same] = 2.0;
    assert_eq!(weights.columns().kg[weight], 2.0);

    let mut layers = LayerHub::<u8, String>::new();
    let layer: LayerId<u8> = layers.alloc();
    assert_eq!(size_of_val(&layer), 4);
    assert_eq!(layers.columns().value[layer], None);
    assert_eq!(layers.row(layer).other, &None);

    let mut words = WordHub::new();
    let word: WordId = words.alloc();
    words.columns_mut().length[word] = 3;
    assert!(words.contains(word));
}
