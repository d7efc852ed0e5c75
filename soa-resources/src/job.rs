//! One decode: what the loader is told, and what the owner says meanwhile.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::id::AnyResource;
use crate::source::Source;

/// The names that a decode read beside its own.
pub(crate) type Includes = BTreeSet<Box<str>>;

/// A decode that was ordered; the owner has it too.
pub(crate) struct Ticket {
    pub(crate) id: AnyResource,
    pub(crate) name: Arc<str>,
    cancelled: AtomicBool,
}

impl Ticket {
    pub(crate) fn new(id: AnyResource, name: Arc<str>) -> Self {
        Self {
            id,
            name,
            cancelled: AtomicBool::new(false),
        }
    }

    /// Nobody waits for it any more. Nothing is handed over with this word, so
    /// that it needs no order.
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
///             return Err("nobody wants it any more".into());
///         }
///         image.extend_from_slice(row);
///     }
///     Ok(image)
/// }
/// ```
pub struct Job<'a> {
    ticket: &'a Ticket,
    source: &'a dyn Source,
    /// Whether the library is gone.
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

    /// The name of the resource.
    pub fn name(&self) -> &str {
        &self.ticket.name
    }

    /// Reads what the resource includes: the bytes of another name of the same
    /// source. A change of that name loads this resource again, also if this
    /// read or the decode fails; what the last decode read counts.
    ///
    /// # Errors
    ///
    /// Those of [`Source::read`].
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut includes = self.includes.lock().unwrap_or_else(PoisonError::into_inner);
        includes.insert(name.into());
        drop(includes);
        self.source.read(name)
    }

    /// Whether nobody wants the result any more: the resource was unloaded or
    /// provided from memory, or the library is gone. A long decode looks now and
    /// then, and returns any error.
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
