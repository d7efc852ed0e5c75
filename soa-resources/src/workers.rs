//! The threads that read and decode, and the two queues between them and the owner.
//!
//! ```text
//!   owner                                                   workers
//!   request, reload   --- tickets, unbounded ------------>  read, decode
//!   maintain          <-- results, at most 256 -----------
//! ```
//!
//! A worker never waits for another: it waits for a ticket, or for room among the
//! results. All that is handed over goes through the two channels; a ticket's
//! `cancelled` and the clock only say what is no longer worth doing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded, never, unbounded};

use crate::error::{BoxError, LoadError, Step, caught};
use crate::job::{Includes, Job, Ticket};
use crate::loader::Loader;
use crate::source::Source;

/// The most results that wait at once, those in a worker's hands among them.
const MOST_RESULTS: usize = 256;

/// Fewer cancelled tickets than this are not worth a sweep.
const FEW_CANCELLED: usize = 64;

/// What came of a ticket.
pub(crate) struct Done<L: Loader> {
    pub(crate) ticket: Arc<Ticket>,
    /// The time on the clock before the first byte was read.
    pub(crate) began: u64,
    pub(crate) includes: Includes,
    pub(crate) outcome: Result<L::Decoded, LoadError>,
}

/// What all workers use.
struct Shared<L: Loader> {
    loader: L,
    source: Box<dyn Source>,
    /// Whether the library is gone.
    closed: AtomicBool,
    /// Counts the changes that the owner was told of.
    clock: AtomicU64,
}

pub(crate) struct Workers<L: Loader> {
    shared: Arc<Shared<L>>,
    tickets: Sender<Arc<Ticket>>,
    /// The other end, to take out what was cancelled.
    queue: Receiver<Arc<Ticket>>,
    results: Receiver<Done<L>>,
    /// For the workers that are still to start.
    finished: Sender<Done<L>>,
    /// How many tickets were cancelled since the last sweep.
    cancelled: usize,
    wanted: usize,
    started: bool,
    threads: Vec<JoinHandle<()>>,
}

impl<L: Loader> Workers<L> {
    /// Prepares `wanted` workers, which start with the first ticket.
    pub(crate) fn new(loader: L, source: Box<dyn Source>, wanted: usize) -> Self {
        let wanted = wanted.max(1);
        let (tickets, queue) = unbounded();
        let (finished, results) = bounded(MOST_RESULTS.saturating_sub(wanted).max(1));
        Self {
            shared: Arc::new(Shared {
                loader,
                source,
                closed: AtomicBool::new(false),
                clock: AtomicU64::new(0),
            }),
            tickets,
            queue,
            results,
            finished,
            cancelled: 0,
            wanted,
            started: false,
            threads: Vec::new(),
        }
    }

    /// Where the bytes come from.
    pub(crate) fn source(&self) -> &dyn Source {
        &*self.shared.source
    }

    /// Moves the clock on: what begins from now on reads what is there now.
    pub(crate) fn tick(&self) -> u64 {
        self.shared.clock.fetch_add(1, Ordering::Release) + 1
    }

    /// Orders a decode.
    pub(crate) fn order(&mut self, ticket: Arc<Ticket>) {
        if !self.started {
            self.start();
        }
        self.tickets
            .send(ticket)
            .expect("this struct has the other end too");
    }

    /// Starts as many workers as the system lets start.
    fn start(&mut self) {
        self.started = true;
        for _ in 0..self.wanted {
            let (shared, queue) = (Arc::clone(&self.shared), self.queue.clone());
            let finished = self.finished.clone();
            let worker = thread::Builder::new().name("soa-resources".to_owned());
            match worker.spawn(move || shared.work(&queue, &finished)) {
                Ok(thread) => self.threads.push(thread),
                Err(_) => break,
            }
        }
    }

    /// Lets nobody decode this any more, or use what was decoded.
    pub(crate) fn cancel(&mut self, ticket: &Ticket) {
        ticket.cancel();
        self.cancelled += 1;
        // A sweep looks at the whole queue, and so pays for itself.
        if self.cancelled >= FEW_CANCELLED && self.cancelled * 2 > self.queue.len() {
            self.sweep();
        }
    }

    /// Takes what was cancelled out of the queue, which stays in order: nobody
    /// else puts tickets in.
    fn sweep(&mut self) {
        self.cancelled = 0;
        for _ in 0..self.queue.len() {
            // The workers take from it meanwhile.
            let Ok(ticket) = self.queue.try_recv() else {
                break;
            };
            if !ticket.is_cancelled() {
                self.order(ticket);
            }
        }
    }

    /// How many results wait.
    pub(crate) fn waiting(&self) -> usize {
        if self.decodes_here() {
            self.queue.len()
        } else {
            self.results.len()
        }
    }

    /// A result, if one waits.
    pub(crate) fn next(&self) -> Option<Done<L>> {
        if self.decodes_here() {
            return self.decode_here();
        }
        self.results.try_recv().ok()
    }

    /// A result, once there is one; `None` if nothing was ordered.
    pub(crate) fn wait(&self) -> Option<Done<L>> {
        if self.decodes_here() {
            return self.decode_here();
        }
        self.results.recv().ok()
    }

    /// Whether the system let no worker start; then the owner decodes when it
    /// asks for results.
    fn decodes_here(&self) -> bool {
        self.started && self.threads.is_empty()
    }

    #[cold]
    fn decode_here(&self) -> Option<Done<L>> {
        let mut tickets = self.queue.try_iter();
        let ticket = tickets.find(|ticket| !ticket.is_cancelled())?;
        Some(self.shared.perform(ticket))
    }
}

impl<L: Loader> Shared<L> {
    fn work(&self, queue: &Receiver<Arc<Ticket>>, finished: &Sender<Done<L>>) {
        for ticket in queue {
            if self.closed.load(Ordering::Relaxed) {
                return;
            }
            if ticket.is_cancelled() {
                continue;
            }
            let done = self.perform(ticket);
            let unwanted = if done.ticket.is_cancelled() {
                Some(done)
            } else {
                finished.send(done).err().map(|unsent| unsent.0)
            };
            // What is dropped here is not ours, and the worker goes on if it panics.
            let _ = caught(|| drop(unwanted));
        }
    }

    /// Reads and decodes. Whatever panics or fails in it is the outcome.
    fn perform(&self, ticket: Arc<Ticket>) -> Done<L> {
        // The owner moves the clock on when it was told of a change. So if it shows
        // here what it showed then, all that is read below was there after the change.
        let began = self.clock.load(Ordering::Acquire);
        let job = Job::new(&ticket, &*self.source, &self.closed);
        let outcome = self.read(&ticket).and_then(|bytes| {
            caught(|| self.loader.decode(bytes, &job))
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
}

/// Stops and joins the threads. What is being decoded is told, and dropped.
impl<L: Loader> Drop for Workers<L> {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::Relaxed);
        // Whoever waits for room among the results, or for a ticket, waits no more.
        self.results = never();
        self.tickets = unbounded().0;
        for thread in self.threads.drain(..) {
            // A worker catches the panics of others.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use soa_runtime::IdAllocator;

    use super::*;
    use crate::id::AnyResource;
    use crate::source::Memory;

    #[derive(IdAllocator)]
    struct Text {
        text: String,
    }

    struct Utf8;

    impl Loader for Utf8 {
        type Record = Text;
        type Decoded = Text;

        fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Text, BoxError> {
            let text = String::from_utf8(bytes)?;
            Ok(Text { text })
        }
    }

    fn ticket(name: &str) -> Arc<Ticket> {
        Arc::new(Ticket::new(AnyResource::new(1 << 32, 0), name.into()))
    }

    #[test]
    fn without_threads_the_owner_decodes() {
        let memory = Memory::new();
        memory.insert("a", "A");
        let mut workers = Workers::new(Utf8, Box::new(memory), 1);
        // As if the system let none start.
        workers.started = true;
        workers.order(ticket("cancelled"));
        workers.order(ticket("a"));
        let first = workers.queue.try_recv().expect("it was ordered");
        first.cancel();
        workers.order(first);
        assert_eq!(workers.waiting(), 2);
        let done = workers.wait().expect("it was ordered");
        assert_eq!(
            done.outcome.map(|decoded| decoded.text).ok().as_deref(),
            Some("A")
        );
        assert!(workers.next().is_none());
    }

    #[test]
    fn a_sweep_keeps_what_is_wanted_in_order() {
        let mut workers = Workers::new(Utf8, Box::new(Memory::new()), 1);
        workers.started = true;
        let tickets: Vec<_> = (0..200).map(|number| ticket(&number.to_string())).collect();
        for ticket in &tickets {
            workers.order(Arc::clone(ticket));
        }
        for ticket in tickets.iter().filter(|ticket| !ticket.name.ends_with('7')) {
            workers.cancel(ticket);
        }
        assert!(workers.waiting() < 20 + FEW_CANCELLED);
        workers.sweep();
        let left = workers.queue.try_iter();
        let left: Vec<String> = left.map(|ticket| ticket.name.to_string()).collect();
        let expected: Vec<String> = (7..200)
            .step_by(10)
            .map(|number| number.to_string())
            .collect();
        assert_eq!(left, expected);
    }
}
