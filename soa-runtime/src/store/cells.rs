//! One column with the rows of its hub, so an id resolves to its cell.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use core::slice;

#[cfg(feature = "rayon")]
use super::unlent::Divide;
use super::unlent::{Lend, Unlent};
use crate::error::DisjointError;
use crate::handle::AnyHandle;
use crate::ids::{Layout, Table};
use crate::memory::{Start, slice_of, slice_of_mut};
use crate::record::{IdAllocator, LiveRows};

/// A column that is borrowed as `R`.
///
/// # Invariants
///
/// 1. The number of values is the number of rows.
pub struct Cells<'a, T: IdAllocator, F, R = &'a [F]> {
    rows: LiveRows<'a, T>,
    values: Start<F, R>,
    /// It shows the compiler that a record lives as long as its columns.
    record: PhantomData<&'a fn() -> T>,
}

/// A mutable column.
pub(crate) type CellsMut<'a, T, F> = Cells<'a, T, F, &'a mut [F]>;

impl<'a, T: IdAllocator, F, R> Cells<'a, T, F, R> {
    #[inline(always)]
    fn of(rows: LiveRows<'a, T>, len: usize, values: Start<F, R>) -> Self {
        assert!(
            rows.table().row_count() == len,
            "a column has one value per row"
        );
        Cells {
            rows,
            values,
            record: PhantomData,
        }
    }

    #[inline(always)]
    pub(crate) fn rows(&self) -> &LiveRows<'a, T> {
        &self.rows
    }
}

impl<'a, T: IdAllocator, F> Cells<'a, T, F> {
    #[inline(always)]
    pub(crate) fn new(rows: LiveRows<'a, T>, values: &'a [F]) -> Self {
        Self::of(rows, values.len(), Start::of(values))
    }

    #[inline(always)]
    pub(crate) fn share(&self) -> &Self {
        self
    }

    #[inline(always)]
    pub(crate) fn values(&self) -> &'a [F] {
        // SAFETY: by invariant 1 of `Cells` the values are as many as the rows, borrowed for `'a`.
        unsafe { slice_of(self.values.first, self.rows.table().row_count()) }
    }

    #[inline(always)]
    pub(crate) fn get(&self, id: T::Id) -> Option<&'a F> {
        match self.rows.table().row_of(id) {
            // SAFETY: `row_of` returns a row below the number of rows, which by
            // invariant 1 of `Cells` is the number of values.
            Some(row) => Some(unsafe { &*self.values.first.add(row).as_ptr() }),
            None => None,
        }
    }
}

impl<'a, T: IdAllocator, F> CellsMut<'a, T, F> {
    #[inline(always)]
    pub(crate) fn new_mut(rows: LiveRows<'a, T>, values: &'a mut [F]) -> Self {
        Self::of(rows, values.len(), Start::of_mut(values))
    }

    #[inline(always)]
    pub(crate) fn share(&self) -> Cells<'_, T, F> {
        Cells {
            rows: self.rows,
            values: self.values.share(),
            record: PhantomData,
        }
    }

    #[inline(always)]
    pub(crate) fn values(&mut self) -> &mut [F] {
        // SAFETY: by invariant 1 of `Cells` the values are as many as the rows. They are borrowed mutably
        // for `'a`, and here for as long as `self`.
        unsafe { slice_of_mut(self.values.first, self.rows.table().row_count()) }
    }

    #[inline]
    pub(crate) fn into_values(self) -> &'a mut [F] {
        // SAFETY: by invariant 1 of `Cells` the values are as many as the rows. They are borrowed mutably
        // for `'a`, and `self` is consumed.
        unsafe { slice_of_mut(self.values.first, self.rows.table().row_count()) }
    }

    #[inline(always)]
    pub(crate) fn get(&mut self, id: T::Id) -> Option<&mut F> {
        match self.find(id) {
            Some((_, value)) => Some(value),
            None => None,
        }
    }

    /// Returns the row of a live id, and its value.
    #[inline(always)]
    pub(crate) fn find(&mut self, id: T::Id) -> Option<(usize, &mut F)> {
        match self.rows.table().row_of(id) {
            // SAFETY: `row_of` returns a row below the number of rows, which by
            // invariant 1 of `Cells` is the number of values.
            Some(row) => Some((row, unsafe { &mut *self.values.first.add(row).as_ptr() })),
            None => None,
        }
    }

    /// Returns the values of several ids, mutably and at once.
    pub(crate) fn get_disjoint_mut<const N: usize>(
        &mut self,
        ids: [T::Id; N],
    ) -> Result<[&mut F; N], DisjointError> {
        let rows = disjoint_rows(self.rows.table(), ids)?;
        let start = self.values.first;
        Ok(rows.map(|row| {
            // SAFETY: the row belongs to a live id, so it is below the number of
            // rows, which by invariant 1 of `Cells` is the number of values. They are
            // borrowed mutably, and `disjoint_rows` has checked that the rows differ.
            unsafe { &mut *start.add(row).as_ptr() }
        }))
    }
}

/// Returns the rows of live ids that are pairwise different.
pub(super) fn disjoint_rows<H: AnyHandle, L: Layout, const N: usize>(
    table: &Table<'_, H, L>,
    ids: [H; N],
) -> Result<[usize; N], DisjointError> {
    let mut rows = [0; N];
    for (position, &id) in ids.iter().enumerate() {
        let row = table.row_of(id).ok_or(DisjointError::Stale { position })?;
        if rows[..position].contains(&row) {
            return Err(DisjointError::Overlapping { position });
        }
        rows[position] = row;
    }
    Ok(rows)
}

/// The values of a column, lent mutably one after the other, from both ends.
///
/// # Invariants
///
/// 1. The rows `left` belong to a column that starts at `values`, and nothing
///    else accesses them for `'a`.
pub struct ValuesMut<'a, F> {
    values: Start<F, &'a mut [F]>,
    left: Unlent,
}

impl<'a, F> ValuesMut<'a, F> {
    /// Creates the loan of all rows of a column.
    #[inline(always)]
    pub(crate) fn new(values: &'a mut [F]) -> Self {
        ValuesMut {
            left: Unlent::new(values.len()),
            values: Start::of_mut(values),
        }
    }
}

#[cfg(feature = "rayon")]
impl<F> Divide for ValuesMut<'_, F> {
    fn divide(self, row: usize) -> (Self, Self) {
        let (before, after) = self.left.split_at(row);
        let before = ValuesMut {
            left: before,
            values: self.values.again(),
        };
        let after = ValuesMut {
            left: after,
            values: self.values,
        };
        (before, after)
    }
}

impl<F> fmt::Debug for ValuesMut<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ValuesMut").field(&self.left).finish()
    }
}

impl<'a, F> Lend for ValuesMut<'a, F> {
    type Item = &'a mut F;

    #[inline(always)]
    fn front(&mut self, row: usize) -> &'a mut F {
        self.left.front(row);
        // SAFETY: by invariant 1 of `ValuesMut`; the row was removed from its
        // range.
        unsafe { &mut *self.values.first.add(row).as_ptr() }
    }

    #[inline]
    fn back(&mut self, row: usize) -> &'a mut F {
        self.left.back(row);
        // SAFETY: by invariant 1 of `ValuesMut`; the row was removed from its
        // range.
        unsafe { &mut *self.values.first.add(row).as_ptr() }
    }

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = &'a mut F> {
        self.left.run(&rows);
        // SAFETY: by invariant 1 of `ValuesMut`; the rows were removed from its
        // range.
        let values = unsafe {
            let first = self.values.first.add(rows.start);
            slice::from_raw_parts_mut(first.as_ptr(), rows.len())
        };
        values.iter_mut()
    }
}

impl<T: IdAllocator, F, R> fmt::Debug for Cells<'_, T, F, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cells")
            .field(&self.rows.table().row_count())
            .finish()
    }
}

copy!([T: IdAllocator, F, R: Copy] Cells<'_, T, F, R>);
