//! What decodes the resources of one library, and sends the results to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};

use super::pool::Decoder;
use crate::error::{BoxError, LoadError, Step, caught};
use crate::job::{Includes, Job, Ticket};
use crate::loader::Loader;
use crate::source::Source;

/// The maximum number of results of one library that are being decoded or wait.
const MOST_RESULTS: usize = 256;
const HALF: usize = MOST_RESULTS / 2;

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
    /// raise it only under the lock of the pool.
    open: AtomicUsize,
    results: Sender<Done<L>>,
}

/// What a result that was taken leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// There was no room before, so no thread may be awake.
    First,
    /// Half of the room is there again.
    Half,
    Some,
}

impl<L: Loader> Desk<L> {
    /// Creates a desk, and the end at which its results arrive.
    pub(super) fn new(loader: L, source: Box<dyn Source>) -> (Self, Receiver<Done<L>>) {
        let (results, arrivals) = bounded(MOST_RESULTS);
        let desk = Self {
            loader,
            source,
            closed: AtomicBool::new(false),
            changes: AtomicU64::new(0),
            open: AtomicUsize::new(0),
            results,
        };
        (desk, arrivals)
    }

    pub(super) fn source(&self) -> &dyn Source {
        &*self.source
    }

    /// Counts a change: a decode that begins from now on reads what is there now.
    pub(super) fn tick(&self) -> u64 {
        self.changes.fetch_add(1, Ordering::Release) + 1
    }

    /// Makes room for one more.
    pub(super) fn free(&self) -> Room {
        match self.open.fetch_sub(1, Ordering::Relaxed) {
            MOST_RESULTS => Room::First,
            HALF => Room::Half,
            _ => Room::Some,
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
}

impl<L: Loader> Decoder for Desk<L> {
    fn has_room(&self) -> bool {
        self.open.load(Ordering::Relaxed) < MOST_RESULTS
    }

    fn reserve(&self) {
        self.open.fetch_add(1, Ordering::Relaxed);
    }

    fn decode(&self, ticket: Arc<Ticket>) {
        let done = self.perform(ticket);
        let unwanted = if done.ticket.is_cancelled() || self.closed.load(Ordering::Relaxed) {
            Some(done)
        } else {
            // There is room, which was reserved before.
            self.results
                .try_send(done)
                .err()
                .map(TrySendError::into_inner)
        };
        if let Some(unwanted) = unwanted {
            self.free();
            // The worker goes on if the foreign destructor panics.
            let _ = caught(|| drop(unwanted));
        }
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}
