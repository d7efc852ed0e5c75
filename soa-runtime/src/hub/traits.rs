//! The standard traits of a hub.

use core::fmt;

#[cfg(feature = "rayon")]
use rayon::iter::IntoParallelIterator;

use super::Hub;
use crate::error::AllocError;
use crate::iter::{IntoIter, Iter, IterMut};
#[cfg(feature = "rayon")]
use crate::iter::{ParIter, ParIterMut};
use crate::memory::CloneFields;
use crate::record::{CloneRow, IdAllocator, Row, RowMut, Shape, WithCloneShape};
use crate::store::{Typed, refuse};

impl<T: IdAllocator> Default for Hub<T> {
    /// Creates a hub without rows and without memory.
    fn default() -> Self {
        Hub::new()
    }
}

impl<T: CloneRow> Clone for Hub<T> {
    /// Copies the rows, the slots and their order of reuse. The ids of one hub are
    /// valid in the other. The copy has an [incarnation](Hub::incarnation) of its own.
    /// O(slots), one allocation.
    fn clone(&self) -> Self {
        match self.try_clone() {
            Ok(copy) => copy,
            Err(error) => refuse::<T>(error),
        }
    }

    /// Copies `source` like `clone`, but reuses the memory if there is enough.
    ///
    /// The rows and the ids of `self` are replaced by the rows and ids of `source`.
    /// The hub keeps its [incarnation](Hub::incarnation), unless it has no memory yet, and all
    /// of its rows count as changed.
    /// The [rollback guide](crate::guide::rollback) explains what this means for
    /// ids that were issued in the meantime.
    ///
    /// # Panics
    ///
    /// Panics if memory runs out. In this case nothing has changed. Also panics if
    /// copying a row panics. In this case `self` is unchanged if it needed a new
    /// block. Otherwise it is empty like a new hub, and issues its first ids again.
    fn clone_from(&mut self, source: &Self) {
        if source.store.slots() > self.store.capacity() {
            let mut copy = source.clone();
            copy.store.typed_mut().replace_later(&self.store);
            *self = copy;
        } else {
            // Readers of a hub that stays empty, because copying a row panics, see that all is gone.
            self.store.typed_mut().stamp_everything();
            self.store.typed_mut().reset();
            if let Err(error) = self.try_fill_from(source) {
                refuse::<T>(error);
            }
        }
    }
}

impl<T: CloneRow> Hub<T> {
    /// Copies the hub like `clone`.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::OutOfMemory`] if memory runs out.
    pub(crate) fn try_clone(&self) -> Result<Self, AllocError> {
        let mut copy = Hub::new();
        copy.try_fill_from(self)?;
        Ok(copy)
    }

    fn try_fill_from(&mut self, source: &Self) -> Result<(), AllocError> {
        T::with_clone_shape(CopyInto {
            empty: self,
            source,
        })
    }
}

/// Copies the rows of one hub into another.
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

/// Two hubs are equal if the same ids are live and name equal rows, and if the hubs have
/// the same [tag](Hub::tag).
impl<T: IdAllocator> PartialEq for Hub<T>
where
    for<'a> Row<'a, T>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.tag() == other.tag()
            && self
                .iter()
                .all(|(id, row)| other.get(id).is_some_and(|other| row == other))
    }
}

impl<T: IdAllocator> Eq for Hub<T> where for<'a> Row<'a, T>: Eq {}

impl<T: IdAllocator> fmt::Debug for Hub<T> {
    /// Writes the counts of the hub. This implementation cannot show the rows,
    /// because they need not be `Debug`. Use `#[soa(derive(Debug))]` for a
    /// generated hub that shows its rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = self.stats();
        f.debug_struct(T::HUB)
            .field("live", &stats.live)
            .field("free", &stats.free)
            .field("retired", &stats.retired)
            .field("reserved", &stats.reserved)
            .field("slots", &stats.slots)
            .field("capacity", &stats.capacity)
            .field("bytes", &stats.bytes)
            .finish()
    }
}

/// Writes the rows with their ids, for hubs with `#[soa(derive(Debug))]`.
///
/// # Errors
///
/// Returns the errors of the formatter.
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

    /// Moves the live rows out with their ids, in the order of the rows. The
    /// iterator owns the columns, and dropping it drops the values that it has not
    /// yielded.
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

#[cfg(feature = "rayon")]
impl<'a, T: IdAllocator + Sync> IntoParallelIterator for &'a Hub<T>
where
    Row<'a, T>: Send,
{
    type Item = (T::Id, Row<'a, T>);
    type Iter = ParIter<'a, T>;

    fn into_par_iter(self) -> ParIter<'a, T> {
        ParIter(self.iter())
    }
}

#[cfg(feature = "rayon")]
impl<'a, T: IdAllocator + Send> IntoParallelIterator for &'a mut Hub<T>
where
    RowMut<'a, T>: Send,
{
    type Item = (T::Id, RowMut<'a, T>);
    type Iter = ParIterMut<'a, T>;

    fn into_par_iter(self) -> ParIterMut<'a, T> {
        ParIterMut(self.iter_mut())
    }
}
