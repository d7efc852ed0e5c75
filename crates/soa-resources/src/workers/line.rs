//! What a library has of its workers.

use std::sync::Arc;

use crossbeam_channel::Receiver;

use super::desk::{Desk, Done, Room};
use super::pool::SeatId;
use super::queue::Queue;
use super::threads::Workers;
use crate::job::{Priority, Ticket};
use crate::loader::Loader;
use crate::source::Source;

/// The connection of one library to the threads that decode for it. Without
/// threads, the owner decodes when it takes a result.
pub(crate) struct Line<L: Loader> {
    desk: Arc<Desk<L>>,
    seat: SeatId,
    workers: Workers,
    arrivals: Receiver<Done<L>>,
    /// The results that arrived, in the order of their ranks. None of them is cancelled.
    landing: Queue<Done<L>>,
    /// Whether the desk had no room since a thread was woken.
    owes_wake: bool,
}

impl<L: Loader> Line<L> {
    pub(crate) fn new(loader: L, source: Box<dyn Source>, workers: Workers) -> Self {
        let (desk, arrivals) = Desk::new(loader, source);
        let desk = Arc::new(desk);
        let decoder = Arc::clone(&desk);
        Self {
            seat: workers.pool().join(decoder),
            desk,
            workers,
            arrivals,
            landing: Queue::new(),
            owes_wake: false,
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

    /// Cancels a decode, wherever it is. Returns its result if it is here.
    pub(crate) fn cancel(&mut self, ticket: &Ticket) -> Option<Done<L>> {
        if self.workers.pool().cancel(self.seat, ticket) {
            return None;
        }
        // If it is being decoded, or on its way, it is thrown away when it arrives.
        ticket.cancel();
        let done = self.landing.remove(ticket.rank())?;
        self.freed();
        self.wake_owed();
        Some(done)
    }

    /// Changes the priority of a decode, wherever it is.
    pub(crate) fn prioritize(&mut self, ticket: &Ticket, priority: Priority) {
        if self.workers.pool().prioritize(self.seat, ticket, priority) {
            return;
        }
        // A ticket that is being decoded, or on its way, is ranked when it arrives.
        let done = self.landing.remove(ticket.rank());
        ticket.set_priority(priority);
        if let Some(done) = done {
            self.landing.insert(done.ticket.rank(), done);
        }
    }

    /// Returns the number of results that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.arrivals.len() + self.landing.len()
    }

    /// Takes the first result that is wanted, if one waits. Results that were cancelled
    /// on their way go to `discard`.
    pub(crate) fn next(
        &mut self,
        mut is_wanted: impl FnMut(&Ticket) -> bool,
        mut discard: impl FnMut(Done<L>),
    ) -> Option<Done<L>> {
        if self.decodes_here() {
            return self.decode_here(is_wanted);
        }
        while let Ok(done) = self.arrivals.try_recv() {
            self.arrived(done, &mut discard);
        }
        let done = self.landing.pop(|done| is_wanted(&done.ticket))?;
        self.freed();
        Some(done)
    }

    /// Does the same, and waits until there is one. The caller makes sure that one was
    /// ordered. Returns `None` only without threads.
    pub(crate) fn wait(
        &mut self,
        mut is_wanted: impl FnMut(&Ticket) -> bool,
        mut discard: impl FnMut(Done<L>),
    ) -> Option<Done<L>> {
        loop {
            let next = self.next(&mut is_wanted, &mut discard);
            if next.is_some() || self.decodes_here() {
                return next;
            }
            self.wake_owed();
            let done = self.arrivals.recv().ok()?;
            self.arrived(done, &mut discard);
        }
    }

    fn arrived(&mut self, done: Done<L>, discard: &mut impl FnMut(Done<L>)) {
        if done.ticket.is_cancelled() {
            self.freed();
            discard(done);
        } else {
            self.landing.insert(done.ticket.rank(), done);
        }
    }

    fn decode_here(&self, is_wanted: impl FnMut(&Ticket) -> bool) -> Option<Done<L>> {
        let ticket = self.workers.pool().take(self.seat, is_wanted)?;
        Some(self.desk.perform(ticket))
    }

    /// Makes room on the desk. A thread is woken for half of the room, and not for each
    /// result: it would fall asleep after every decode.
    fn freed(&mut self) {
        match self.desk.free() {
            Room::First => self.owes_wake = true,
            Room::Half => self.wake_owed(),
            Room::Some => {}
        }
    }

    /// Wakes a thread if the desk had no room. Whoever has taken results calls it at last.
    pub(crate) fn wake_owed(&mut self) {
        if std::mem::take(&mut self.owes_wake) {
            self.workers.pool().wake_for_room();
        }
    }
}

/// Removes the waiting decodes, cancels the running ones, and waits only for these.
impl<L: Loader> Drop for Line<L> {
    fn drop(&mut self) {
        self.workers.pool().leave(self.seat);
    }
}
