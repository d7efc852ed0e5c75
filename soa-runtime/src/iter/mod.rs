//! Iterators over the live rows of a hub, runs of live rows, columns and ids.

mod changed;
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
pub use changed::{ChangedRows, ChangedSlots, RowMasks};
#[cfg(feature = "rayon")]
pub use parallel::{ParIter, ParIterMut};

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

debug_list!([T: IdAllocator] Ids<'_, T>);

left!(impl['a, T: IdAllocator] Iter<'a, T>, "Iter");
left!(impl['a, T: IdAllocator] IterMut<'a, T>, "IterMut");
left!(impl[T: IdAllocator] IntoIter<T>, "IntoIter");
left!(impl['a, T: Vacate] Drain<'a, T>, "Drain");

/// An iterator that frees the rows that a closure selects and yields their records;
/// see [`Hub::extract_if`](crate::Hub::extract_if).
pub struct ExtractIf<'a, T: Vacate, P> {
    store: &'a mut Store<T>,
    extract: P,
    /// The rows that were not visited yet, where the layout has holes.
    rows: Cursor,
    /// The number of visited rows that stayed.
    stayed: usize,
}

impl<'a, T: Vacate, P> ExtractIf<'a, T, P> {
    pub(crate) fn new(store: &'a mut Store<T>, extract: P) -> Self {
        ExtractIf {
            rows: Cursor::new(&store.typed().names()),
            store,
            extract,
            stayed: 0,
        }
    }
}

impl<T: Vacate, P> Iterator for ExtractIf<'_, T, P>
where
    P: FnMut(T::Id, RowMut<'_, T>) -> bool,
{
    type Item = (T::Id, T);

    /// Visits the next live row. In the dense layout this is the row after the rows
    /// that stayed, because the last row moves into the place of a freed row.
    #[inline]
    fn next(&mut self) -> Option<(T::Id, T)> {
        loop {
            let names = self.store.typed().names();
            let next = self.rows.next(&names)?;
            let row = if T::Layout::DENSE { self.stayed } else { next };
            let id = names.id_of(row);
            // If the closure panics, the row is not visited again.
            self.stayed += 1;
            let lent = self.store.typed_mut().get_mut(id)?;
            if (self.extract)(id, lent) {
                let record = self.store.typed_mut().remove(id)?;
                self.stayed -= 1;
                return Some((id, record));
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.rows.left()))
    }
}

impl<T: Vacate, P> FusedIterator for ExtractIf<'_, T, P> where P: FnMut(T::Id, RowMut<'_, T>) -> bool
{}

debug_struct! {
    [T: Vacate, P] ExtractIf<'_, T, P>, "ExtractIf",
    iter => { left: iter.rows.left() } finish_non_exhaustive
}
