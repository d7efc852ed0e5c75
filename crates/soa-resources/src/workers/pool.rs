//! The tickets that wait, library by library, and whose turn it is.
//!
//! One lock guards all of it. No foreign code runs under the lock, and no thread that holds it
//! waits for anything but a turn.
//!
//! Only owners wait for decodes, and no decode waits for another one. So there is no circle of
//! libraries that wait for each other, in one pool or in several.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::queue::Queue;
use crate::error::caught;
use crate::job::{Priority, Ticket};

/// What decodes for one library, without the library's type.
pub(super) trait Decoder: Send + Sync {
    /// Returns whether one more result may wait.
    fn has_room(&self) -> bool;

    /// Reserves the room for one result. It is called under the lock of the pool.
    fn reserve(&self);

    /// Decodes, and hands the result to the owner.
    fn decode(&self, ticket: Arc<Ticket>);

    /// Cancels all that is being decoded.
    fn close(&self);
}

/// The number of a library in its pool. It is never used again.
pub(super) type SeatId = u64;

/// The work that several threads share.
#[derive(Default)]
pub(super) struct Pool {
    state: Mutex<State>,
    /// There may be a turn to take, or the pool is closed.
    work: Condvar,
    /// A decode of a library that is leaving has ended.
    quiet: Condvar,
}

#[derive(Default)]
struct State {
    seats: BTreeMap<SeatId, Seat>,
    /// The number of seats that were ever taken.
    issued: u64,
    /// The seat that had the last turn.
    last: SeatId,
    /// The number of threads that wait for work and were not woken. A thread that wakes
    /// by itself stays counted, so it may be too high, but never too low.
    sleeping: usize,
    /// The number of libraries that wait for their running decodes.
    leaving: usize,
    closed: bool,
}

/// One library.
struct Seat {
    decoder: Arc<dyn Decoder>,
    /// Its tickets that wait for a thread; none of them is cancelled.
    waiting: Queue<Arc<Ticket>>,
    /// The number of threads that decode for it.
    running: usize,
}

/// One decode that a thread is to perform.
struct Turn {
    seat: SeatId,
    decoder: Arc<dyn Decoder>,
    ticket: Arc<Ticket>,
}

thread_local! {
    static IS_WORKER: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether this thread decodes, for whichever pool.
pub(super) fn is_worker() -> bool {
    IS_WORKER.get()
}

impl Pool {
    /// Adds a library.
    pub(super) fn join(&self, decoder: Arc<dyn Decoder>) -> SeatId {
        let mut state = self.lock();
        state.issued += 1;
        let seat = state.issued;
        state.seats.insert(
            seat,
            Seat {
                decoder,
                waiting: Queue::new(),
                running: 0,
            },
        );
        seat
    }

    /// Removes a library: its waiting tickets are dropped, its running decodes are
    /// cancelled, and this call waits for them, unless it is called in a decode.
    pub(super) fn leave(&self, seat: SeatId) {
        let mut state = self.lock();
        let mut unwanted = None;
        if let Some(leaving) = state.seats.get_mut(&seat) {
            unwanted = Some(std::mem::replace(&mut leaving.waiting, Queue::new()));
            leaving.decoder.close();
        }
        let is_busy = |leaving: &Seat| leaving.running > 0 && !is_worker();
        while state.seats.get(&seat).is_some_and(is_busy) {
            state.leaving += 1;
            let woken = self.quiet.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            state.leaving -= 1;
        }
        let left = state.seats.remove(&seat);
        drop(state);
        drop((unwanted, left));
    }

    /// Adds a ticket.
    pub(super) fn order(&self, seat: SeatId, ticket: Arc<Ticket>) {
        let mut state = self.lock();
        let Some(seat) = state.seats.get_mut(&seat) else {
            return;
        };
        seat.waiting.insert(ticket.rank(), ticket);
        // Without room there is no turn; whoever makes room wakes a thread.
        if seat.decoder.has_room() {
            self.wake(state);
        }
    }

    /// Removes a ticket that waits. Returns whether it did.
    pub(super) fn cancel(&self, seat: SeatId, ticket: &Ticket) -> bool {
        let mut state = self.lock();
        let seat = state.seats.get_mut(&seat);
        let removed = seat.and_then(|seat| seat.waiting.remove(ticket.rank()));
        drop(state);
        removed.is_some()
    }

    /// Changes the priority of a ticket that waits. Returns whether it does.
    pub(super) fn prioritize(&self, seat: SeatId, ticket: &Ticket, priority: Priority) -> bool {
        let mut state = self.lock();
        let Some(seat) = state.seats.get_mut(&seat) else {
            return false;
        };
        let waiting = seat.waiting.remove(ticket.rank());
        let is_waiting = waiting.is_some();
        if let Some(ticket) = waiting {
            ticket.set_priority(priority);
            seat.waiting.insert(ticket.rank(), ticket);
        }
        is_waiting
    }

    /// Takes the first ticket that is wanted, for the owner to decode.
    pub(super) fn take(
        &self,
        seat: SeatId,
        mut is_wanted: impl FnMut(&Ticket) -> bool,
    ) -> Option<Arc<Ticket>> {
        let mut state = self.lock();
        let waiting = &mut state.seats.get_mut(&seat)?.waiting;
        waiting.pop(|ticket| is_wanted(ticket))
    }

    /// Wakes a thread after a library that had no room has room again.
    pub(super) fn wake_for_room(&self) {
        self.wake(self.lock());
    }

    /// Wakes a thread, which finds the lock free.
    fn wake(&self, mut state: MutexGuard<'_, State>) {
        let wakes = state.sleeping > 0;
        state.sleeping -= usize::from(wakes);
        drop(state);
        if wakes {
            self.work.notify_one();
        }
    }

    /// Decodes until the pool is closed.
    pub(super) fn work(&self) {
        IS_WORKER.set(true);
        let mut state = self.lock();
        while !state.closed {
            let Some(Turn {
                seat,
                decoder,
                ticket,
            }) = state.next_turn()
            else {
                state.sleeping += 1;
                let woken = self.work.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            // Each thread wakes the next one, so no thread counts how many are needed.
            if state.sleeping > 0 && state.whose_turn().is_some() {
                self.wake(state);
            } else {
                drop(state);
            }
            decoder.decode(ticket);
            // Dropped before the owner may go on. If the owner has not waited, this drops the
            // loader, which is foreign code.
            let _ = caught(|| drop(decoder));
            state = self.lock();
            if let Some(seat) = state.seats.get_mut(&seat) {
                seat.running -= 1;
            }
            if state.leaving > 0 {
                self.quiet.notify_all();
            }
        }
    }

    /// Lets the threads end once they have nothing to do.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.work.notify_all();
    }

    /// Returns the number of threads that wait for work.
    #[cfg(test)]
    pub(super) fn sleeping(&self) -> usize {
        self.lock().sleeping
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No foreign code runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the first library after the one with the last turn that has something
    /// to do, and room for it.
    fn whose_turn(&self) -> Option<SeatId> {
        let after = self
            .seats
            .range((Bound::Excluded(self.last), Bound::Unbounded));
        let mut in_turn = after.chain(self.seats.range(..=self.last));
        in_turn
            .find(|(_, seat)| !seat.waiting.is_empty() && seat.decoder.has_room())
            .map(|(id, _)| *id)
    }

    fn next_turn(&mut self) -> Option<Turn> {
        let id = self.whose_turn()?;
        self.last = id;
        let seat = self.seats.get_mut(&id)?;
        let ticket = seat.waiting.pop(|_| true)?;
        seat.decoder.reserve();
        seat.running += 1;
        Some(Turn {
            seat: id,
            decoder: Arc::clone(&seat.decoder),
            ticket,
        })
    }
}
