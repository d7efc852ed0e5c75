//! The iterators over a hub's live rows.

use core::fmt;
use core::iter::FusedIterator;

use crate::layout;
use crate::live::LiveRows;
use crate::raw::{RowsMut, Store, Taken};
use crate::record::{IdAllocator, Row, RowMut, Vacate, shape_of};

/// The ids of the live rows, in the order of the rows; see [`Hub::ids`](crate::Hub::ids).
pub struct Ids<'a, T: IdAllocator> {
    rows: LiveRows<'a, T::Id, T::Layout>,
}

/// The live rows with their ids, in the order of the rows; see
/// [`Hub::iter`](crate::Hub::iter).
pub struct Iter<'a, T: IdAllocator> {
    rows: LiveRows<'a, T::Id, T::Layout>,
    store: &'a Store<T>,
}

/// The live rows with their ids, lent uniquely, in the order of the rows; see
/// [`Hub::iter_mut`](crate::Hub::iter_mut).
pub struct IterMut<'a, T: IdAllocator> {
    rows: LiveRows<'a, T::Id, T::Layout>,
    cells: RowsMut<'a, T>,
}

/// The live rows with their ids, moved out of a hub that is given up, in the
/// order of the rows; what `into_iter` of a hub returns.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { name: String }
/// let textures: TextureHub = ["brick", "sand"].map(|name| Texture { name: name.into() }).into_iter().collect();
/// let names: Vec<String> = textures.into_iter().map(|(_, texture)| texture.name).collect();
/// assert_eq!(names, ["brick", "sand"]);
/// # }
/// ```
pub struct IntoIter<T: IdAllocator> {
    rows: Taken<T>,
}

/// Frees the rows one after the other and yields what was in them; see
/// [`Hub::drain`](crate::Hub::drain).
pub struct Drain<'a, T: Vacate> {
    store: &'a mut Store<T>,
    next: usize,
}

impl<'a, T: IdAllocator> Ids<'a, T> {
    pub(crate) fn new(store: &'a Store<T>) -> Self {
        Ids {
            rows: LiveRows::new(store.keys(shape_of::<T>())),
        }
    }
}

impl<'a, T: IdAllocator> Iter<'a, T> {
    pub(crate) fn new(store: &'a Store<T>) -> Self {
        Iter {
            rows: LiveRows::new(store.keys(shape_of::<T>())),
            store,
        }
    }
}

impl<'a, T: IdAllocator> IterMut<'a, T> {
    pub(crate) fn new(store: &'a mut Store<T>) -> Self {
        let (keys, cells) = store.rows_mut(shape_of::<T>());
        IterMut {
            rows: LiveRows::new(keys),
            cells,
        }
    }

    /// Divides the rows in two halves; `None` in place of the second if they are few.
    #[cfg(feature = "rayon")]
    pub(crate) fn split(self) -> (Self, Option<Self>) {
        if self.rows.is_short() {
            return (self, None);
        }
        let (left, middle, right) = self.rows.split();
        let (before, behind) = self.cells.split_at(middle);
        (
            IterMut {
                rows: left,
                cells: before,
            },
            Some(IterMut {
                rows: right,
                cells: behind,
            }),
        )
    }
}

#[cfg(feature = "rayon")]
impl<T: IdAllocator> Iter<'_, T> {
    /// Divides the rows in two halves; `None` in place of the second if they are few.
    pub(crate) fn split(self) -> (Self, Option<Self>) {
        if self.rows.is_short() {
            return (self, None);
        }
        let (left, _, right) = self.rows.split();
        (
            Iter { rows: left, ..self },
            Some(Iter {
                rows: right,
                ..self
            }),
        )
    }
}

impl<T: IdAllocator> IntoIter<T> {
    pub(crate) fn new(store: Store<T>) -> Self {
        IntoIter {
            rows: Taken::new(store),
        }
    }
}

impl<'a, T: Vacate> Drain<'a, T> {
    pub(crate) fn new(store: &'a mut Store<T>) -> Self {
        Drain { store, next: 0 }
    }
}

impl<T: IdAllocator> Iterator for Ids<'_, T> {
    type Item = T::Id;

    #[inline]
    fn next(&mut self) -> Option<T::Id> {
        self.rows.next().map(|(_, id)| id)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<T: IdAllocator> DoubleEndedIterator for Ids<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T::Id> {
        self.rows.next_back().map(|(_, id)| id)
    }
}

impl<'a, T: IdAllocator> Iterator for Iter<'a, T> {
    type Item = (T::Id, Row<'a, T>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (row, id) = self.rows.next()?;
        Some((id, self.store.row(shape_of::<T>(), row)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<T: IdAllocator> DoubleEndedIterator for Iter<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (row, id) = self.rows.next_back()?;
        Some((id, self.store.row(shape_of::<T>(), row)))
    }
}

impl<'a, T: IdAllocator> Iterator for IterMut<'a, T> {
    type Item = (T::Id, RowMut<'a, T>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (row, id) = self.rows.next()?;
        Some((id, self.cells.take(row)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<T: IdAllocator> DoubleEndedIterator for IterMut<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (row, id) = self.rows.next_back()?;
        Some((id, self.cells.take_back(row)))
    }
}

impl<T: IdAllocator> Iterator for IntoIter<T> {
    type Item = (T::Id, T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rows.live(), Some(self.rows.live()))
    }
}

impl<T: IdAllocator> DoubleEndedIterator for IntoIter<T> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.rows.next_back()
    }
}

impl<T: Vacate> Iterator for Drain<'_, T> {
    type Item = (T::Id, T);

    /// Frees the first live row at or behind `next`; with the dense layout the
    /// last row moves there, so the place is looked at again.
    #[inline]
    fn next(&mut self) -> Option<(T::Id, T)> {
        while self.next < self.store.rows() as usize {
            if let Some(id) = self.store.keys(shape_of::<T>()).id_at(self.next) {
                // Were freeing the row to panic, dropping `self` must not try again.
                let next = core::mem::replace(&mut self.next, usize::MAX);
                let record = layout::remove(self.store, id);
                self.next = next;
                return record.map(|record| (id, record));
            }
            self.next += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let stopped = self.next == usize::MAX;
        let left = if stopped {
            0
        } else {
            self.store.live() as usize
        };
        (left, Some(left))
    }
}

impl<T: Vacate> Drop for Drain<'_, T> {
    fn drop(&mut self) {
        self.for_each(drop);
    }
}

impl<T: IdAllocator> ExactSizeIterator for Ids<'_, T> {}
impl<T: IdAllocator> ExactSizeIterator for Iter<'_, T> {}
impl<T: IdAllocator> ExactSizeIterator for IterMut<'_, T> {}
impl<T: IdAllocator> ExactSizeIterator for IntoIter<T> {}
impl<T: Vacate> ExactSizeIterator for Drain<'_, T> {}
impl<T: IdAllocator> FusedIterator for Ids<'_, T> {}
impl<T: IdAllocator> FusedIterator for Iter<'_, T> {}
impl<T: IdAllocator> FusedIterator for IterMut<'_, T> {}
impl<T: IdAllocator> FusedIterator for IntoIter<T> {}
impl<T: Vacate> FusedIterator for Drain<'_, T> {}

impl<T: IdAllocator> Clone for Ids<'_, T> {
    fn clone(&self) -> Self {
        Ids {
            rows: self.rows.clone(),
        }
    }
}

impl<T: IdAllocator> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter {
            rows: self.rows.clone(),
            store: self.store,
        }
    }
}

impl<T: IdAllocator> fmt::Debug for Ids<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<T: IdAllocator> fmt::Debug for Iter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iter").field("left", &self.len()).finish()
    }
}

impl<T: IdAllocator> fmt::Debug for IterMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IterMut")
            .field("left", &self.len())
            .finish()
    }
}

impl<T: IdAllocator> fmt::Debug for IntoIter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoIter")
            .field("left", &self.len())
            .finish()
    }
}

impl<T: Vacate> fmt::Debug for Drain<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drain").field("left", &self.len()).finish()
    }
}
