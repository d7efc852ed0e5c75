//! The walk over all blocks in memory order, from both ends.

use super::leaf::Leaf;
use crate::packed::place::Slot;

/// One end of a walk: the slots left of its leaf, and the leaf that follows.
#[derive(Debug, Clone)]
struct End<'a> {
    slots: core::slice::Iter<'a, Slot>,
    beyond: u32,
}

/// The blocks in memory order, from both ends.
#[derive(Debug, Clone)]
pub(in crate::packed) struct InOrder<'a> {
    leaves: &'a [Leaf],
    front: End<'a>,
    back: End<'a>,
    /// The number of blocks that are left. Both ends may be in one leaf.
    left: usize,
}

impl<'a> InOrder<'a> {
    /// Walks over `left` blocks, from the leaf `first` to the leaf `last`.
    #[inline]
    pub(super) fn new(leaves: &'a [Leaf], first: u32, last: u32, left: usize) -> Self {
        let side = |beyond| End {
            slots: [].iter(),
            beyond,
        };
        InOrder {
            leaves,
            front: side(first),
            back: side(last),
            left,
        }
    }
}

impl Iterator for InOrder<'_> {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        self.left = self.left.checked_sub(1)?;
        loop {
            if let Some(&slot) = self.front.slots.next() {
                return Some(slot);
            }
            let leaf = &self.leaves[self.front.beyond as usize];
            self.front = End {
                slots: leaf.slots().iter(),
                beyond: leaf.next,
            };
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Slot) -> B>(mut self, start: B, mut step: F) -> B {
        let mut value = start;
        while self.left > 0 {
            let slots = self.front.slots.as_slice();
            let slots = &slots[..slots.len().min(self.left)];
            value = slots.iter().fold(value, |value, &slot| step(value, slot));
            self.left -= slots.len();
            if let Some(leaf) = self.leaves.get(self.front.beyond as usize) {
                self.front = End {
                    slots: leaf.slots().iter(),
                    beyond: leaf.next,
                };
            }
        }
        value
    }
}

impl DoubleEndedIterator for InOrder<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Slot> {
        self.left = self.left.checked_sub(1)?;
        loop {
            if let Some(&slot) = self.back.slots.next_back() {
                return Some(slot);
            }
            let leaf = &self.leaves[self.back.beyond as usize];
            self.back = End {
                slots: leaf.slots().iter(),
                beyond: leaf.previous,
            };
        }
    }
}

impl ExactSizeIterator for InOrder<'_> {}
