//! What a library has of its workers.

use std::sync::Arc;

use super::Workers;
use super::desk::{Desk, Done, Taken};
use super::pool::SeatId;
use crate::job::Ticket;
use crate::loader::Loader;
use crate::priority::Priority;
use crate::source::Source;

/// The connection of one library to the threads that decode for it. Without
/// threads, the owner decodes when it takes a result.
pub(crate) struct Line<L: Loader> {
    desk: Arc<Desk<L>>,
    seat: SeatId,
    workers: Workers,
}

impl<L: Loader> Line<L> {
    pub(crate) fn new(loader: L, source: Box<dyn Source>, workers: Workers) -> Self {
        let desk = Arc::new(Desk::new(loader, source));
        let decoder = Arc::clone(&desk);
        Self {
            seat: workers.pool().join(decoder),
            desk,
            workers,
        }
    }

    /// Returns where the bytes come from.
    pub(crate) fn source(&self) -> &dyn Source {
        self.desk.source()
    }

    /// Counts a change of the source that was reported. Returns the count.
    pub(crate) fn tick(&self) -> u64 {
        self.desk.tick()
    }

    /// Returns whether the owner decodes, because there are no threads.
    pub(crate) fn decodes_here(&self) -> bool {
        self.workers.has_no_threads()
    }

    /// Orders a decode.
    pub(crate) fn order(&self, ticket: Arc<Ticket>) {
        self.workers.start();
        self.workers.pool().order(self.seat, ticket);
    }

    /// Cancels a decode, wherever it is. Returns its result if it waited.
    pub(crate) fn cancel(&self, ticket: &Ticket) -> Option<Box<Done<L>>> {
        if self.workers.pool().cancel(self.seat, ticket) {
            return None;
        }
        self.taken(self.desk.cancel(ticket))
    }

    /// Changes the priority of a decode, wherever it is.
    pub(crate) fn prioritize(&self, ticket: &Ticket, priority: Priority) {
        // A ticket never goes back from the desk to the pool.
        if !self.workers.pool().prioritize(self.seat, ticket, priority) {
            self.desk.prioritize(ticket, priority);
        }
    }

    /// Returns the number of results that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.desk.waiting()
    }

    /// Takes the first result that is wanted, if one waits.
    pub(crate) fn next(&self, is_wanted: impl FnMut(&Ticket) -> bool) -> Option<Box<Done<L>>> {
        if self.decodes_here() {
            return self.decode_here(is_wanted);
        }
        self.taken(self.desk.take(is_wanted))
    }

    /// Takes the first result that is wanted, and waits until there is one. The
    /// caller knows that one was ordered. Returns `None` only without threads.
    pub(crate) fn wait(&self, is_wanted: impl FnMut(&Ticket) -> bool) -> Option<Box<Done<L>>> {
        if self.decodes_here() {
            return self.decode_here(is_wanted);
        }
        self.taken(self.desk.wait(is_wanted))
    }

    fn decode_here(&self, is_wanted: impl FnMut(&Ticket) -> bool) -> Option<Box<Done<L>>> {
        let ticket = self.workers.pool().take(self.seat, is_wanted)?;
        Some(Box::new(self.desk.perform(ticket)))
    }

    fn taken(&self, taken: Taken<L>) -> Option<Box<Done<L>>> {
        let Taken::Done(done, was_full) = taken else {
            return None;
        };
        if was_full {
            self.workers.pool().wake_for_room();
        }
        Some(done)
    }
}

/// Removes the waiting decodes, cancels the running ones, and waits for those alone.
impl<L: Loader> Drop for Line<L> {
    fn drop(&mut self) {
        self.workers.pool().leave(self.seat);
    }
}
