//! A tree of boxes in boxes.

use alloc::vec::Vec;

use super::node::{Corners, LANES, NONE, Node, extent, join, less, more};

/// A slot with its box.
pub(super) type Item<const D: usize> = (u32, Corners<D>);

/// The boxes of slots, in nodes that are all at the same distance from the root.
///
/// 1. Each slot with a box is in one leaf, which `homes` has.
/// 2. The box of a node contains all boxes in the node. While user code runs, the boxes of rows
///    may be newer than the nodes; [`refit`](Tree::refit) restores this.
#[derive(Debug, Clone)]
pub(super) struct Tree<const D: usize> {
    nodes: Vec<Node<D>>,
    /// Nodes that are not in the tree.
    free: Vec<u32>,
    /// The node above all others, or [`NONE`].
    root: u32,
    /// The leaf of each slot, or [`NONE`].
    homes: Vec<u32>,
    /// The number of slots with a box.
    len: u32,
}

impl<const D: usize> Tree<D> {
    pub(super) const fn new() -> Self {
        Tree {
            nodes: Vec::new(),
            free: Vec::new(),
            root: NONE,
            homes: Vec::new(),
            len: 0,
        }
    }

    /// Returns the number of slots with a box.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// Returns whether a slot has a box.
    #[inline]
    pub(super) fn has(&self, slot: u32) -> bool {
        self.home(slot) != NONE
    }

    #[inline]
    fn home(&self, slot: u32) -> u32 {
        self.homes.get(slot as usize).copied().unwrap_or(NONE)
    }

    /// Returns the bytes of its memory.
    pub(super) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<D>>()
            + (self.free.capacity() + self.homes.capacity()) * size_of::<u32>()
    }

    /// Returns the node above all others.
    pub(super) fn root(&self) -> Option<u32> {
        (self.root != NONE).then_some(self.root)
    }

    #[inline]
    pub(super) fn node(&self, node: u32) -> &Node<D> {
        &self.nodes[node as usize]
    }

    #[inline]
    fn node_mut(&mut self, node: u32) -> &mut Node<D> {
        &mut self.nodes[node as usize]
    }

    fn add_node(&mut self, node: Node<D>) -> u32 {
        if let Some(number) = self.free.pop() {
            *self.node_mut(number) = node;
            return number;
        }
        self.nodes.push(node);
        u32::try_from(self.nodes.len() - 1).expect("there are fewer nodes than slots")
    }

    /// Records that something is in a node now.
    fn adopt(&mut self, node: u32, inside: u32) {
        if self.node(node).is_leaf() {
            self.homes[inside as usize] = node;
        } else {
            self.node_mut(inside).parent = node;
        }
    }

    /// Replaces all boxes. The tree has as few nodes as possible, and takes O(n log(n)).
    pub(super) fn build(&mut self, items: &mut [Item<D>]) {
        let slots = items.iter().map(|(slot, _)| *slot as usize + 1).max();
        self.homes.clear();
        self.homes.resize(slots.unwrap_or_default(), NONE);
        (self.nodes, self.free, self.root) = (Vec::new(), Vec::new(), NONE);
        self.len = 0;
        if items.is_empty() {
            return;
        }
        let (mut height, mut below) = (0, 1);
        while below * LANES < items.len() {
            (height, below) = (height + 1, below * LANES);
        }
        self.root = self.add_node(Node::new(height, NONE));
        self.fill(self.root, below, items);
    }

    /// Fills an empty node, each lane of which has room for `below` boxes of slots.
    fn fill(&mut self, node: u32, below: usize, items: &mut [Item<D>]) {
        let height = self.node(node).height;
        if height == 0 {
            for (slot, corners) in items {
                self.add(node, *slot, corners);
                self.len += 1;
            }
        } else if items.len() <= below {
            let child = self.add_node(Node::new(height - 1, node));
            self.fill(child, below / LANES, items);
            let around = self.node(child).around();
            self.add(node, child, &around);
        } else {
            let lanes = items.len().div_ceil(below);
            let half = items.len() * (lanes / 2) / lanes;
            halve(items, half);
            let (first, second) = items.split_at_mut(half);
            self.fill(node, below, first);
            self.fill(node, below, second);
        }
    }

    /// Reads the boxes of all slots from a list by slot, and makes every node as small as possible.
    /// Returns the extent of the leaves for each slot: in space, and as a part of the whole extent.
    pub(super) fn refit(&mut self, boxes: &[Corners<D>]) -> [f64; 2] {
        let Some(root) = self.root() else {
            return [0.0; 2];
        };
        let mut extents = 0.0;
        let whole = self.refit_node(root, boxes, &mut extents);
        let each = extents / f64::from(self.len);
        [each, each / extent(&whole)]
    }

    fn refit_node(&mut self, node: u32, boxes: &[Corners<D>], extents: &mut f64) -> Corners<D> {
        let is_leaf = self.node(node).is_leaf();
        for lane in 0..self.node(node).inside().len() {
            let inside = self.node(node).inside()[lane];
            let corners = if is_leaf {
                boxes[inside as usize]
            } else {
                self.refit_node(inside, boxes, extents)
            };
            self.node_mut(node).set(lane, &corners);
        }
        let around = self.node(node).around();
        if is_leaf {
            *extents += extent(&around);
        }
        around
    }

    /// Moves the box of a slot, or inserts it.
    pub(super) fn put(&mut self, slot: u32, corners: &Corners<D>) {
        let home = self.home(slot);
        if home != NONE {
            if self.is_within(home, corners) {
                let lane = self.node(home).lane_of(slot);
                self.node_mut(home).set(lane, corners);
                return;
            }
            self.remove(slot);
        }
        self.insert(slot, corners);
    }

    /// Returns whether a box is in the box of a node.
    fn is_within(&self, node: u32, corners: &Corners<D>) -> bool {
        let parent = self.node(node).parent;
        parent == NONE || {
            let parent = self.node(parent);
            let outer = parent.corners(parent.lane_of(node));
            join(&outer, corners) == outer
        }
    }

    fn insert(&mut self, slot: u32, corners: &Corners<D>) {
        if self.homes.len() <= slot as usize {
            self.homes.resize(slot as usize + 1, NONE);
        }
        if self.root == NONE {
            self.root = self.add_node(Node::new(0, NONE));
        }
        let mut at = self.root;
        while !self.node(at).is_leaf() {
            let node = self.node_mut(at);
            let lane = node.least_growth(corners);
            node.set(lane, &join(&node.corners(lane), corners));
            at = node.inside()[lane];
        }
        self.add(at, slot, corners);
        self.len += 1;
    }

    /// Adds a box to a node. If the node is full, half of its boxes move to a new node beside it.
    fn add(&mut self, node: u32, inside: u32, corners: &Corners<D>) {
        /// The number of boxes that stay.
        const HALF: usize = LANES / 2;

        if !self.node(node).is_full() {
            self.adopt(node, inside);
            self.node_mut(node).push(inside, corners);
            return;
        }
        let mut items = [(inside, *corners); LANES + 1];
        let full = self.node(node);
        for (lane, inside) in full.inside().iter().enumerate() {
            items[lane] = (*inside, full.corners(lane));
        }
        let (height, parent) = (full.height, full.parent);
        halve(&mut items, HALF);
        *self.node_mut(node) = Node::new(height, parent);
        let second = self.add_node(Node::new(height, parent));
        for (at, (inside, corners)) in items.iter().enumerate() {
            self.add(if at < HALF { node } else { second }, *inside, corners);
        }
        let [first_around, second_around] = [node, second].map(|node| self.node(node).around());
        if parent == NONE {
            self.root = self.add_node(Node::new(height + 1, NONE));
            self.add(self.root, node, &first_around);
        } else {
            let lane = self.node(parent).lane_of(node);
            self.node_mut(parent).set(lane, &first_around);
        }
        self.add(self.node(node).parent, second, &second_around);
    }

    /// Removes the box of a slot, if it has one.
    pub(super) fn remove(&mut self, slot: u32) {
        let mut at = self.home(slot);
        if at == NONE {
            return;
        }
        self.homes[slot as usize] = NONE;
        self.len -= 1;
        let lane = self.node(at).lane_of(slot);
        self.node_mut(at).remove(lane);
        // The nodes above become smaller, and those in which nothing is left are removed.
        while self.node(at).parent != NONE {
            let (around, parent) = (self.node(at).around(), self.node(at).parent);
            let lane = self.node(parent).lane_of(at);
            if self.node(at).inside().is_empty() {
                self.node_mut(parent).remove(lane);
                self.free.push(at);
            } else if self.node(parent).corners(lane) == around {
                return;
            } else {
                self.node_mut(parent).set(lane, &around);
            }
            at = parent;
        }
        while let ([child], false) = (
            self.node(self.root).inside(),
            self.node(self.root).is_leaf(),
        ) {
            let child = *child;
            self.free.push(self.root);
            self.node_mut(child).parent = NONE;
            self.root = child;
        }
        if self.len == 0 {
            (self.nodes, self.free, self.root) = (Vec::new(), Vec::new(), NONE);
        }
    }

    /// Returns whether most nodes have few boxes, so that another tree would be much smaller.
    pub(super) fn is_sparse(&self) -> bool {
        self.nodes.len() > 64 + self.len as usize / 2
    }
}

/// Moves the items to both sides of a plane: `first` of them to the front.
fn halve<const D: usize>(items: &mut [Item<D>], first: usize) {
    let centre = |corners: &Corners<D>, axis: usize| {
        let [low, high] = corners;
        low[axis] * 0.5 + high[axis] * 0.5
    };
    let length = |axis: usize| {
        let centres = items.iter().map(|(_, corners)| centre(corners, axis));
        let none = (f32::INFINITY, f32::NEG_INFINITY);
        let (low, high) = centres.fold(none, |(low, high), x| (less(low, x), more(high, x)));
        high - low
    };
    let longest = (0..D).max_by(|a, b| length(*a).total_cmp(&length(*b)));
    let axis = longest.unwrap_or_default();
    let order = |a: &Item<D>, b: &Item<D>| centre(&a.1, axis).total_cmp(&centre(&b.1, axis));
    items.select_nth_unstable_by(first, order);
}
