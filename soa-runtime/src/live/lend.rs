//! What a walk lends of the rows it comes to.

use core::ops::Range;

use crate::record::{IdAllocator, Row, RowMut};
use crate::store::{RowsMut, RowsRef, ValuesMut};

/// Lends something of each row that a walk comes to. A row is lent at most once.
pub trait Lend {
    /// What is lent of a row.
    type Item;

    /// Lends a row that is after all that were lent from the front.
    fn front(&mut self, row: usize) -> Self::Item;

    /// Lends a row that is before all that were lent from the back.
    fn back(&mut self, row: usize) -> Self::Item;

    /// Lends rows that are after all that were lent from the front.
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = Self::Item>;
}

/// Divides what is lent together with the rows of a parallel walk.
#[cfg(feature = "rayon")]
pub trait Divide: Lend + Sized {
    /// Returns what lends the rows before `row`, and what lends the others.
    fn divide(self, row: usize) -> (Self, Self);
}

/// Nothing but the ids.
impl Lend for () {
    type Item = ();

    #[inline]
    fn front(&mut self, _: usize) {}

    #[inline]
    fn back(&mut self, _: usize) {}

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = ()> {
        // Not `repeat_n`: the standard library's `zip` has no fast path for it.
        rows.map(|_| ())
    }
}

/// The values of one column.
impl<'a, F> Lend for &'a [F] {
    type Item = &'a F;

    #[inline]
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

/// The values of one column, mutably.
impl<'a, F> Lend for ValuesMut<'a, F> {
    type Item = &'a mut F;

    #[inline]
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

/// Whole rows.
impl<'a, T: IdAllocator> Lend for RowsRef<'a, T> {
    type Item = Row<'a, T>;

    #[inline]
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

/// Whole rows, mutably.
impl<'a, T: IdAllocator> Lend for RowsMut<'a, T> {
    type Item = RowMut<'a, T>;

    #[inline]
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
