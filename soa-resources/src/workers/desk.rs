//! What decodes the resources of one library, and the results that wait for it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::pool::Decoder;
use crate::error::{BoxError, LoadError, Step, caught};
use crate::job::{Includes, Job, Rank, Ticket};
use crate::loader::Loader;
use crate::priority::Priority;
use crate::source::Source;

/// The maximum number of results of one library that are being decoded or wait.
const MOST_RESULTS: usize = 256;

/// The result of a ticket.
pub(crate) struct Done<L: Loader> {
    pub(crate) ticket: Arc<Ticket>,
    /// The number of known changes of the source before the first byte was read.
    pub(crate) began: u64,
    pub(crate) includes: Includes,
    /// The decoded value and its cost.
    pub(crate) outcome: Result<(L::Decoded, u64), LoadError>,
}

/// The desk of one library, which it shares with the threads that decode for it.
pub(super) struct Desk<L: Loader> {
    loader: L,
    source: Box<dyn Source>,
    /// Whether the library is being dropped.
    closed: AtomicBool,
    /// Counts the changes of the source that were reported to the owner.
    changes: AtomicU64,
    /// The number of tickets that are being decoded, or whose results wait. Workers
    /// raise it under the lock of the pool alone.
    open: AtomicUsize,
    results: Mutex<Results<L>>,
    /// The number of results that wait. It is written under their lock.
    waiting: AtomicUsize,
    arrived: Condvar,
}

struct Results<L: Loader> {
    done: BTreeMap<Rank, Box<Done<L>>>,
    /// Whether the owner sleeps until a result arrives.
    awaited: bool,
}

/// What became of taking a result out.
pub(super) enum Taken<L: Loader> {
    /// The result. The flag is whether the desk had no room until now.
    Done(Box<Done<L>>, bool),
    /// No result that is wanted waits.
    Nothing,
}

impl<L: Loader> Desk<L> {
    pub(super) fn new(loader: L, source: Box<dyn Source>) -> Self {
        Self {
            loader,
            source,
            closed: AtomicBool::new(false),
            changes: AtomicU64::new(0),
            open: AtomicUsize::new(0),
            results: Mutex::new(Results {
                done: BTreeMap::new(),
                awaited: false,
            }),
            waiting: AtomicUsize::new(0),
            arrived: Condvar::new(),
        }
    }

    pub(super) fn source(&self) -> &dyn Source {
        &*self.source
    }

    /// Counts a change: a decode that begins from now on reads what is there now.
    pub(super) fn tick(&self) -> u64 {
        self.changes.fetch_add(1, Ordering::Release) + 1
    }

    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Takes the first result that is wanted.
    pub(super) fn take(&self, is_wanted: impl FnMut(&Ticket) -> bool) -> Taken<L> {
        let mut results = self.lock();
        self.take_locked(&mut results, is_wanted)
    }

    /// Sleeps until a result that is wanted waits, and takes it.
    pub(super) fn wait(&self, mut is_wanted: impl FnMut(&Ticket) -> bool) -> Taken<L> {
        let mut results = self.lock();
        loop {
            let taken = self.take_locked(&mut results, &mut is_wanted);
            if let Taken::Done(..) = taken {
                return taken;
            }
            results.awaited = true;
            let woken = self.arrived.wait(results);
            results = woken.unwrap_or_else(PoisonError::into_inner);
            results.awaited = false;
        }
    }

    fn take_locked(
        &self,
        results: &mut Results<L>,
        mut is_wanted: impl FnMut(&Ticket) -> bool,
    ) -> Taken<L> {
        let mut waiting = results.done.iter();
        let Some(rank) = waiting.find_map(|(rank, done)| is_wanted(&done.ticket).then_some(*rank))
        else {
            return Taken::Nothing;
        };
        self.remove(results, rank)
    }

    fn remove(&self, results: &mut Results<L>, rank: Rank) -> Taken<L> {
        let Some(done) = results.done.remove(&rank) else {
            return Taken::Nothing;
        };
        self.waiting.store(results.done.len(), Ordering::Relaxed);
        Taken::Done(done, self.free())
    }

    /// Cancels a ticket that is being decoded or decoded. Takes its result, if it
    /// waits.
    pub(super) fn cancel(&self, ticket: &Ticket) -> Taken<L> {
        let mut results = self.lock();
        ticket.cancel();
        self.remove(&mut results, ticket.rank())
    }

    /// Changes the priority of a ticket that is being decoded or decoded.
    pub(super) fn prioritize(&self, ticket: &Ticket, priority: Priority) {
        let mut results = self.lock();
        let done = results.done.remove(&ticket.rank());
        ticket.set_priority(priority);
        if let Some(done) = done {
            results.done.insert(ticket.rank(), done);
        }
    }

    /// Reads and decodes. Whatever fails or panics in it is the outcome.
    pub(super) fn perform(&self, ticket: Arc<Ticket>) -> Done<L> {
        // The owner counts a change after it was reported. So if this shows the value
        // that it had then, everything that is read below includes the change.
        let began = self.changes.load(Ordering::Acquire);
        let job = Job::new(&ticket, &*self.source, &self.closed);
        let outcome = self.read(&ticket).and_then(|bytes| {
            let decode = || -> Result<_, BoxError> {
                let decoded = self.loader.decode(bytes, &job)?;
                let cost = self.loader.cost(&decoded);
                Ok((decoded, cost))
            };
            caught(decode)
                .unwrap_or_else(|panic| Err(panic.into()))
                .map_err(|cause| LoadError::new(Arc::clone(&ticket.name), Step::Decode, cause))
        });
        let includes = job.into_includes();
        Done {
            ticket,
            began,
            includes,
            outcome,
        }
    }

    fn read(&self, ticket: &Ticket) -> Result<Vec<u8>, LoadError> {
        caught(|| self.source.read(&ticket.name).map_err(BoxError::from))
            .unwrap_or_else(|panic| Err(panic.into()))
            .map_err(|cause| LoadError::new(Arc::clone(&ticket.name), Step::Read, cause))
    }

    /// Hands a result to the owner. Returns it if it is not wanted.
    fn deliver(&self, done: Box<Done<L>>) -> Option<Box<Done<L>>> {
        let mut results = self.lock();
        if done.ticket.is_cancelled() || self.closed.load(Ordering::Relaxed) {
            return Some(done);
        }
        results.done.insert(done.ticket.rank(), done);
        self.waiting.store(results.done.len(), Ordering::Relaxed);
        let is_awaited = results.awaited;
        drop(results);
        if is_awaited {
            self.arrived.notify_one();
        }
        None
    }

    /// Makes room for one more. Returns whether there was none until now.
    fn free(&self) -> bool {
        self.open.fetch_sub(1, Ordering::Relaxed) == MOST_RESULTS
    }

    fn lock(&self) -> MutexGuard<'_, Results<L>> {
        // No foreign code runs under the lock.
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<L: Loader> Decoder for Desk<L> {
    fn has_room(&self) -> bool {
        self.open.load(Ordering::Relaxed) < MOST_RESULTS
    }

    fn reserve(&self) {
        self.open.fetch_add(1, Ordering::Relaxed);
    }

    fn decode(&self, ticket: Arc<Ticket>) {
        let done = Box::new(self.perform(ticket));
        if let Some(unwanted) = self.deliver(done) {
            self.free();
            // The worker goes on if the foreign destructor panics.
            let _ = caught(|| drop(unwanted));
        }
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}
