//! The boxes that touch something, and each other.

use alloc::vec::Vec;

use super::node::{Corners, Node, each_lane};
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

    /// Returns the pairs of slots whose boxes touch, ascending, with the lower slot first.
    pub(super) fn pairs(&self) -> Vec<[u32; 2]> {
        let mut pairs = Vec::new();
        if let Some(root) = self.root() {
            self.pairs_in(root, &mut pairs);
        }
        pairs.sort_unstable();
        pairs
    }

    fn pairs_in(&self, node: u32, pairs: &mut Vec<[u32; 2]>) {
        let (node, inside) = (self.node(node), self.node(node).inside());
        for lane in 0..inside.len() {
            if !node.is_leaf() {
                self.pairs_in(inside[lane], pairs);
            }
            let corners = node.corners(lane);
            let others = node.overlapping(&corners) & (!1 << lane);
            each_lane(others, |other| {
                let both = [inside[lane], inside[other]];
                self.pairs_of(node, both, &node.corners(other), pairs);
            });
        }
    }

    /// Adds the pairs between what is in two lanes of nodes like this one, which touch. The corners
    /// are those of the second one.
    fn pairs_of(
        &self,
        like: &Node<D>,
        [a, b]: [u32; 2],
        corners: &Corners<D>,
        pairs: &mut Vec<[u32; 2]>,
    ) {
        if like.is_leaf() {
            pairs.push([a.min(b), a.max(b)]);
            return;
        }
        let (a, b) = (self.node(a), self.node(b));
        each_lane(a.overlapping(corners), |lane| {
            each_lane(b.overlapping(&a.corners(lane)), |other| {
                let both = [a.inside()[lane], b.inside()[other]];
                self.pairs_of(a, both, &b.corners(other), pairs);
            });
        });
    }
}
