//! The standard traits of a hub.

use core::fmt;

use super::{Hub, refuse};
use crate::error::AllocError;
use crate::iter::{IntoIter, Iter, IterMut};
use crate::memory::CloneFields;
use crate::record::{CloneRow, IdAllocator, Row, RowMut, Shape, WithCloneShape};
use crate::store::Typed;

impl<T: IdAllocator> Default for Hub<T> {
    /// A hub without rows and without memory.
    fn default() -> Self {
        Hub::new()
    }
}

impl<T: CloneRow> Clone for Hub<T> {
    /// Copies the rows, the slots and their order of reuse: an id of the one
    /// hub is good for the other. O(slots), one allocation.
    fn clone(&self) -> Self {
        let mut copy = Hub::new();
        copy.fill_from(self);
        copy
    }

    /// Like `clone`, but reuses the memory, if it is enough. The rows and the ids
    /// of `self` are replaced by those of `source`. What that means for ids that were
    /// issued in between is in [`guide::rollback`](crate::guide::rollback).
    ///
    /// # Panics
    ///
    /// If there is no memory; nothing has changed then. If copying a row panics,
    /// `self` is as before where it needed a new block, and empty where not.
    fn clone_from(&mut self, source: &Self) {
        if source.store.slots() > self.store.capacity() {
            let mut copy = source.clone();
            copy.store.typed_mut().start_after(&self.store);
            *self = copy;
        } else {
            self.store.typed_mut().reset();
            self.fill_from(source);
        }
    }
}

impl<T: CloneRow> Hub<T> {
    fn fill_from(&mut self, source: &Self) {
        let copy = CopyInto {
            empty: self,
            source,
        };
        if let Err(error) = T::with_clone_shape(copy) {
            refuse::<T>(error);
        }
    }
}

/// One hub's rows, copied into another.
struct CopyInto<'h, T: IdAllocator> {
    empty: &'h mut Hub<T>,
    source: &'h Hub<T>,
}

impl<T: IdAllocator> WithCloneShape<T> for CopyInto<'_, T> {
    type Output = Result<(), AllocError>;

    #[inline]
    fn call<S: Shape<Record = T, Fields: CloneFields>>(self, shape: S) -> Self::Output {
        let empty = Typed::of_clones(&mut self.empty.store, shape);
        empty.copy_from(&self.source.store)
    }
}

/// Two hubs are equal if the same ids are live and name equal rows.
impl<T: IdAllocator> PartialEq for Hub<T>
where
    for<'a> Row<'a, T>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self
                .iter()
                .all(|(id, row)| other.get(id).is_some_and(|other| row == other))
    }
}

impl<T: IdAllocator> Eq for Hub<T> where for<'a> Row<'a, T>: Eq {}

impl<T: IdAllocator> fmt::Debug for Hub<T> {
    /// The counts; the rows are in no trait's reach here. Derive
    /// `#[soa(derive(Debug))]` for a generated hub that shows its rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = self.stats();
        f.debug_struct(T::HUB)
            .field("live", &stats.live)
            .field("free", &stats.free)
            .field("retired", &stats.retired)
            .field("withheld", &stats.withheld)
            .field("slots", &stats.slots)
            .field("capacity", &stats.capacity)
            .field("bytes", &stats.bytes)
            .finish()
    }
}

/// Shows the rows by their ids, for hubs with `#[soa(derive(Debug))]`.
///
/// # Errors
///
/// Those of the formatter.
#[doc(hidden)]
pub fn debug_rows<T: IdAllocator>(hub: &Hub<T>, f: &mut fmt::Formatter<'_>) -> fmt::Result
where
    for<'a> Row<'a, T>: fmt::Debug,
{
    f.debug_map().entries(hub.iter()).finish()
}

impl<T: IdAllocator> IntoIterator for Hub<T> {
    type Item = (T::Id, T);
    type IntoIter = IntoIter<T>;

    /// The live rows with their ids, moved out in the order of the rows. The
    /// columns go as the iterator does: what it has not yielded is dropped with it.
    fn into_iter(self) -> IntoIter<T> {
        IntoIter::new(self.store)
    }
}

impl<'a, T: IdAllocator> IntoIterator for &'a Hub<T> {
    type Item = (T::Id, Row<'a, T>);
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: IdAllocator> IntoIterator for &'a mut Hub<T> {
    type Item = (T::Id, RowMut<'a, T>);
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}
