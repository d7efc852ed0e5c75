//! The errors: ids or memory that ran out, ids that no row can be inserted under, and
//! rows that cannot be borrowed together.

mod id_text;
mod insert_at;
mod tag;

use core::error::Error;
use core::fmt;

pub(crate) use id_text::{IdText, OtherTag};
pub(crate) use insert_at::RefusedId;
pub use insert_at::{InsertAtError, InsertAtReason};
pub use tag::TagError;

/// No slot, or no memory, is left for another id.
///
/// # Examples
///
/// ```
/// use soa_runtime::{AllocError, Handle, IdPool};
///
/// let mut pool = IdPool::<Handle<(), u16, 4, 4>>::new();
/// for _ in 0..15 {
///     pool.alloc();
/// }
/// assert_eq!(pool.try_alloc(), Err(AllocError::Full { limit: 15 }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AllocError {
    /// The index bits of the handle cannot address the requested rows in
    /// addition to the rows that are live, reserved or retired.
    Full {
        /// The number of slots that the index bits of the handle can address.
        limit: u32,
    },
    /// The allocator failed, or the block would be larger than `isize::MAX`
    /// bytes.
    OutOfMemory,
}

impl fmt::Display for AllocError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AllocError::Full { limit } => {
                let rows = Count(u64::from(*limit), "row");
                write!(
                    f,
                    "the id type can address at most {rows} (live, reserved and retired)"
                )
            }
            AllocError::OutOfMemory => f.write_str("out of memory"),
        }
    }
}

impl Error for AllocError {}

/// A number of things in a message, for example `1 row` or `2 rows`.
pub(crate) struct Count(pub(crate) u64, pub(crate) &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count(number, thing) = self;
        write!(f, "{number} {thing}{}", if *number == 1 { "" } else { "s" })
    }
}

/// A value that could not be inserted, handed back with the reason.
///
/// # Examples
///
/// ```
/// use soa_runtime::{AllocError, InsertError};
///
/// let error = InsertError { value: "a texture", source: AllocError::OutOfMemory };
/// assert_eq!(error.to_string(), "the value was not inserted: out of memory");
/// assert_eq!(error.value, "a texture");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct InsertError<T> {
    /// The value, unchanged.
    pub value: T,
    /// The reason why the value was not inserted.
    pub source: AllocError,
}

impl<T> fmt::Debug for InsertError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InsertError")
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

impl<T> fmt::Display for InsertError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the value was not inserted: {}", self.source)
    }
}

impl<T> Error for InsertError<T> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.source)
    }
}

/// The error returned when several rows cannot be borrowed together.
///
/// # Examples
///
/// ```
/// use soa_runtime::DisjointError;
///
/// let error = DisjointError::Overlapping { position: 2 };
/// assert_eq!(error.to_string(), "the id at position 2 names the same row as an earlier one");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DisjointError {
    /// The id at `position` is not live.
    Stale {
        /// The position of the id in the requested array.
        position: usize,
    },
    /// The id at `position` names the same row as an earlier one.
    Overlapping {
        /// The position of the later id in the requested array.
        position: usize,
    },
}

impl fmt::Display for DisjointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DisjointError::Stale { position } => {
                write!(f, "the id at position {position} is not live")
            }
            DisjointError::Overlapping { position } => {
                write!(
                    f,
                    "the id at position {position} names the same row as an earlier one"
                )
            }
        }
    }
}

impl Error for DisjointError {}

/// A text that is not read as an id.
///
/// Returned by the [`FromStr`](core::str::FromStr) of a [`Handle`](crate::Handle).
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, ParseHandleError};
///
/// let error = "2v".parse::<Handle<()>>().unwrap_err();
/// assert_eq!(error, ParseHandleError::Malformed);
/// assert_eq!(error.to_string(), "the text is not an id; expected a text such as `2v1`");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseHandleError {
    /// The text is neither an index and a generation, nor `dangling`, nor a number.
    Malformed,
    /// The text is an id that no pool of this type could have issued.
    NeverIssued,
}

impl fmt::Display for ParseHandleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseHandleError::Malformed => "the text is not an id; expected a text such as `2v1`",
            ParseHandleError::NeverIssued => "no id of this type has such an index and generation",
        })
    }
}

impl Error for ParseHandleError {}
