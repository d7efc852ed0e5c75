//! The boxes that touch something, and each other.

use alloc::vec::Vec;

use soa_runtime::AnyHandle;

use super::node::{Node, each_lane};
use super::stored::Stored;
use super::tree::Tree;

impl<I: AnyHandle, const D: usize> Stored<I, D> {
    /// Returns the rows whose boxes touch the one between two corners, ascending.
    pub(super) fn overlapping(&self, min: [f32; D], max: [f32; D]) -> Vec<I> {
        if min.iter().zip(&max).all(|(min, max)| min <= max) {
            self.find(|node| node.overlapping(&[min, max]))
        } else {
            Vec::new()
        }
    }

    /// Returns the rows of whose boxes some corner is in front of each plane, ascending.
    pub(super) fn in_front(&self, planes: &[([f32; D], f32)]) -> Vec<I> {
        self.find(|node| node.in_front(planes))
    }

    /// Returns the rows to which lanes lead.
    fn find(&self, lanes: impl Fn(&Node<D>) -> u32) -> Vec<I> {
        let mut found = Vec::new();
        if let Some(root) = self.tree().root() {
            self.find_in(root, &lanes, &mut found);
        }
        found.sort_unstable_by_key(|id| id.index());
        found
    }

    /// Reads ids at once, while the processor waits for the next node anyway.
    fn find_in(&self, node: u32, lanes: &impl Fn(&Node<D>) -> u32, found: &mut Vec<I>) {
        let node = self.tree().node(node);
        let inside = node.inside();
        if node.is_leaf() {
            each_lane(lanes(node), |lane| found.push(self.id(inside[lane])));
        } else {
            each_lane(lanes(node), |lane| self.find_in(inside[lane], lanes, found));
        }
    }
}

impl<const D: usize> Tree<D> {
    /// Returns the pairs of slots whose boxes touch, ascending. The lower slot is in the high bits, because
    /// numbers are sorted faster than pairs.
    pub(super) fn pairs(&self) -> Vec<u64> {
        let mut pairs = Vec::new();
        if let Some(root) = self.root() {
            self.pairs_in(root, &mut pairs);
        }
        pairs.sort_unstable();
        pairs
    }

    /// Adds the pairs in a node.
    fn pairs_in(&self, node: u32, pairs: &mut Vec<u64>) {
        let node = self.node(node);
        for (lane, first) in node.inside().iter().enumerate() {
            if !node.is_leaf() {
                self.pairs_in(*first, pairs);
            }
            let others = node.overlapping(&node.corners(lane)) & (!1 << lane);
            self.pairs_of(*first, node, others, pairs);
        }
    }

    /// Adds the pairs between a box and some lanes of a node. If the node is no leaf, the box is around a
    /// node, too.
    fn pairs_of(&self, one: u32, node: &Node<D>, lanes: u32, pairs: &mut Vec<u64>) {
        if node.is_leaf() {
            each_lane(lanes, |lane| {
                let other = node.inside()[lane];
                pairs.push(u64::from(one.min(other)) << 32 | u64::from(one.max(other)));
            });
            return;
        }
        let one = self.node(one);
        each_lane(lanes, |lane| {
            let other = self.node(node.inside()[lane]);
            let touching = one.overlapping(&node.corners(lane));
            each_lane(touching, |lane| {
                let lanes = other.overlapping(&one.corners(lane));
                self.pairs_of(one.inside()[lane], other, lanes, pairs);
            });
        });
    }
}
