//! The blocks in memory order, as a linked list of short arrays of slots.
//!
//! One array would be walked as fast, but a block that takes a hole goes between two others. A
//! list of single blocks would insert it in O(1), but is several times slower to walk. A leaf is
//! two cache lines, so inserting or removing a block moves at most that much.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use super::in_order::InOrder;
use super::leaf::{HALF, LEAF, Leaf, NONE};
use crate::packed::place::Slot;

#[cfg(test)]
mod tests;

/// The memory order of all blocks.
///
/// 1. `home[slot]` is the leaf of each slot that is in the order.
#[derive(Debug)]
pub(super) struct Order {
    leaves: Vec<Leaf>,
    home: Vec<u32>,
    first: u32,
    last: u32,
    /// The first leaf that is not linked; the others follow by their `next`.
    unused: u32,
    len: usize,
}

impl Order {
    pub(super) const EMPTY: Order = Order {
        leaves: Vec::new(),
        home: Vec::new(),
        first: NONE,
        last: NONE,
        unused: NONE,
        len: 0,
    };

    /// Reserves memory for one more block and `slots` slots, so that inserting it cannot fail.
    pub(super) fn try_reserve(&mut self, slots: usize) -> Result<(), TryReserveError> {
        self.leaves.try_reserve(1)?;
        self.home.try_reserve(slots.saturating_sub(self.home.len()))
    }

    /// Removes all blocks.
    pub(super) fn clear(&mut self) {
        self.leaves.clear();
        (self.first, self.last, self.unused) = (NONE, NONE, NONE);
        self.len = 0;
    }

    /// Returns the block that comes first in memory.
    pub(super) fn first(&self) -> Option<Slot> {
        Some(self.leaves.get(self.first as usize)?.slots[0])
    }

    /// Returns the block that comes last in memory.
    pub(super) fn last(&self) -> Option<Slot> {
        self.leaves.get(self.last as usize)?.slots().last().copied()
    }

    /// Returns the block after one that is in the order.
    #[inline]
    pub(super) fn after(&self, slot: Slot) -> Option<Slot> {
        let leaf = &self.leaves[self.home[slot.index()] as usize];
        match leaf.slots().get(leaf.position(slot) + 1) {
            Some(&next) => Some(next),
            None => Some(self.leaves.get(leaf.next as usize)?.slots[0]),
        }
    }

    /// Returns the block before one that is in the order.
    pub(super) fn before(&self, slot: Slot) -> Option<Slot> {
        let leaf = &self.leaves[self.home[slot.index()] as usize];
        match leaf.position(slot).checked_sub(1) {
            Some(position) => Some(leaf.slots[position]),
            None => self
                .leaves
                .get(leaf.previous as usize)?
                .slots()
                .last()
                .copied(),
        }
    }

    /// Inserts a block before another one, or at the end.
    pub(super) fn insert(&mut self, slot: Slot, before: Option<Slot>) {
        if slot.index() >= self.home.len() {
            self.home.resize(slot.index() + 1, NONE);
        }
        let (leaf, position) = match before {
            Some(next) => self.room_before(next),
            None => self.room_at_end(),
        };
        self.leaves[leaf as usize].insert(position, slot);
        self.home[slot.index()] = leaf;
        self.len += 1;
    }

    /// Removes a block and returns the next one.
    pub(super) fn remove(&mut self, slot: Slot) -> Option<Slot> {
        let index = self.home[slot.index()];
        let leaf = &mut self.leaves[index as usize];
        let position = leaf.position(slot);
        let len = leaf.len as usize;
        leaf.slots.copy_within(position + 1..len, position);
        leaf.len -= 1;
        self.len -= 1;
        let after = leaf.slots().get(position).copied();
        let next = leaf.next;
        let after = after.or_else(|| Some(self.leaves.get(next as usize)?.slots[0]));
        if len == 1 {
            self.unlink(index);
        } else if len <= HALF {
            self.join_next(index);
        }
        after
    }

    /// Yields the blocks in memory order, from one of them on.
    pub(super) fn walk(&self, from: Slot) -> impl Iterator<Item = Slot> {
        let leaf = &self.leaves[self.home[from.index()] as usize];
        let rest = &leaf.slots()[leaf.position(from)..];
        let later = core::iter::successors(self.leaves.get(leaf.next as usize), |leaf| {
            self.leaves.get(leaf.next as usize)
        });
        rest.iter().chain(later.flat_map(Leaf::slots)).copied()
    }

    /// Yields the blocks in memory order.
    #[inline]
    pub(super) fn iter(&self) -> InOrder<'_> {
        InOrder::new(&self.leaves, self.first, self.last, self.len)
    }

    fn room_before(&mut self, next: Slot) -> (u32, usize) {
        let index = self.home[next.index()];
        let leaf = &self.leaves[index as usize];
        let position = leaf.position(next);
        if (leaf.len as usize) < LEAF {
            return (index, position);
        }
        let after = self.link_after(index);
        let full = self.leaves[index as usize].clone();
        self.fill(index, 0, &full.slots[..HALF]);
        self.fill(after, 0, &full.slots[HALF..]);
        if position <= HALF {
            (index, position)
        } else {
            (after, position - HALF)
        }
    }

    fn room_at_end(&mut self) -> (u32, usize) {
        match self.leaves.get(self.last as usize) {
            Some(leaf) if (leaf.len as usize) < LEAF => (self.last, leaf.len as usize),
            _ => (self.link_after(self.last), 0),
        }
    }

    /// Moves the slots of the next leaf into this one, if that leaves it room to grow.
    fn join_next(&mut self, index: u32) {
        let leaf = &self.leaves[index as usize];
        let (len, next) = (leaf.len, leaf.next);
        let Some(after) = self.leaves.get(next as usize) else {
            return;
        };
        if (len + after.len) as usize <= HALF {
            let after = after.clone();
            self.fill(index, len, after.slots());
            self.unlink(next);
        }
    }

    /// Appends slots to the first `len` slots of a leaf.
    #[expect(clippy::cast_possible_truncation, reason = "at most LEAF slots")]
    fn fill(&mut self, index: u32, len: u32, slots: &[Slot]) {
        let leaf = &mut self.leaves[index as usize];
        leaf.slots[len as usize..][..slots.len()].copy_from_slice(slots);
        leaf.len = len + slots.len() as u32;
        for slot in slots {
            self.home[slot.index()] = index;
        }
    }

    /// Links an empty leaf after another, or as the only one.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are at most as many leaves as slots"
    )]
    fn link_after(&mut self, previous: u32) -> u32 {
        let next = self
            .leaves
            .get(previous as usize)
            .map_or(NONE, |leaf| leaf.next);
        let leaf = Leaf {
            slots: [Slot(0); LEAF],
            len: 0,
            previous,
            next,
        };
        let index = self.unused;
        let index = if let Some(unused) = self.leaves.get_mut(index as usize) {
            self.unused = unused.next;
            *unused = leaf;
            index
        } else {
            self.leaves.push(leaf);
            self.leaves.len() as u32 - 1
        };
        *self.next_of(previous) = index;
        *self.previous_of(next) = index;
        index
    }

    fn unlink(&mut self, index: u32) {
        let Leaf { previous, next, .. } = self.leaves[index as usize];
        *self.next_of(previous) = next;
        *self.previous_of(next) = previous;
        self.leaves[index as usize].next = self.unused;
        self.unused = index;
    }

    fn next_of(&mut self, index: u32) -> &mut u32 {
        self.leaves
            .get_mut(index as usize)
            .map_or(&mut self.first, |leaf| &mut leaf.next)
    }

    fn previous_of(&mut self, index: u32) -> &mut u32 {
        self.leaves
            .get_mut(index as usize)
            .map_or(&mut self.last, |leaf| &mut leaf.previous)
    }
}
