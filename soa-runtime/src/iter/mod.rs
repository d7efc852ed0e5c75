//! Iterators over the live rows of a hub, runs of live rows, columns and ids.

mod changed;
mod extract;
mod masks;
#[cfg(feature = "rayon")]
mod parallel;
mod rows;

pub use crate::column::{IterLive, IterLiveMut, TrackedLiveMut};
pub use crate::live::{LiveMasks, LiveRanges};
pub use crate::pool::PoolIds;
pub use crate::ticks::ChangedRanges;
#[cfg(feature = "rayon")]
pub use crate::zip::ParZipLive;
pub use crate::zip::ZipLive;
pub use changed::{ChangedRows, ChangedSlots};
pub use extract::ExtractIf;
pub use masks::RowMasks;
#[cfg(feature = "rayon")]
pub use parallel::{ParIter, ParIterMut};

use core::fmt;
use core::iter::FusedIterator;
use core::mem;

use crate::ids::Layout;
use crate::live::{Cursor, Walk, cloned, left, walks};
use crate::record::{IdAllocator, NamesOf, Row, RowMut, Vacate};
use crate::store::{OwnedRows, RowsMut, RowsRef, Store};

/// An iterator over the ids of the live rows, in the order of the rows; see
/// [`Hub::ids`](crate::Hub::ids).
pub struct Ids<'a, T: IdAllocator> {
    walk: Walk<'a, T::Id, T::Layout, ()>,
}

/// An iterator over the live rows with their ids, in the order of the rows; see
/// [`Hub::iter`](crate::Hub::iter).
pub struct Iter<'a, T: IdAllocator> {
    walk: Walk<'a, T::Id, T::Layout, RowsRef<'a, T>>,
}

/// A mutable iterator over the live rows with their ids, in the order of the rows;
/// see [`Hub::iter_mut`](crate::Hub::iter_mut).
pub struct IterMut<'a, T: IdAllocator> {
    walk: Walk<'a, T::Id, T::Layout, RowsMut<'a, T>>,
}

/// An iterator that moves the live rows with their ids out of a hub, in the order
/// of the rows. `into_iter` of a hub returns it.
///
/// # Examples
///
/// ```
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { name: String }
/// let textures: TextureHub = ["brick", "sand"].map(|name| Texture { name: name.into() }).into_iter().collect();
/// let names: Vec<String> = textures.into_iter().map(|(_, texture)| texture.name).collect();
/// assert_eq!(names, ["brick", "sand"]);
/// ```
pub struct IntoIter<T: IdAllocator> {
    rows: OwnedRows<T>,
    live: Cursor,
}

/// An iterator that frees the rows one after the other and yields their records;
/// see [`Hub::drain`](crate::Hub::drain).
pub struct Drain<'a, T: Vacate> {
    store: &'a mut Store<T>,
    /// The position of the walk. It is at the end after freeing a row has panicked.
    rows: Cursor,
}

impl<'a, T: IdAllocator> Ids<'a, T> {
    pub(crate) fn new(names: NamesOf<'a, T>) -> Self {
        Ids {
            walk: Walk::new(names, ()),
        }
    }
}

impl<'a, T: IdAllocator> Iter<'a, T> {
    pub(crate) fn new(store: &'a Store<T>) -> Self {
        let (names, rows) = store.typed().rows_ref();
        Iter {
            walk: Walk::new(names, rows),
        }
    }
}

impl<'a, T: IdAllocator> IterMut<'a, T> {
    pub(crate) fn new(store: &'a mut Store<T>) -> Self {
        let (names, rows) = store.typed_mut().rows_mut();
        IterMut {
            walk: Walk::new(names, rows),
        }
    }
}

impl<T: IdAllocator> IntoIter<T> {
    pub(crate) fn new(store: Store<T>) -> Self {
        let rows = OwnedRows::new(store);
        IntoIter {
            live: Cursor::new(&rows.names()),
            rows,
        }
    }
}

impl<'a, T: Vacate> Drain<'a, T> {
    pub(crate) fn new(store: &'a mut Store<T>) -> Self {
        Drain {
            rows: Cursor::new(&store.typed().names()),
            store,
        }
    }
}

walks!(impl['a, T: IdAllocator] Ids<'a, T>, T::Id, |(id, ())| id);
walks!(impl['a, T: IdAllocator] Iter<'a, T>, (T::Id, Row<'a, T>));
walks!(impl['a, T: IdAllocator] IterMut<'a, T>, (T::Id, RowMut<'a, T>));

impl<T: IdAllocator> Iterator for IntoIter<T> {
    type Item = (T::Id, T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let row = self.live.next(&self.rows.names())?;
        Some((self.rows.names().id_of(row), self.rows.front(row)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.live.left(), Some(self.live.left()))
    }
}

impl<T: IdAllocator> DoubleEndedIterator for IntoIter<T> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let row = self.live.next_back(&self.rows.names())?;
        Some((self.rows.names().id_of(row), self.rows.back(row)))
    }
}

impl<T: Vacate> Iterator for Drain<'_, T> {
    type Item = (T::Id, T);

    /// Frees the next live row. In the dense layout this is always the first row,
    /// because the last row moves into its place.
    #[inline]
    fn next(&mut self) -> Option<(T::Id, T)> {
        let names = self.store.typed().names();
        // If freeing the row panics, dropping `self` must not try again.
        let mut rows = mem::take(&mut self.rows);
        let next = rows.next(&names)?;
        let row = if T::Layout::DENSE { 0 } else { next };
        let id = names.id_of(row);
        let record = self.store.typed_mut().remove(id)?;
        self.rows = rows;
        Some((id, record))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rows.left(), Some(self.rows.left()))
    }
}

impl<T: Vacate> Drop for Drain<'_, T> {
    fn drop(&mut self) {
        self.for_each(drop);
    }
}

impl<T: IdAllocator> ExactSizeIterator for IntoIter<T> {}
impl<T: Vacate> ExactSizeIterator for Drain<'_, T> {}
impl<T: IdAllocator> FusedIterator for IntoIter<T> {}
impl<T: Vacate> FusedIterator for Drain<'_, T> {}

cloned!(impl['a, T: IdAllocator] Ids<'a, T>);

cloned!(impl['a, T: IdAllocator] Iter<'a, T>);

impl<T: IdAllocator> fmt::Debug for Ids<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

left!(impl['a, T: IdAllocator] Iter<'a, T>, "Iter");
left!(impl['a, T: IdAllocator] IterMut<'a, T>, "IterMut");
left!(impl[T: IdAllocator] IntoIter<T>, "IntoIter");
left!(impl['a, T: Vacate] Drain<'a, T>, "Drain");
