//! What is out of use, and waits until no frame in flight uses it.

use std::collections::VecDeque;

use soa_runtime::{Hub, IdAllocator};

use crate::clock::TimeLimit;
use crate::loader::Loader;
use crate::workers::Done;

pub(super) enum Retired<L: Loader> {
    /// The row of a resource that was unloaded or evicted, still in the hub.
    Row(<L::Record as IdAllocator>::Id),
    /// What a reload replaced.
    Record(L::Record),
    /// What was cancelled after it was decoded.
    Decoded(L::Decoded),
}

/// What is dropped at the end of this frame's call or of a later one.
pub(super) struct RetiredQueue<L: Loader> {
    /// Each with the number of the call that drops it. Those that are due come first.
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

    /// Queues a value for call `due`, which is no earlier than the calls given before.
    pub(super) fn drop_in(&mut self, due: u64, retired: Retired<L>) {
        self.queue.push_back((due, retired));
    }

    /// Queues what was cancelled for the next call, or for this one.
    pub(super) fn discard(&mut self, done: Done<L>) {
        if let Ok((decoded, _)) = done.outcome {
            self.queue.push_front((0, Retired::Decoded(decoded)));
        }
    }

    pub(super) fn is_due(&self, frame: u64) -> bool {
        self.queue.front().is_some_and(|(due, _)| *due <= frame)
    }

    /// Drops what is due, as far as the time goes.
    pub(super) fn drop_due(&mut self, hub: &mut Hub<L::Record>, frame: u64, limit: &TimeLimit) {
        while self.is_due(frame) {
            // It leaves the queue first: its destructor is foreign, and may panic.
            if let Some((_, Retired::Row(row))) = self.queue.pop_front() {
                hub.dealloc(row);
            }
            if limit.is_spent() {
                return;
            }
        }
    }
}
