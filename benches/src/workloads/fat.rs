//! Fat rows, as a layout engine's tree has them: nine columns, 432 bytes.
//!
//! The first line of the table is what a layout engine does without columns: three `SlotMap`s, of
//! the nodes, of their children and of their parents, which share their keys.

use slotmap::{DefaultKey, SlotMap};
use soa_runtime::IdAllocator;
use soa_runtime::generic::DefaultRow;

use crate::case::{Case, Kind};

/// What is measured.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part {
    Growing,
    Clear,
    Drop,
}

/// The number of children of a node.
const CHILDREN: usize = 8;

type Style = [f32; 48];
type Layout = [f32; 16];
type Cache = [u64; 8];

/// A store of nodes. `insert` adds a node to the children of its parent, and `children` returns
/// the number of children.
trait Tree: Default + 'static {
    type Id: Copy;

    fn insert(&mut self, style: Style, parent: Option<Self::Id>) -> Self::Id;
    fn clear(&mut self);
    fn children(&self, id: Self::Id) -> usize;
}

pub(super) fn case(rows: usize, part: Part) -> Case {
    let mut case = Case::new(rows);
    add::<Maps>(&mut case, "three SlotMaps", Kind::Peer, part);
    add::<slots::NodeHub>(&mut case, "soa slots", Kind::Ours, part);
    add::<kept::NodeHub>(&mut case, "soa slots, holes kept", Kind::Ours, part);
    add::<dense::NodeHub>(&mut case, "soa dense", Kind::Ours, part);
    case
}

fn add<T: Tree>(case: &mut Case, name: &str, kind: Kind, part: Part) {
    let rows = case.operations;
    let grow = move || {
        let (mut tree, mut ids) = (T::default(), Vec::with_capacity(rows));
        for row in 0..rows {
            // The root finds no parent.
            let parent = ids.get(row.wrapping_sub(1) / CHILDREN).copied();
            ids.push(tree.insert([1.0; 48], parent));
        }
        let children: usize = ids.iter().map(|&id| tree.children(id)).sum();
        (tree, children as u64)
    };
    case.add(name, kind, move |stopwatch| {
        if let Part::Growing = part {
            return stopwatch.time(grow).1;
        }
        let (mut tree, children) = grow();
        match part {
            Part::Clear => stopwatch.time(|| tree.clear()),
            _ => stopwatch.time(|| drop(tree)),
        }
        children
    });
}

/// Style, layout, rounded layout, cache, context, order and flags.
type Node = (Style, Layout, Layout, Cache, u64, u32, u32);
type Id = DefaultKey;
/// Nodes, their children and their parents.
type Maps = (
    SlotMap<Id, Node>,
    SlotMap<Id, Vec<Id>>,
    SlotMap<Id, Option<Id>>,
);

impl Tree for Maps {
    type Id = Id;

    fn insert(&mut self, style: Style, parent: Option<Id>) -> Id {
        let id = self
            .0
            .insert((style, [0.0; 16], [0.0; 16], [0; 8], 0, 0, 0));
        self.1.insert(Vec::new());
        self.2.insert(parent);
        if let Some(parent) = parent {
            self.1[parent].push(id);
        }
        id
    }

    fn clear(&mut self) {
        self.0.clear();
        self.1.clear();
        self.2.clear();
    }

    fn children(&self, id: Id) -> usize {
        self.1[id].len()
    }
}

macro_rules! hub {
    ($module:ident, $($option:tt)*) => {
        mod $module {
            use super::{Cache, DefaultRow, IdAllocator, Layout, Style, Tree};

            #[derive(IdAllocator)]
            #[soa($($option)*)]
            pub(super) struct Node {
                #[soa(default = [0.0; 48])]
                style: Style,
                layout: Layout,
                rounded: Layout,
                cache: Cache,
                context: u64,
                order: u32,
                flags: u32,
                parent: Option<NodeId>,
                children: Vec<NodeId>,
            }

            impl Tree for NodeHub {
                type Id = NodeId;

                fn insert(&mut self, style: Style, parent: Option<NodeId>) -> NodeId {
                    let id = (**self).insert(Node { style, parent, ..Node::default_row() });
                    if let Some(parent) = parent {
                        self.row_mut(parent).children.push(id);
                    }
                    id
                }

                fn clear(&mut self) {
                    (**self).clear();
                }

                fn children(&self, id: NodeId) -> usize {
                    self.row(id).children.len()
                }
            }
        }
    };
}
hub!(slots, layout = slots);
hub!(kept, holes = kept);
hub!(dense, layout = dense);
