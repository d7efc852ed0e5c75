//! The loaded resources that cost memory, from the one that was used least recently.

use std::collections::BTreeMap;
use std::ops::Bound;

/// When a resource was used. A **stamp** is a moment of the library: every use and
/// every landing has its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Usage {
    /// The last use or landing, whichever is later.
    pub(super) stamp: u64,
    /// The number of the call that follows the last use; 0 if there was none.
    pub(super) before_call: u64,
}

impl Usage {
    /// Returns whether an eviction in call `call` would come too early for the frames
    /// in flight.
    pub(super) fn is_protected(self, call: u64, frames_in_flight: u64) -> bool {
        let spared = self.before_call.saturating_add(frames_in_flight);
        self.before_call != 0 && call <= spared
    }
}

/// The loaded resources that cost something, and the sum of their costs.
///
/// A resource is filed under the stamp that it had when it was filed. A use does not
/// refile it. The search for the least recently used one does.
#[derive(Debug)]
pub(super) struct Residents<I> {
    bytes: u128,
    by_stamp: BTreeMap<u64, I>,
}

impl<I: Copy> Residents<I> {
    pub(super) fn new() -> Self {
        Self {
            bytes: 0,
            by_stamp: BTreeMap::new(),
        }
    }

    /// Returns the sum of the costs. It cannot overflow: there are at most 2^32
    /// resources.
    pub(super) fn bytes(&self) -> u128 {
        self.bytes
    }

    pub(super) fn change_cost(&mut self, before: u64, after: u64) {
        self.bytes = self.bytes - u128::from(before) + u128::from(after);
    }

    pub(super) fn file(&mut self, stamp: u64, id: I) {
        self.by_stamp.insert(stamp, id);
    }

    pub(super) fn unfile(&mut self, stamp: u64) {
        self.by_stamp.remove(&stamp);
    }

    /// Returns the first resource that is filed after `stamp`.
    pub(super) fn next_after(&self, stamp: u64) -> Option<(u64, I)> {
        let later = (Bound::Excluded(stamp), Bound::Unbounded);
        let first = self.by_stamp.range(later).next();
        first.map(|(stamp, id)| (*stamp, *id))
    }
}
