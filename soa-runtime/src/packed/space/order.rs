//! The blocks in memory order: short runs of slots, linked.
//!
//! An array would walk as fast, but a block that takes a hole comes between two
//! others; a list would take it in O(1), but walks several times slower. A run is
//! two cache lines, so that putting a block in or out moves at most that much.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use super::place::Slot;

/// So many that a run is 128 bytes.
const RUN: usize = 29;
/// Where a full run is cut in two; two runs of together no more are made one.
const HALF: usize = RUN / 2;
/// No run.
const NONE: u32 = u32::MAX;

/// A part of the order.
///
/// 1. `slots[..len]` are in memory order, and `1 <= len <= RUN` while it is linked.
#[derive(Debug, Clone)]
struct Run {
    slots: [Slot; RUN],
    len: u32,
    previous: u32,
    next: u32,
}

impl Run {
    #[inline]
    fn slots(&self) -> &[Slot] {
        &self.slots[..self.len as usize]
    }

    #[inline]
    fn position(&self, slot: Slot) -> usize {
        let position = self.slots().iter().position(|&other| other == slot);
        position.unwrap_or_else(|| unreachable!("{slot:?} is not in its run"))
    }

    #[inline]
    fn insert(&mut self, position: usize, slot: Slot) {
        let len = self.len as usize;
        self.slots.copy_within(position..len, position + 1);
        self.slots[position] = slot;
        self.len += 1;
    }
}

/// The memory order of all blocks.
///
/// 2. `home[slot]` is the run of every slot that is in the order.
#[derive(Debug)]
pub(in crate::packed) struct Order {
    runs: Vec<Run>,
    home: Vec<u32>,
    first: u32,
    last: u32,
    /// Runs that are not linked, by their `next`.
    unused: u32,
    len: usize,
}

impl Order {
    pub(in crate::packed) const EMPTY: Order = Order {
        runs: Vec::new(),
        home: Vec::new(),
        first: NONE,
        last: NONE,
        unused: NONE,
        len: 0,
    };

    /// Makes room for one more of `slots` slots, so that adding it cannot fail.
    pub(in crate::packed) fn try_reserve(&mut self, slots: usize) -> Result<(), TryReserveError> {
        self.runs.try_reserve(1)?;
        self.home.try_reserve(slots.saturating_sub(self.home.len()))
    }

    /// Takes all blocks out.
    pub(in crate::packed) fn clear(&mut self) {
        self.runs.clear();
        (self.first, self.last, self.unused) = (NONE, NONE, NONE);
        self.len = 0;
    }

    /// The block that comes first in memory.
    pub(in crate::packed) fn first(&self) -> Option<Slot> {
        Some(self.runs.get(self.first as usize)?.slots[0])
    }

    /// The block that comes last in memory.
    pub(in crate::packed) fn last(&self) -> Option<Slot> {
        self.runs.get(self.last as usize)?.slots().last().copied()
    }

    /// The block behind one that is in the order.
    #[inline]
    pub(in crate::packed) fn after(&self, slot: Slot) -> Option<Slot> {
        let run = &self.runs[self.home[slot.index()] as usize];
        match run.slots().get(run.position(slot) + 1) {
            Some(&next) => Some(next),
            None => Some(self.runs.get(run.next as usize)?.slots[0]),
        }
    }

    /// The block in front of one that is in the order.
    pub(in crate::packed) fn before(&self, slot: Slot) -> Option<Slot> {
        let run = &self.runs[self.home[slot.index()] as usize];
        match run.position(slot).checked_sub(1) {
            Some(position) => Some(run.slots[position]),
            None => self
                .runs
                .get(run.previous as usize)?
                .slots()
                .last()
                .copied(),
        }
    }

    /// Adds a block, in front of another or behind all.
    pub(in crate::packed) fn insert(&mut self, slot: Slot, before: Option<Slot>) {
        if slot.index() >= self.home.len() {
            self.home.resize(slot.index() + 1, NONE);
        }
        let (run, position) = match before {
            Some(next) => self.room_before(next),
            None => self.room_at_end(),
        };
        self.runs[run as usize].insert(position, slot);
        self.home[slot.index()] = run;
        self.len += 1;
    }

    /// Takes a block out; returns the one behind it.
    pub(in crate::packed) fn remove(&mut self, slot: Slot) -> Option<Slot> {
        let index = self.home[slot.index()];
        let run = &mut self.runs[index as usize];
        let position = run.position(slot);
        let len = run.len as usize;
        run.slots.copy_within(position + 1..len, position);
        run.len -= 1;
        self.len -= 1;
        let after = run.slots().get(position).copied();
        let next = run.next;
        let after = after.or_else(|| Some(self.runs.get(next as usize)?.slots[0]));
        if len == 1 {
            self.unlink(index);
        } else if len <= HALF {
            self.join_next(index);
        }
        after
    }

    /// The blocks in memory order, from one of them on.
    pub(in crate::packed) fn walk(&self, from: Slot) -> impl Iterator<Item = Slot> {
        let run = &self.runs[self.home[from.index()] as usize];
        let rest = &run.slots()[run.position(from)..];
        let later = core::iter::successors(self.runs.get(run.next as usize), |run| {
            self.runs.get(run.next as usize)
        });
        rest.iter().chain(later.flat_map(Run::slots)).copied()
    }

    /// The blocks in memory order.
    #[inline]
    pub(in crate::packed) fn iter(&self) -> Slots<'_> {
        let side = |beyond| Side {
            slots: [].iter(),
            beyond,
        };
        Slots {
            runs: &self.runs,
            front: side(self.first),
            back: side(self.last),
            left: self.len,
        }
    }

    fn room_before(&mut self, next: Slot) -> (u32, usize) {
        let index = self.home[next.index()];
        let run = &self.runs[index as usize];
        let position = run.position(next);
        if (run.len as usize) < RUN {
            return (index, position);
        }
        let behind = self.link_after(index);
        let full = self.runs[index as usize].clone();
        self.fill(index, 0, &full.slots[..HALF]);
        self.fill(behind, 0, &full.slots[HALF..]);
        if position <= HALF {
            (index, position)
        } else {
            (behind, position - HALF)
        }
    }

    fn room_at_end(&mut self) -> (u32, usize) {
        match self.runs.get(self.last as usize) {
            Some(run) if (run.len as usize) < RUN => (self.last, run.len as usize),
            _ => (self.link_after(self.last), 0),
        }
    }

    /// Moves the next run's slots into this one where they leave it room to grow.
    fn join_next(&mut self, index: u32) {
        let run = &self.runs[index as usize];
        let (len, next) = (run.len, run.next);
        let Some(behind) = self.runs.get(next as usize) else {
            return;
        };
        if (len + behind.len) as usize <= HALF {
            let behind = behind.clone();
            self.fill(index, len, behind.slots());
            self.unlink(next);
        }
    }

    /// Appends slots to a run of that length.
    #[expect(clippy::cast_possible_truncation, reason = "at most RUN slots")]
    fn fill(&mut self, index: u32, len: u32, slots: &[Slot]) {
        let run = &mut self.runs[index as usize];
        run.slots[len as usize..][..slots.len()].copy_from_slice(slots);
        run.len = len + slots.len() as u32;
        for slot in slots {
            self.home[slot.index()] = index;
        }
    }

    /// Links an empty run behind another, or as the only one.
    #[expect(clippy::cast_possible_truncation, reason = "no more runs than slots")]
    fn link_after(&mut self, previous: u32) -> u32 {
        let next = self
            .runs
            .get(previous as usize)
            .map_or(NONE, |run| run.next);
        let run = Run {
            slots: [Slot(0); RUN],
            len: 0,
            previous,
            next,
        };
        let index = self.unused;
        let index = if let Some(unused) = self.runs.get_mut(index as usize) {
            self.unused = unused.next;
            *unused = run;
            index
        } else {
            self.runs.push(run);
            self.runs.len() as u32 - 1
        };
        *self.next_of(previous) = index;
        *self.previous_of(next) = index;
        index
    }

    fn unlink(&mut self, index: u32) {
        let Run { previous, next, .. } = self.runs[index as usize];
        *self.next_of(previous) = next;
        *self.previous_of(next) = previous;
        self.runs[index as usize].next = self.unused;
        self.unused = index;
    }

    fn next_of(&mut self, index: u32) -> &mut u32 {
        self.runs
            .get_mut(index as usize)
            .map_or(&mut self.first, |run| &mut run.next)
    }

    fn previous_of(&mut self, index: u32) -> &mut u32 {
        self.runs
            .get_mut(index as usize)
            .map_or(&mut self.last, |run| &mut run.previous)
    }
}

/// One end of a walk: what is left of its run, and the run beyond that.
#[derive(Debug, Clone)]
struct Side<'a> {
    slots: core::slice::Iter<'a, Slot>,
    beyond: u32,
}

/// The blocks in memory order, from both ends.
#[derive(Debug, Clone)]
pub(in crate::packed) struct Slots<'a> {
    runs: &'a [Run],
    front: Side<'a>,
    back: Side<'a>,
    /// How many are left; both ends may be in the same run.
    left: usize,
}

impl Iterator for Slots<'_> {
    type Item = Slot;

    #[inline]
    fn next(&mut self) -> Option<Slot> {
        self.left = self.left.checked_sub(1)?;
        loop {
            if let Some(&slot) = self.front.slots.next() {
                return Some(slot);
            }
            let run = &self.runs[self.front.beyond as usize];
            self.front = Side {
                slots: run.slots().iter(),
                beyond: run.next,
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
            if let Some(run) = self.runs.get(self.front.beyond as usize) {
                self.front = Side {
                    slots: run.slots().iter(),
                    beyond: run.next,
                };
            }
        }
        value
    }
}

impl DoubleEndedIterator for Slots<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Slot> {
        self.left = self.left.checked_sub(1)?;
        loop {
            if let Some(&slot) = self.back.slots.next_back() {
                return Some(slot);
            }
            let run = &self.runs[self.back.beyond as usize];
            self.back = Side {
                slots: run.slots().iter(),
                beyond: run.previous,
            };
        }
    }
}

impl ExactSizeIterator for Slots<'_> {}
