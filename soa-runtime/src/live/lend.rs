//! The values that a walk lends for the rows it visits.

use core::ops::Range;

use crate::record::{IdAllocator, Row, RowMut};
use crate::store::{RowsMut, RowsRef, ValuesMut};

/// Lends a value for each row that a walk visits. Each row is lent at most once.
pub trait Lend {
    /// The value lent for a row.
    type Item;

    /// Lends a row after all rows that were lent from the front.
    fn front(&mut self, row: usize) -> Self::Item;

    /// Lends a row before all rows that were lent from the back.
    fn back(&mut self, row: usize) -> Self::Item;

    /// Lends rows after all rows that were lent from the front.
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = Self::Item>;
}

/// Splits the loan together with the rows of a parallel walk.
#[cfg(feature = "rayon")]
pub trait Divide: Lend + Sized {
    /// Returns the loan of the rows before `row`, and the loan of the other rows.
    fn divide(self, row: usize) -> (Self, Self);
}

/// Lends only the ids.
impl Lend for () {
    type Item = ();

    #[inline(always)]
    fn front(&mut self, _: usize) {}

    #[inline]
    fn back(&mut self, _: usize) {}

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = ()> {
        // Not `repeat_n`: the standard library's `zip` has no fast path for it.
        rows.map(|_| ())
    }
}

/// Lends the values of one column.
impl<'a, F> Lend for &'a [F] {
    type Item = &'a F;

    #[inline(always)]
    fn front(&mut self, row: usize) -> &'a F {
        &self[row]
    }

    #[inline]
    fn back(&mut self, row: usize) -> &'a F {
        &self[row]
    }

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = &'a F> {
        self[rows].iter()
    }
}

#[cfg(feature = "rayon")]
impl<F> Divide for &[F] {
    fn divide(self, _: usize) -> (Self, Self) {
        (self, self)
    }
}

/// Lends the values of one column mutably.
impl<'a, F> Lend for ValuesMut<'a, F> {
    type Item = &'a mut F;

    #[inline(always)]
    fn front(&mut self, row: usize) -> &'a mut F {
        ValuesMut::front(self, row)
    }

    #[inline]
    fn back(&mut self, row: usize) -> &'a mut F {
        ValuesMut::back(self, row)
    }

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = &'a mut F> {
        ValuesMut::run(self, rows)
    }
}

#[cfg(feature = "rayon")]
impl<F> Divide for ValuesMut<'_, F> {
    fn divide(self, row: usize) -> (Self, Self) {
        self.split_at(row)
    }
}

/// Lends whole rows.
impl<'a, T: IdAllocator> Lend for RowsRef<'a, T> {
    type Item = Row<'a, T>;

    #[inline(always)]
    fn front(&mut self, row: usize) -> Row<'a, T> {
        self.lend(row)
    }

    #[inline]
    fn back(&mut self, row: usize) -> Row<'a, T> {
        self.lend(row)
    }

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = Row<'a, T>> {
        RowsRef::run(self, rows)
    }
}

/// Lends whole rows mutably.
impl<'a, T: IdAllocator> Lend for RowsMut<'a, T> {
    type Item = RowMut<'a, T>;

    #[inline(always)]
    fn front(&mut self, row: usize) -> RowMut<'a, T> {
        RowsMut::front(self, row)
    }

    #[inline]
    fn back(&mut self, row: usize) -> RowMut<'a, T> {
        RowsMut::back(self, row)
    }

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = RowMut<'a, T>> {
        RowsMut::run(self, rows)
    }
}
