//! The standard traits of a column.

use core::fmt;
use core::ops::{Deref, DerefMut, Index, IndexMut};
use core::slice;

use super::{Column, ColumnIndex, ColumnKind, ColumnMut, TrackedColumnMut};
use crate::handle::Handle;
use crate::memory::Word;
use crate::record::IdAllocator;
use crate::stale;

macro_rules! reads {
    ($($column:ident)*) => {$(
        impl<T: IdAllocator, F, K: ColumnKind> Deref for $column<'_, T, F, K> {
            type Target = [F];

            /// Returns the values of all rows, for as long as this value is borrowed.
            /// [`Column::as_slice`] returns them for as long as the hub is borrowed.
            #[inline]
            fn deref(&self) -> &[F] {
                self.cells.share().values()
            }
        }

        impl<T: IdAllocator, F, K: ColumnKind, N: ColumnIndex<T, F>> Index<N>
            for $column<'_, T, F, K> {
            type Output = N::Output;

            /// Returns the value of a live id or of a row, or the values of a range.
            ///
            /// # Panics
            ///
            /// Panics if the id is not live, or if a row is past the end.
            #[inline]
            #[track_caller]
            fn index(&self, index: N) -> &N::Output {
                match index.get(&self.cells.share()) {
                    Some(found) => found,
                    None => index.refuse(*self.cells.rows()),
                }
            }
        }
    )*};
}

reads!(Column ColumnMut);

impl<T: IdAllocator, F> DerefMut for ColumnMut<'_, T, F> {
    /// Returns the values of all rows mutably, for as long as this `ColumnMut` value
    /// is borrowed. [`ColumnMut::into_mut_slice`] returns them for as long as the hub
    /// is borrowed.
    #[inline]
    fn deref_mut(&mut self) -> &mut [F] {
        self.cells.values()
    }
}

impl<T: IdAllocator, F, N: ColumnIndex<T, F>> IndexMut<N> for ColumnMut<'_, T, F> {
    /// Returns the value of a live id or of a row, or the values of a range,
    /// mutably.
    ///
    /// # Panics
    ///
    /// Panics if the id is not live, or if a row is past the end.
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: N) -> &mut N::Output {
        let rows = *self.cells.rows();
        match index.get_mut(&mut self.cells) {
            Some(found) => found,
            None => index.refuse(rows),
        }
    }
}

impl<T, F, M: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32>
    IndexMut<Handle<M, R, I, G, TAG>> for TrackedColumnMut<'_, T, F>
where
    T: IdAllocator<Id = Handle<M, R, I, G, TAG>>,
{
    /// Returns the value of a live id mutably, and records its row as changed.
    ///
    /// # Panics
    ///
    /// Panics if the id is not live.
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, id: Handle<M, R, I, G, TAG>) -> &mut F {
        let rows = *self.cells.rows();
        match self.cells.find(id) {
            Some((row, value)) => {
                self.stamps.stamp(row);
                value
            }
            None => stale::panic(rows, id),
        }
    }
}

impl<T: IdAllocator, F> IndexMut<usize> for TrackedColumnMut<'_, T, F> {
    /// Returns the value of a row mutably, and records the row as changed.
    ///
    /// # Panics
    ///
    /// Panics if the row is past the end.
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, row: usize) -> &mut F {
        self.row_mut(row)
    }
}

impl<'a, T: IdAllocator, F, K: ColumnKind> IntoIterator for Column<'a, T, F, K> {
    type Item = &'a F;
    type IntoIter = slice::Iter<'a, F>;

    #[inline]
    fn into_iter(self) -> slice::Iter<'a, F> {
        self.cells.values().iter()
    }
}

impl<'a, T: IdAllocator, F> IntoIterator for ColumnMut<'a, T, F> {
    type Item = &'a mut F;
    type IntoIter = slice::IterMut<'a, F>;

    #[inline]
    fn into_iter(self) -> slice::IterMut<'a, F> {
        self.cells.into_values().iter_mut()
    }
}

impl<'a, T: IdAllocator, F, K: ColumnKind> IntoIterator for &Column<'a, T, F, K> {
    type Item = &'a F;
    type IntoIter = slice::Iter<'a, F>;

    #[inline]
    fn into_iter(self) -> slice::Iter<'a, F> {
        self.iter()
    }
}

impl<'c, T: IdAllocator, F, K: ColumnKind> IntoIterator for &'c ColumnMut<'_, T, F, K> {
    type Item = &'c F;
    type IntoIter = slice::Iter<'c, F>;

    #[inline]
    fn into_iter(self) -> slice::Iter<'c, F> {
        self.iter()
    }
}

impl<'c, T: IdAllocator, F> IntoIterator for &'c mut ColumnMut<'_, T, F> {
    type Item = &'c mut F;
    type IntoIter = slice::IterMut<'c, F>;

    #[inline]
    fn into_iter(self) -> slice::IterMut<'c, F> {
        self.as_mut_slice().iter_mut()
    }
}

copy!([T: IdAllocator, F, K: ColumnKind] Column<'_, T, F, K>);

impl<T: IdAllocator, F: fmt::Debug, K: ColumnKind> fmt::Debug for Column<'_, T, F, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_live()).finish()
    }
}

impl<T: IdAllocator, F: fmt::Debug, K: ColumnKind> fmt::Debug for ColumnMut<'_, T, F, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_live()).finish()
    }
}
