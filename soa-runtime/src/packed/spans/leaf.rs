//! A short array of slots: one link of the memory order.

use crate::packed::place::Slot;

/// The number of slots that makes a leaf 128 bytes long.
pub(super) const LEAF: usize = 29;
/// Where a full leaf is split. Two neighbours with no more slots than this are joined.
pub(super) const HALF: usize = LEAF / 2;
/// No leaf.
pub(super) const NONE: u32 = u32::MAX;

/// A part of the order.
///
/// 1. `slots[..len]` are in memory order, and `1 <= len <= LEAF` while the leaf is linked.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub(super) slots: [Slot; LEAF],
    pub(super) len: u32,
    pub(super) previous: u32,
    pub(super) next: u32,
}

impl Leaf {
    #[inline]
    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots[..self.len as usize]
    }

    #[inline]
    pub(super) fn position(&self, slot: Slot) -> usize {
        let position = self.slots().iter().position(|&other| other == slot);
        position.unwrap_or_else(|| unreachable!("{slot:?} is not in its leaf"))
    }

    #[inline]
    pub(super) fn insert(&mut self, position: usize, slot: Slot) {
        let len = self.len as usize;
        self.slots.copy_within(position..len, position + 1);
        self.slots[position] = slot;
        self.len += 1;
    }
}
