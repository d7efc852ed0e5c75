//! Indexing a column: by id, checked, or by row as the slice it is.

use core::ops::{
    Index, IndexMut, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};

use super::{Column, ColumnMut};
use crate::bits::Word;
use crate::handle::Handle;
use crate::record::IdAllocator;
use crate::stale;

/// What a column of `F` in a hub of `T` is indexed by: the hub's id, or what a
/// slice is indexed by. Sealed.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
/// let mut textures = TextureHub::new();
/// let ids = textures.alloc_many(4);
/// let mut columns = textures.columns_mut();
/// columns.mips[ids[1]] = 7;
/// columns.mips[2..].fill(8);
/// assert_eq!((columns.mips[1], columns.mips[ids[3]]), (7, 8));
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "a column of `{T}` is not indexed by `{Self}`",
    label = "not an id of `{T}`",
    note = "a column is indexed by its own hub's id, by a row's number, or by a range of rows"
)]
pub trait ColumnIndex<T: IdAllocator, F>: sealed::Sealed {
    /// What is found there.
    type Output: ?Sized;

    #[doc(hidden)]
    #[track_caller]
    fn index<'a>(self, column: &Column<'a, T, F>) -> &'a Self::Output;

    #[doc(hidden)]
    #[track_caller]
    fn index_mut<'a>(self, column: &'a mut ColumnMut<'_, T, F>) -> &'a mut Self::Output;
}

impl<T, F, M: ?Sized, R: Word, const I: u32, const G: u32> ColumnIndex<T, F> for Handle<M, R, I, G>
where
    T: IdAllocator<Id = Handle<M, R, I, G>>,
{
    type Output = F;

    #[inline]
    #[track_caller]
    fn index<'a>(self, column: &Column<'a, T, F>) -> &'a F {
        match column.cells.get(self) {
            Some(value) => value,
            None => stale::panic::<T>(column.cells.keys(), self),
        }
    }

    #[inline]
    #[track_caller]
    fn index_mut<'a>(self, column: &'a mut ColumnMut<'_, T, F>) -> &'a mut F {
        let keys = column.cells.keys();
        match column.cells.get(self) {
            Some(value) => value,
            None => stale::panic::<T>(keys, self),
        }
    }
}

macro_rules! by_rows {
    ($($index:ty => $output:ty;)*) => {$(
        impl<T: IdAllocator, F> ColumnIndex<T, F> for $index {
            type Output = $output;

            #[inline]
            #[track_caller]
            fn index<'a>(self, column: &Column<'a, T, F>) -> &'a $output {
                &column.cells.values()[self]
            }

            #[inline]
            #[track_caller]
            fn index_mut<'a>(self, column: &'a mut ColumnMut<'_, T, F>) -> &'a mut $output {
                &mut column.cells.values()[self]
            }
        }
    )*};
}

by_rows! {
    usize => F;
    Range<usize> => [F];
    RangeFrom<usize> => [F];
    RangeFull => [F];
    RangeInclusive<usize> => [F];
    RangeTo<usize> => [F];
    RangeToInclusive<usize> => [F];
}

impl<T: IdAllocator, F, N: ColumnIndex<T, F>> Index<N> for Column<'_, T, F> {
    type Output = N::Output;

    /// The value of a live id, or of a row.
    ///
    /// # Panics
    ///
    /// If the id is not live; if there is no such row.
    #[inline]
    #[track_caller]
    fn index(&self, index: N) -> &N::Output {
        index.index(self)
    }
}

impl<T: IdAllocator, F, N: ColumnIndex<T, F>> Index<N> for ColumnMut<'_, T, F> {
    type Output = N::Output;

    /// The value of a live id, or of a row.
    ///
    /// # Panics
    ///
    /// If the id is not live; if there is no such row.
    #[inline]
    #[track_caller]
    fn index(&self, index: N) -> &N::Output {
        index.index(&self.share())
    }
}

impl<T: IdAllocator, F, N: ColumnIndex<T, F>> IndexMut<N> for ColumnMut<'_, T, F> {
    /// The value of a live id, or of a row, uniquely.
    ///
    /// # Panics
    ///
    /// If the id is not live; if there is no such row.
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: N) -> &mut N::Output {
        index.index_mut(self)
    }
}

mod sealed {
    use super::{
        Handle, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive, Word,
    };

    pub trait Sealed {}
    impl<M: ?Sized, R: Word, const I: u32, const G: u32> Sealed for Handle<M, R, I, G> {}
    impl Sealed for usize {}
    impl Sealed for Range<usize> {}
    impl Sealed for RangeFrom<usize> {}
    impl Sealed for RangeFull {}
    impl Sealed for RangeInclusive<usize> {}
    impl Sealed for RangeTo<usize> {}
    impl Sealed for RangeToInclusive<usize> {}
}
