//! Fat rows, as a layout engine's tree has them: nine columns, 432 bytes.
//!
//! The first line of the table is what a layout engine does without columns: three `SlotMap`s, of
//! the nodes, of their children and of their parents, which share their keys.

use soa_runtime::IdAllocator;

use slotmap::{DefaultKey, SlotMap};

use crate::figures::Kind;
use crate::harness::{Case, Stopwatch};

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

trait Tree: Default + 'static {
    type Id: Copy;

    /// Inserts a node and adds it to the children of its parent.
    fn insert(&mut self, style: Style, parent: Option<Self::Id>) -> Self::Id;
    fn clear(&mut self);
    /// Returns the number of children of a node.
    fn children(&self, id: Self::Id) -> usize;
}

pub(super) fn case(rows: usize, part: Part) -> Case {
    let mut case = Case::new(rows);
    case.add("three SlotMaps", Kind::Peer, run::<Maps>(rows, part));
    case.add("soa slots", Kind::Ours, run::<slots::NodeHub>(rows, part));
    let kept = run::<kept::NodeHub>(rows, part);
    case.add("soa slots, holes kept", Kind::Ours, kept);
    case.add("soa dense", Kind::Ours, run::<dense::NodeHub>(rows, part));
    case
}

fn run<T: Tree>(rows: usize, part: Part) -> impl FnMut(&mut Stopwatch) -> u64 {
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
    move |stopwatch| match part {
        Part::Growing => stopwatch.time(grow).1,
        Part::Clear => {
            let (mut tree, children) = grow();
            stopwatch.time(|| tree.clear());
            children
        }
        Part::Drop => {
            let (tree, children) = grow();
            stopwatch.time(|| drop(tree));
            children
        }
    }
}

#[derive(Default)]
struct Maps {
    nodes: SlotMap<DefaultKey, Node>,
    children: SlotMap<DefaultKey, Vec<DefaultKey>>,
    parents: SlotMap<DefaultKey, Option<DefaultKey>>,
}

/// Style, layout, rounded layout, cache, context, order and flags.
type Node = (Style, Layout, Layout, Cache, u64, u32, u32);

impl Tree for Maps {
    type Id = DefaultKey;

    fn insert(&mut self, style: Style, parent: Option<DefaultKey>) -> DefaultKey {
        let node = (style, [0.0; 16], [0.0; 16], [0; 8], 0, 0, 0);
        let id = self.nodes.insert(node);
        self.children.insert(Vec::new());
        self.parents.insert(parent);
        if let Some(parent) = parent {
            self.children[parent].push(id);
        }
        id
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.children.clear();
        self.parents.clear();
    }

    fn children(&self, id: DefaultKey) -> usize {
        self.children[id].len()
    }
}

macro_rules! hub {
    ($module:ident, $($option:tt)*) => {
        mod $module {
            use super::{Cache, IdAllocator, Layout, Style, Tree};

            #[derive(IdAllocator)]
            #[soa($($option)*)]
            pub(super) struct Node {
                #[soa(default = [0.0; 48])]
                style: Style,
                #[soa(default = [0.0; 16])]
                layout: Layout,
                #[soa(default = [0.0; 16])]
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
                    let id = (**self).insert(Node {
                        style,
                        layout: [0.0; 16],
                        rounded: [0.0; 16],
                        cache: [0; 8],
                        context: 0,
                        order: 0,
                        flags: 0,
                        parent,
                        children: Vec::new(),
                    });
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
