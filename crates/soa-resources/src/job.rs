//! One decode: what the loader sees of it, and what the owner may still change.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicI8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::id::AnyResource;
use crate::source::Source;

/// The names that a decode read in addition to its own.
pub(crate) type Includes = BTreeSet<Box<str>>;

/// The urgency of a resource; higher values are loaded first.
///
/// A resource keeps its priority for its whole life, through reloads and
/// evictions. See [`Library::request_with`](crate::Library::request_with) and
/// [`Library::prioritize`](crate::Library::prioritize).
///
/// # Examples
///
/// ```
/// use soa_resources::Priority;
///
/// assert_eq!(Priority::default(), Priority(0));
/// assert!(Priority(1) > Priority(-1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Priority(pub i8);

/// The position of a decode in the order of its library. The lowest comes first.
///
/// Two tickets of one library that are waiting, or whose results are waiting,
/// never have the same rank: each resource has one ticket at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    priority: Reverse<Priority>,
    /// When the resource was first asked for.
    first: u64,
}

/// A decode that was ordered. The owner and whoever decodes share it.
#[derive(Debug)]
pub(crate) struct Ticket {
    pub(crate) id: AnyResource,
    pub(crate) name: Arc<str>,
    first: u64,
    priority: AtomicI8,
    cancelled: AtomicBool,
}

impl Ticket {
    pub(crate) fn new(id: AnyResource, name: Arc<str>, priority: Priority, first: u64) -> Self {
        Self {
            id,
            name,
            first,
            priority: AtomicI8::new(priority.0),
            cancelled: AtomicBool::new(false),
        }
    }

    /// Returns the position of this decode. It changes only under the lock of the
    /// collection that contains the ticket.
    pub(crate) fn rank(&self) -> Rank {
        Rank {
            priority: Reverse(Priority(self.priority.load(Ordering::Relaxed))),
            first: self.first,
        }
    }

    pub(crate) fn set_priority(&self, priority: Priority) {
        self.priority.store(priority.0, Ordering::Relaxed);
    }

    /// Marks the result as unwanted. The flag publishes no data, so it needs no
    /// ordering.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The decode of one resource, as its loader sees it.
///
/// # Examples
///
/// ```
/// use soa_resources::{BoxError, Job};
///
/// fn decode(bytes: Vec<u8>, job: &Job<'_>) -> Result<Vec<u8>, BoxError> {
///     let mut image = Vec::new();
///     for row in bytes.chunks(1024) {
///         if job.is_cancelled() {
///             return Err("the result is no longer wanted".into());
///         }
///         image.extend_from_slice(row);
///     }
///     Ok(image)
/// }
/// ```
pub struct Job<'a> {
    ticket: &'a Ticket,
    source: &'a dyn Source,
    /// Whether the library is being dropped.
    closed: &'a AtomicBool,
    includes: Mutex<Includes>,
}

impl<'a> Job<'a> {
    pub(crate) fn new(ticket: &'a Ticket, source: &'a dyn Source, closed: &'a AtomicBool) -> Self {
        Self {
            ticket,
            source,
            closed,
            includes: Mutex::default(),
        }
    }

    /// Returns the name of the resource.
    pub fn name(&self) -> &str {
        &self.ticket.name
    }

    /// Reads what the resource includes: the bytes of another name of the same
    /// source.
    ///
    /// A change of that name loads this resource again, even if this read or the
    /// decode fails. Only the reads of the last decode count. An include is not a
    /// holder: the other name needs no id, and stays unloaded.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Source::read`].
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut includes = self.includes.lock().unwrap_or_else(PoisonError::into_inner);
        includes.insert(name.into());
        drop(includes);
        self.source.read(name)
    }

    /// Returns whether the result is no longer wanted: the resource was unloaded,
    /// evicted or provided from memory, or the library is being dropped.
    ///
    /// A long decode checks this from time to time, and then returns any error.
    /// Without threads it is always false.
    pub fn is_cancelled(&self) -> bool {
        self.ticket.is_cancelled() || self.closed.load(Ordering::Relaxed)
    }

    pub(crate) fn into_includes(self) -> Includes {
        let includes = self.includes.into_inner();
        includes.unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("name", &self.name())
            .field("is_cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}
