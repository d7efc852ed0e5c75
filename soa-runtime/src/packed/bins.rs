//! The holes by size, so that one that fits is found without a look at all of them.

use alloc::boxed::Box;
use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use super::place::{Slot, try_extend};

/// The number of size classes: eight for each power of two, so the sizes in one class differ by
/// at most an eighth.
const CLASSES: usize = 240;
/// No slot.
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Link {
    previous: u32,
    next: u32,
}

const UNLINKED: Link = Link {
    previous: NONE,
    next: NONE,
};

/// All holes, each named by the block after it, in lists by size class.
///
/// The classes follow sebbbi's `OffsetAllocator` (2023), but sizes are not rounded up to a class.
#[derive(Debug)]
pub(super) struct Bins {
    heads: Box<[u32; CLASSES]>,
    links: Vec<Link>,
    /// One bit for each class that has a hole.
    used: [u64; CLASSES.div_ceil(64)],
    pub(super) count: usize,
}

impl Bins {
    pub(super) fn new() -> Self {
        Bins {
            heads: Box::new([NONE; CLASSES]),
            links: Vec::new(),
            used: [0; CLASSES.div_ceil(64)],
            count: 0,
        }
    }

    /// Reserves memory for `slots` slots, so that inserting a hole cannot fail.
    pub(super) fn try_reserve(&mut self, slots: usize) -> Result<(), TryReserveError> {
        try_extend(&mut self.links, slots, || UNLINKED)
    }

    /// Removes all holes.
    pub(super) fn clear(&mut self) {
        self.heads.fill(NONE);
        self.used.fill(0);
        self.count = 0;
    }

    /// Records that the hole before a block had the length `old` and has the length `new`. A
    /// length of zero is not a hole.
    #[inline]
    pub(super) fn resize(&mut self, slot: Slot, old: u32, new: u32) {
        if old == new {
            return;
        }
        if old > 0 {
            self.remove(slot, class(old));
        }
        if new > 0 {
            self.insert(slot, class(new));
        }
    }

    /// Returns the first hole that `fits`, from the class of `least` upwards. At most `tries`
    /// holes of each class are tried.
    #[inline]
    pub(super) fn find(
        &self,
        least: u32,
        tries: usize,
        mut fits: impl FnMut(Slot) -> bool,
    ) -> Option<Slot> {
        let mut from = class(least);
        while let Some(class) = self.class_from(from) {
            if let Some(slot) = self.holes_of(class).take(tries).find(|&slot| fits(slot)) {
                return Some(slot);
            }
            from = class + 1;
        }
        None
    }

    /// Yields the holes of the largest class that has any.
    pub(super) fn largest(&self) -> impl Iterator<Item = Slot> {
        let class = (0..CLASSES).rev().find(|&class| self.heads[class] != NONE);
        class.into_iter().flat_map(|class| self.holes_of(class))
    }

    fn holes_of(&self, class: usize) -> impl Iterator<Item = Slot> {
        let at = |slot: u32| (slot != NONE).then_some(Slot(slot));
        core::iter::successors(at(self.heads[class]), move |slot| {
            at(self.links[slot.index()].next)
        })
    }

    /// Returns the first class that has a hole, from class `from` on.
    #[inline]
    fn class_from(&self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.used.get(word)? & (u64::MAX << (from % 64));
        while bits == 0 {
            word += 1;
            bits = *self.used.get(word)?;
        }
        Some(word * 64 + bits.trailing_zeros() as usize)
    }

    fn insert(&mut self, slot: Slot, class: usize) {
        let next = core::mem::replace(&mut self.heads[class], slot.0);
        self.links[slot.index()] = Link { next, ..UNLINKED };
        if next != NONE {
            self.links[next as usize].previous = slot.0;
        }
        self.used[class / 64] |= 1 << (class % 64);
        self.count += 1;
    }

    fn remove(&mut self, slot: Slot, class: usize) {
        let Link { previous, next } = self.links[slot.index()];
        if next != NONE {
            self.links[next as usize].previous = previous;
        }
        if previous == NONE {
            self.heads[class] = next;
            if next == NONE {
                self.used[class / 64] &= !(1 << (class % 64));
            }
        } else {
            self.links[previous as usize].next = next;
        }
        self.count -= 1;
    }
}

/// Returns the class of a size: one class per size below 16, then by the three bits after the
/// first.
#[inline]
fn class(size: u32) -> usize {
    match size.checked_ilog2() {
        Some(power) if power >= 3 => ((power - 2) * 8 + (size >> (power - 3) & 7)) as usize,
        _ => size as usize,
    }
}
