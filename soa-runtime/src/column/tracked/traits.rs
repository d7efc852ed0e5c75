//! The standard traits of a tracked column: read like any other, written by id
//! or by row.

use core::fmt;
use core::ops::{Deref, Index, IndexMut};
use core::slice;

use super::TrackedColumnMut;
use crate::bits::Word;
use crate::column::ColumnIndex;
use crate::handle::Handle;
use crate::record::IdAllocator;

impl<T: IdAllocator, F> Deref for TrackedColumnMut<'_, T, F> {
    type Target = [F];

    #[inline]
    fn deref(&self) -> &[F] {
        self.as_slice()
    }
}

impl<T: IdAllocator, F, N: ColumnIndex<T, F>> Index<N> for TrackedColumnMut<'_, T, F> {
    type Output = N::Output;

    /// The value of a live id, or of a row, or the rows of a range.
    ///
    /// # Panics
    ///
    /// If the id is not live; if there is no such row.
    #[inline]
    #[track_caller]
    fn index(&self, index: N) -> &N::Output {
        index.index(&self.column.share())
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
    /// If the id is not live.
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, id: Handle<M, R, I, G, TAG>) -> &mut F {
        let row = self.row_of(id);
        self.row_mut(row)
    }
}

impl<T: IdAllocator, F> IndexMut<usize> for TrackedColumnMut<'_, T, F> {
    /// Returns the value of a row mutably, and records the row as changed.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, row: usize) -> &mut F {
        self.row_mut(row)
    }
}

impl<'c, T: IdAllocator, F> IntoIterator for &'c TrackedColumnMut<'_, T, F> {
    type Item = &'c F;
    type IntoIter = slice::Iter<'c, F>;

    #[inline]
    fn into_iter(self) -> slice::Iter<'c, F> {
        self.as_slice().iter()
    }
}

impl<T: IdAllocator, F: fmt::Debug> fmt::Debug for TrackedColumnMut<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.share().fmt(f)
    }
}
