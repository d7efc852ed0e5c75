//! The errors: ids or memory that ran out, ids that no row can be inserted under, tags
//! that do not fit, and rows that cannot be borrowed together.

use core::error::Error;
use core::fmt;

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

debug_struct! {
    [T] InsertError<T>, "InsertError",
    error => { source: error.source } finish_non_exhaustive
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

/// The parts of an id, written as `3v1`, or as `3v1@7` with a tag other than 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IdText {
    pub(crate) index: u32,
    pub(crate) generation: u32,
    pub(crate) tag: u32,
}

impl IdText {
    /// The parts that stand for the dangling id, which has no text of this form. No other
    /// id has them.
    pub(crate) const DANGLING: IdText = IdText {
        index: u32::MAX,
        generation: u32::MAX,
        tag: 0,
    };
}

/// The sentence about an id with the tag of another hub.
#[derive(Debug)]
pub(crate) struct OtherTag {
    pub(crate) hub: &'static str,
    pub(crate) id: IdText,
    /// The tag of the hub that was asked.
    pub(crate) tag: u32,
}

impl fmt::Display for OtherTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OtherTag { hub, id, tag: own } = self;
        let (tag, id) = (id.tag, IdText { tag: 0, ..*id });
        write!(
            f,
            "id {id} belongs to the {hub} with tag {tag}, this one has tag {own}"
        )
    }
}

impl fmt::Display for IdText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)?;
        match self.tag {
            0 => Ok(()),
            tag => write!(f, "@{tag}"),
        }
    }
}

/// Why a row was not inserted under a given id.
///
/// [`Hub::insert_at`](crate::Hub::insert_at) and [`Hub::fill`](crate::Hub::fill) return
/// the first reason that applies, in this order.
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, InsertAtReason};
///
/// #[derive(IdAllocator)]
/// struct Item { weight: u32 }
///
/// let mut items = ItemHub::new();
/// let id = items.insert(Item { weight: 4 });
/// let error = items.insert_at(id, Item { weight: 5 }).unwrap_err();
/// assert_eq!(error.reason, InsertAtReason::Live);
/// assert_eq!(error.reason.to_string(), "the slot has a live row");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InsertAtReason {
    /// The hub cannot issue the id: it is dangling or forged, or it has the tag of
    /// another hub.
    OutOfRange,
    /// A row lives in the slot, under this id or another one.
    Live,
    /// The slot is retired.
    Retired,
    /// The slot is reserved under another id.
    Reserved,
    /// The id is older than the next id of its slot.
    Stale,
    /// The id is not reserved. Only `fill` returns this reason.
    NotReserved,
    /// The allocator refused, or the block would be larger than `isize::MAX` bytes.
    OutOfMemory,
}

impl fmt::Display for InsertAtReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InsertAtReason::OutOfRange => "this hub cannot issue the id",
            InsertAtReason::Live => "the slot has a live row",
            InsertAtReason::Retired => "the slot is retired",
            InsertAtReason::Reserved => "the slot is reserved for another id",
            InsertAtReason::Stale => "the slot's next id is newer",
            InsertAtReason::NotReserved => "the id is not reserved",
            InsertAtReason::OutOfMemory => "out of memory",
        })
    }
}

/// A value that could not be inserted under a given id, handed back with the reason.
///
/// [`Hub::insert_at`](crate::Hub::insert_at) and [`Hub::fill`](crate::Hub::fill) return it.
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, InsertAtReason};
///
/// #[derive(IdAllocator)]
/// struct Item { name: String }
///
/// let mut items = ItemHub::new();
/// let id = items.insert(Item { name: "rope".into() });
/// let error = items.insert_at(id, Item { name: "lamp".into() }).unwrap_err();
/// assert_eq!(error.value.name, "lamp");
/// assert_eq!(error.reason, InsertAtReason::Live);
/// assert_eq!(
///     error.to_string(),
///     "id 0v1 of ItemHub was not inserted: slot 0 has a live row, 0v1",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct InsertAtError<T> {
    /// The value, unchanged.
    pub value: T,
    /// Why the value was not inserted.
    pub reason: InsertAtReason,
    pub(crate) refused: RefusedId,
}

/// The refused id, for the sentence of the error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RefusedId {
    pub(crate) hub: &'static str,
    pub(crate) id: IdText,
    /// The generation that the slot has or issues next, or 0 without generations. With
    /// [`InsertAtReason::OutOfRange`] it is the tag of the hub.
    pub(crate) found: u32,
}

debug_struct! {
    [T] InsertAtError<T>, "InsertAtError",
    error => { reason: error.reason, refused: error.refused } finish_non_exhaustive
}

impl<T> fmt::Display for InsertAtError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RefusedId { hub, id, found } = self.refused;
        let IdText { index: slot, .. } = id;
        if id == IdText::DANGLING {
            return write!(
                f,
                "the dangling id of {hub} was not inserted: it names no slot"
            );
        }
        if self.reason == InsertAtReason::OutOfRange && id.tag != found {
            let tag = found;
            return OtherTag { hub, id, tag }.fmt(f);
        }
        write!(f, "id {id} of {hub} was not inserted: ")?;
        let found = IdText {
            generation: found,
            ..id
        };
        match self.reason {
            InsertAtReason::OutOfRange => f.write_str("no hub of this type can issue it"),
            InsertAtReason::Live => write!(f, "slot {slot} has a live row, {found}"),
            InsertAtReason::Retired => write!(f, "slot {slot} is retired"),
            InsertAtReason::Reserved => write!(f, "slot {slot} is reserved for {found}"),
            InsertAtReason::Stale => write!(f, "the next id of slot {slot} is {found}"),
            InsertAtReason::NotReserved => f.write_str("it is not reserved"),
            InsertAtReason::OutOfMemory => f.write_str("out of memory"),
        }
    }
}

impl<T> Error for InsertAtError<T> {}

/// A tag that does not fit the tag bits of an id.
///
/// [`Hub::try_with_tag`](crate::Hub::try_with_tag) and
/// [`IdPool::try_with_tag`](crate::IdPool::try_with_tag) return it.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, IdPool, TagError};
///
/// type Id = Handle<(), u32, 20, 8, 4>;
/// let error: TagError = IdPool::<Id>::try_with_tag(16).unwrap_err();
/// assert_eq!((error.tag, error.limit), (16, 15));
/// assert_eq!(error.to_string(), "tag 16 does not fit; the largest tag is 15");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TagError {
    /// The tag that was refused.
    pub tag: u32,
    /// The largest tag that fits. It is 0 if the id has no tag bits.
    pub limit: u32,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TagError { tag, limit } = self;
        match limit {
            0 => write!(f, "tag {tag} does not fit; the id has no tag bits"),
            _ => write!(f, "tag {tag} does not fit; the largest tag is {limit}"),
        }
    }
}

impl Error for TagError {}
