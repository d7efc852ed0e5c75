//! What is out of use, and waits until no frame in flight uses it.

use std::collections::VecDeque;

use soa_runtime::{Hub, IdAllocator};

use super::budget::Budget;
use crate::loader::Loader;

pub(super) enum Retired<L: Loader> {
    /// The row of an unloaded resource, still in the hub.
    Row(<L::Record as IdAllocator>::Id),
    /// What a reload replaced.
    Record(L::Record),
    /// What nobody wanted any more when it came.
    Decoded(L::Decoded),
}

/// What is dropped at the end of a frame, or of a later one.
pub(super) struct RetiredQueue<L: Loader> {
    /// With the frame in which each is dropped. Those that are due come first.
    queue: VecDeque<(u64, Retired<L>)>,
}

impl<L: Loader> RetiredQueue<L> {
    pub(super) fn new() -> Self {
        Self {
            queue: VecDeque::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.queue.len()
    }

    /// Drops it in frame `due`, which is no earlier than that of others before.
    pub(super) fn drop_in(&mut self, due: u64, retired: Retired<L>) {
        self.queue.push_back((due, retired));
    }

    /// Drops it at the end of this frame.
    pub(super) fn drop_soon(&mut self, retired: Retired<L>) {
        self.queue.push_front((0, retired));
    }

    pub(super) fn is_due(&self, frame: u64) -> bool {
        self.queue.front().is_some_and(|(due, _)| *due <= frame)
    }

    /// Drops what is due, as far as the budget goes.
    pub(super) fn drop_due(&mut self, hub: &mut Hub<L::Record>, frame: u64, budget: &Budget) {
        while self.is_due(frame) {
            // Out of the queue first: what is dropped is not ours, and may panic.
            if let Some((_, Retired::Row(row))) = self.queue.pop_front() {
                hub.dealloc(row);
            }
            if budget.is_spent() {
                return;
            }
        }
    }
}
