//! The blocks in memory order, as a linked list of short arrays of slots.
//!
//! One array would be walked as fast, but a block that takes a hole goes between two others. A
//! list of single blocks would insert it in O(1), but is several times slower to walk. A leaf is
//! two cache lines, so inserting or removing a block moves at most that much.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::iter::successors;
use core::slice;

use super::place::{Slot, try_extend};

/// The number of slots that makes a leaf 128 bytes long.
const LEAF: usize = 29;
/// Where a full leaf is split.
const HALF: usize = LEAF / 2;
/// The leaf without slots at both ends of the list.
const ENDS: u32 = 0;

/// A part of the order. The first `len` slots are in memory order.
#[derive(Debug, Clone, Copy)]
struct Leaf {
    slots: [Slot; LEAF],
    len: u32,
    previous: u32,
    next: u32,
}

impl Leaf {
    /// Creates a leaf between two others.
    fn between(previous: u32, next: u32) -> Self {
        Leaf {
            slots: [Slot(0); LEAF],
            len: 0,
            previous,
            next,
        }
    }

    #[inline]
    fn slots(&self) -> &[Slot] {
        &self.slots[..self.len as usize]
    }
}

/// The memory order of all blocks.
///
/// 1. The leaves are linked in a ring, which begins and ends at [`ENDS`]. Only this one is empty.
/// 2. `home[slot]` is the leaf of each slot that is in the order.
/// 3. Leaves that are not linked follow each other by `next`, from `unused` to [`ENDS`].
#[derive(Debug)]
pub(super) struct Order {
    leaves: Vec<Leaf>,
    home: Vec<u32>,
    unused: u32,
    /// The number of blocks.
    len: usize,
}

impl Order {
    pub(super) fn new() -> Self {
        Order {
            leaves: Vec::from([Leaf::between(ENDS, ENDS)]),
            home: Vec::new(),
            unused: ENDS,
            len: 0,
        }
    }

    /// Reserves memory for one more block and `slots` slots, so that inserting it cannot fail.
    pub(super) fn try_reserve(&mut self, slots: usize) -> Result<(), TryReserveError> {
        self.leaves.try_reserve(1)?;
        try_extend(&mut self.home, slots, || ENDS)
    }

    /// Removes all blocks.
    pub(super) fn clear(&mut self) {
        self.leaves.clear();
        self.leaves.push(Leaf::between(ENDS, ENDS));
        (self.unused, self.len) = (ENDS, 0);
    }

    #[inline]
    fn leaf(&self, index: u32) -> &Leaf {
        &self.leaves[index as usize]
    }

    fn leaf_mut(&mut self, index: u32) -> &mut Leaf {
        &mut self.leaves[index as usize]
    }

    /// Returns the leaf of a block that is in the order, and its position there.
    #[inline]
    fn find(&self, slot: Slot) -> (u32, usize) {
        let index = self.home[slot.index()];
        let mut slots = self.leaf(index).slots().iter();
        let position = slots.position(|&other| other == slot);
        let position = position.unwrap_or_else(|| unreachable!("{slot:?} is not in its leaf"));
        (index, position)
    }

    /// Returns the slot at a position of a leaf, or the first one of the next leaf.
    fn from(&self, leaf: &Leaf, position: usize) -> Option<Slot> {
        let slot = leaf.slots().get(position);
        slot.or_else(|| self.leaf(leaf.next).slots().first())
            .copied()
    }

    /// Returns the block that comes first in memory.
    pub(super) fn first(&self) -> Option<Slot> {
        self.from(self.leaf(ENDS), 0)
    }

    /// Returns the block that comes last in memory.
    pub(super) fn last(&self) -> Option<Slot> {
        self.leaf(self.leaf(ENDS).previous).slots().last().copied()
    }

    /// Returns the block after one that is in the order.
    #[inline]
    pub(super) fn after(&self, slot: Slot) -> Option<Slot> {
        let (index, position) = self.find(slot);
        self.from(self.leaf(index), position + 1)
    }

    /// Returns the block before one that is in the order.
    pub(super) fn before(&self, slot: Slot) -> Option<Slot> {
        let (index, position) = self.find(slot);
        let leaf = self.leaf(index);
        let before = leaf.slots()[..position].last();
        let before = before.or_else(|| self.leaf(leaf.previous).slots().last());
        before.copied()
    }

    /// Inserts a block before another one, or at the end. Memory was reserved for it.
    pub(super) fn insert(&mut self, slot: Slot, before: Option<Slot>) {
        let last = self.leaf(ENDS).previous;
        let at_end = (last, self.leaf(last).slots().len());
        let (mut index, mut position) = before.map_or(at_end, |next| self.find(next));
        if index == ENDS || self.leaf(index).slots().len() == LEAF {
            // The upper half moves to a new leaf. If the block is appended, nothing does.
            let kept = if before.is_some() { HALF } else { position };
            let full = *self.leaf(index);
            let after = self.link_after(index);
            for (nth, &moved) in full.slots()[kept..].iter().enumerate() {
                self.put(moved, after, nth);
            }
            self.leaf_mut(index).len -= self.leaf(after).len;
            if position > kept || before.is_none() {
                (index, position) = (after, position - kept);
            }
        }
        self.put(slot, index, position);
        self.len += 1;
    }

    /// Inserts a block into a leaf that is not full.
    fn put(&mut self, slot: Slot, index: u32, position: usize) {
        let leaf = self.leaf_mut(index);
        let end = leaf.len as usize;
        leaf.slots.copy_within(position..end, position + 1);
        leaf.slots[position] = slot;
        leaf.len += 1;
        self.home[slot.index()] = index;
    }

    /// Removes a block and returns the next one.
    pub(super) fn remove(&mut self, slot: Slot) -> Option<Slot> {
        let (index, position) = self.find(slot);
        let leaf = self.leaf_mut(index);
        leaf.slots
            .copy_within(position + 1..leaf.len as usize, position);
        leaf.len -= 1;
        let is_empty = leaf.len == 0;
        let after = self.from(self.leaf(index), position);
        self.len -= 1;
        if is_empty {
            let Leaf { previous, next, .. } = *self.leaf(index);
            self.leaf_mut(previous).next = next;
            self.leaf_mut(next).previous = previous;
            self.leaf_mut(index).next = self.unused;
            self.unused = index;
        }
        after
    }

    /// Links an empty leaf after another one.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most as many leaves as slots"
    )]
    fn link_after(&mut self, previous: u32) -> u32 {
        let next = self.leaf(previous).next;
        let mut index = self.unused;
        if index == ENDS {
            index = self.leaves.len() as u32;
            self.leaves.push(Leaf::between(previous, next));
        } else {
            self.unused = self.leaf(index).next;
            *self.leaf_mut(index) = Leaf::between(previous, next);
        }
        self.leaf_mut(previous).next = index;
        self.leaf_mut(next).previous = index;
        index
    }

    /// Yields the blocks in memory order, from one of them on.
    pub(super) fn walk(&self, from: Slot) -> impl Iterator<Item = Slot> {
        let (index, position) = self.find(from);
        let leaf = self.leaf(index);
        let later = successors(Some(leaf.next), |&index| Some(self.leaf(index).next));
        let later = later.take_while(|&index| index != ENDS);
        let later = later.flat_map(|index| self.leaf(index).slots());
        leaf.slots()[position..].iter().chain(later).copied()
    }

    /// Yields the blocks in memory order.
    #[inline]
    pub(super) fn iter(&self) -> InOrder<'_> {
        InOrder {
            leaves: &self.leaves,
            front: ([].iter(), self.leaf(ENDS).next),
            back: ([].iter(), self.leaf(ENDS).previous),
            left: self.len,
        }
    }
}

/// The blocks in memory order, from both ends: the slots left of a leaf, and the leaf that follows.
#[derive(Debug, Clone)]
pub(super) struct InOrder<'a> {
    leaves: &'a [Leaf],
    front: (slice::Iter<'a, Slot>, u32),
    back: (slice::Iter<'a, Slot>, u32),
    /// The number of blocks that are left. Both ends may be in one leaf.
    left: usize,
}

impl Iterator for InOrder<'_> {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        self.left = self.left.checked_sub(1)?;
        loop {
            if let Some(&slot) = self.front.0.next() {
                return Some(slot);
            }
            let leaf = &self.leaves[self.front.1 as usize];
            self.front = (leaf.slots().iter(), leaf.next);
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
            let slots = self.front.0.as_slice();
            let slots = &slots[..slots.len().min(self.left)];
            value = slots.iter().fold(value, |value, &slot| step(value, slot));
            self.left -= slots.len();
            let leaf = &self.leaves[self.front.1 as usize];
            self.front = (leaf.slots().iter(), leaf.next);
        }
        value
    }
}

impl DoubleEndedIterator for InOrder<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Slot> {
        self.left = self.left.checked_sub(1)?;
        loop {
            if let Some(&slot) = self.back.0.next_back() {
                return Some(slot);
            }
            let leaf = &self.leaves[self.back.1 as usize];
            self.back = (leaf.slots().iter(), leaf.previous);
        }
    }
}

impl ExactSizeIterator for InOrder<'_> {}
