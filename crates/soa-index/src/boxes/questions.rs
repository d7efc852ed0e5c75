//! The boxes that touch something, and each other.

use alloc::vec::Vec;

use super::node::{Node, each_lane};
use super::tree::Tree;

impl<const D: usize> Tree<D> {
    /// Returns the slots whose boxes touch the one between two corners, ascending.
    pub(super) fn overlapping(&self, min: [f32; D], max: [f32; D]) -> Vec<u32> {
        if min.iter().zip(&max).all(|(min, max)| min <= max) {
            self.find(|node| node.overlapping(&[min, max]))
        } else {
            Vec::new()
        }
    }

    /// Returns the slots of whose boxes some corner is in front of each plane, ascending.
    pub(super) fn in_front(&self, planes: &[([f32; D], f32)]) -> Vec<u32> {
        self.find(|node| node.in_front(planes))
    }

    /// Returns the slots to which lanes lead.
    fn find(&self, lanes: impl Fn(&Node<D>) -> u32) -> Vec<u32> {
        let mut found = Vec::new();
        if let Some(root) = self.root() {
            self.find_in(root, &lanes, &mut found);
        }
        found.sort_unstable();
        found
    }

    fn find_in(&self, node: u32, lanes: &impl Fn(&Node<D>) -> u32, found: &mut Vec<u32>) {
        let node = self.node(node);
        let inside = node.inside();
        if node.is_leaf() {
            each_lane(lanes(node), |lane| found.push(inside[lane]));
        } else {
            each_lane(lanes(node), |lane| self.find_in(inside[lane], lanes, found));
        }
    }

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
