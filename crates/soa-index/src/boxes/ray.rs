//! The boxes that a ray enters.

use alloc::collections::BinaryHeap;
use core::cmp::Reverse;

use super::node::{LANES, Node, all_if, each_lane};
use super::tree::Tree;

/// A ray from a point. Where it is, counts in lengths of its direction.
#[derive(Debug, Clone, Copy)]
struct Ray<const D: usize> {
    origin: [f64; D],
    direction: [f64; D],
    /// One divided by the direction.
    inverse: [f64; D],
    max: f64,
}

/// More than all that rounding can change if a division is replaced by a multiplication.
const SLACK: f64 = 1e-14;

impl<const D: usize> Ray<D> {
    /// Returns the lanes that the ray may enter as bits, and where it does at the earliest.
    #[inline]
    fn lanes(&self, node: &Node<D>) -> (u32, [f64; LANES]) {
        let (mut enter, mut exit) = ([0.0; LANES], [self.max; LANES]);
        for axis in 0..D {
            let (from, inverse) = (self.origin[axis], self.inverse[axis]);
            let [near, far] = self.in_order(axis, node.sides(axis));
            for lane in 0..LANES {
                // A ray along a side is NaN times an infinite number here, which changes nothing.
                let near = (f64::from(near[lane]) - from) * inverse;
                let far = (f64::from(far[lane]) - from) * inverse;
                enter[lane] = if near > enter[lane] {
                    near
                } else {
                    enter[lane]
                };
                exit[lane] = if far < exit[lane] { far } else { exit[lane] };
            }
        }
        let mut found = [0; LANES];
        for lane in 0..LANES {
            found[lane] = all_if(enter[lane] <= exit[lane] * (1.0 + SLACK));
        }
        (node.lanes(found), enter)
    }

    /// Returns where the ray enters a box, if it does.
    #[inline]
    fn enters(&self, node: &Node<D>, lane: usize) -> Option<f64> {
        let (mut enter, mut exit) = (0.0, self.max);
        for axis in 0..D {
            let sides = node.sides(axis).map(|side| f64::from(side[lane]));
            let [near, far] = self
                .in_order(axis, sides)
                .map(|side| side - self.origin[axis]);
            let direction = self.direction[axis];
            if direction == 0.0 {
                if near > 0.0 || far < 0.0 {
                    return None;
                }
            } else {
                let (near, far) = (near / direction, far / direction);
                // `f64::max` could return negative zero.
                enter = if near > enter { near } else { enter };
                exit = if far < exit { far } else { exit };
            }
        }
        (enter <= exit).then_some(enter)
    }

    /// Returns two sides in the order in which the ray passes them.
    #[inline]
    fn in_order<S>(&self, axis: usize, [low, high]: [S; 2]) -> [S; 2] {
        if self.direction[axis] < 0.0 {
            [high, low]
        } else {
            [low, high]
        }
    }
}

/// The boxes that a ray enters, by where it does, and then by slot.
#[derive(Debug, Clone)]
pub(super) struct Hits<'a, const D: usize> {
    tree: &'a Tree<D>,
    ray: Ray<D>,
    /// Slots, and nodes in which there are more: where the ray enters, as the bits of a number that is not
    /// negative, and whether it is a slot. Nodes come before slots, because a lower slot can be in them.
    ahead: BinaryHeap<Reverse<(u64, bool, u32)>>,
}

impl<'a, const D: usize> Hits<'a, D> {
    pub(super) fn new(tree: &'a Tree<D>, origin: [f32; D], direction: [f32; D], max: f32) -> Self {
        // The sum is never negative zero.
        let direction = direction.map(|x| f64::from(x) + 0.0);
        let ray = Ray {
            origin: origin.map(f64::from),
            direction,
            inverse: direction.map(|x| 1.0 / x),
            max: f64::from(max),
        };
        let mut hits = Hits {
            tree,
            ray,
            ahead: BinaryHeap::new(),
        };
        let is_finite = ray.origin.iter().chain(&direction).all(|x| x.is_finite());
        if let (Some(root), true) = (tree.root(), is_finite && max >= 0.0) {
            hits.open(root);
        }
        hits
    }

    /// Adds what is in a node.
    fn open(&mut self, node: u32) {
        let node = self.tree.node(node);
        let (lanes, enters) = self.ray.lanes(node);
        each_lane(lanes, |lane| {
            let inside = node.inside()[lane];
            if node.is_leaf() {
                if let Some(enter) = self.ray.enters(node, lane) {
                    self.ahead.push(Reverse((enter.to_bits(), true, inside)));
                }
            } else if node.height == 1 {
                // Leaves are opened at once, which is faster than sorting them.
                self.open(inside);
            } else {
                let earliest = enters[lane] * (1.0 - SLACK);
                self.ahead
                    .push(Reverse((earliest.to_bits(), false, inside)));
            }
        });
    }
}

impl<const D: usize> Iterator for Hits<'_, D> {
    type Item = (u32, f64);

    fn next(&mut self) -> Option<(u32, f64)> {
        loop {
            let Reverse((enter, is_slot, inside)) = self.ahead.pop()?;
            if is_slot {
                return Some((inside, f64::from_bits(enter)));
            }
            self.open(inside);
        }
    }
}
