//! Why a resource was not loaded.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Any error: the error type of a [`Loader`](crate::Loader) and of the closure of
/// [`maintain`](crate::Library::maintain).
pub type BoxError = Box<dyn Error + Send + Sync + 'static>;

/// Why a resource was not loaded, or not loaded again; see
/// [`Library::error`](crate::Library::error).
///
/// Its text is one sentence with the name and the cause. `source` returns the cause
/// itself: the [`io::Error`](std::io::Error) of the source, the error of the loader or
/// of the closure, the [`AllocError`](soa_runtime::AllocError) of a hub without room,
/// or the message of a panic.
///
/// # Examples
///
/// ```
/// # use soa_resources::examples::start;
/// # use soa_resources::*;
/// use std::error::Error;
/// use std::io;
///
/// let (mut notes, mut library) = start(Memory::new());
/// let id = library.request("absent.txt", Tag(1));
/// library.finish_all_into(&mut notes);
///
/// let error = library.error(id).expect("nothing has that name");
/// assert_eq!((error.name(), error.step()), ("absent.txt", Step::Read));
/// assert!(error.to_string().starts_with("\"absent.txt\" cannot be read: "));
/// let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
/// assert_eq!(cause.map(io::Error::kind), Some(io::ErrorKind::NotFound));
/// ```
#[derive(Debug)]
pub struct LoadError {
    name: Arc<str>,
    step: Step,
    cause: BoxError,
}

/// The step of a load that failed; see [`LoadError::step`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// The source could not read the bytes.
    Read,
    /// The loader could not decode the bytes, or could not determine the cost.
    Decode,
    /// The closure of `maintain` could not make the record.
    Finish,
    /// The hub had no room for the record, or a destructor panicked that the insertion calls.
    Insert,
}

impl LoadError {
    pub(crate) fn new(name: Arc<str>, step: Step, cause: impl Into<BoxError>) -> Self {
        Self {
            name,
            step,
            cause: cause.into(),
        }
    }

    /// Returns the name of the resource.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the step that failed.
    pub fn step(&self) -> Step {
        self.step
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = match self.step {
            Step::Read => "cannot be read",
            Step::Decode => "cannot be decoded",
            Step::Finish => "cannot be finished",
            Step::Insert => "cannot be inserted into its hub",
        };
        write!(f, "{:?} {failed}: {}", self.name, self.cause)
    }
}

impl Error for LoadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.cause)
    }
}

/// A panic that was caught, as an error.
#[derive(Debug)]
pub(crate) struct Panicked {
    message: String,
}

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it panicked: {}", self.message)
    }
}

impl Error for Panicked {}

/// Calls foreign code, and returns its panic as an error. Nothing that a panic could
/// leave half changed is used afterwards.
pub(crate) fn caught<R>(call: impl FnOnce() -> R) -> Result<R, Panicked> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| Panicked {
        message: message_of(payload),
    })
}

fn message_of(payload: Box<dyn Any + Send>) -> String {
    let message = text_of(&*payload).unwrap_or("without a text").to_owned();
    // A panic with a value of its own may panic again when the value is dropped, and so
    // on. A text cannot.
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        if text_of(&*again).is_none() {
            let _never_dropped = ManuallyDrop::new(again);
        }
    }
    message
}

/// Returns what `panic!` was called with, if it was a text.
fn text_of(payload: &(dyn Any + Send)) -> Option<&str> {
    let literal = payload.downcast_ref::<&str>().copied();
    literal.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}
