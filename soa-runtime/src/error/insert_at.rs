//! The error of rows that could not be inserted under given ids.

use core::error::Error;
use core::fmt;

use super::{IdText, OtherTag};

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

impl<T> fmt::Debug for InsertAtError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InsertAtError")
            .field("reason", &self.reason)
            .field("refused", &self.refused)
            .finish_non_exhaustive()
    }
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
