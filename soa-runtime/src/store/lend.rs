//! Borrows of rows and columns.

use core::marker::PhantomData;
use core::ops::Range;

use super::cells::disjoint_rows;
#[cfg(feature = "rayon")]
use super::unlent::Divide;
use super::unlent::{Lend, Unlent};
use super::{Store, Typed, outside};
use crate::error::DisjointError;
use crate::memory::{self, Base, extents, lend};
use crate::record::{Columns, ColumnsMut, HandleOf, IdAllocator, NamesOf, Row, RowMut, Shape};

impl<S: Shape> Typed<S> {
    /// Borrows the row of a live id.
    #[inline]
    pub(crate) fn get(&self, id: HandleOf<S>) -> Option<Row<'_, S::Record>> {
        let row = self.row_of(id)?;
        // SAFETY: by invariants 1 and 3 of `Store`; the row of a live id is below
        // the number of rows.
        Some(unsafe { Self::lend_row(self.store.base(), row) })
    }

    /// Borrows the row of a live id mutably.
    #[inline]
    pub(crate) fn get_mut(&mut self, id: HandleOf<S>) -> Option<RowMut<'_, S::Record>> {
        let row = self.row_of(id)?;
        // SAFETY: by invariants 1 and 3 of `Store`; the row of a live id is below
        // the number of rows, and the store is borrowed mutably.
        Some(unsafe { Self::lend_row_mut(self.store.base(), row) })
    }

    /// Borrows the rows of several live ids mutably.
    pub(crate) fn get_disjoint_mut<const N: usize>(
        &mut self,
        ids: [HandleOf<S>; N],
    ) -> Result<[RowMut<'_, S::Record>; N], DisjointError> {
        let rows = disjoint_rows(&self.table(), ids)?;
        let base = self.store.base();
        Ok(rows.map(|row| {
            // SAFETY: by invariants 1 and 3 of `Store`; the rows belong to live
            // ids, `disjoint_rows` has checked that they are pairwise different,
            // and the store is borrowed mutably.
            unsafe { Self::lend_row_mut(base, row) }
        }))
    }

    /// Borrows the row at a position, live or not.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> Row<'_, S::Record> {
        if row >= self.store.rows() as usize {
            outside(row);
        }
        // SAFETY: by invariants 1 and 3 of `Store`; checked above: the row is
        // initialised.
        unsafe { Self::lend_row(self.store.base(), row) }
    }

    /// Borrows the row at a position mutably, live or not.
    #[inline]
    pub(crate) fn row_mut(&mut self, row: usize) -> RowMut<'_, S::Record> {
        if row >= self.store.rows() as usize {
            outside(row);
        }
        // SAFETY: by invariants 1 and 3 of `Store`, which is borrowed mutably;
        // checked above: the row is initialised.
        unsafe { Self::lend_row_mut(self.store.base(), row) }
    }

    /// Borrows the rows one after the other, live or not, together with the tables.
    #[inline]
    pub(crate) fn rows_ref(&self) -> (NamesOf<'_, S::Record>, RowsRef<'_, S::Record>) {
        let names = self.names();
        let rows = RowsRef {
            base: self.store.base(),
            len: names.rows(),
            store: PhantomData,
        };
        (names, rows)
    }

    /// Borrows all columns.
    #[inline]
    pub(crate) fn columns(&self) -> Columns<'_, S::Record> {
        let rows = self.store.rows() as usize;
        // SAFETY: by invariants 1 and 3 of `Store`.
        let slices =
            unsafe { lend::<memory::ColumnsRef, _, _>(Self::FIELDS, self.store.base(), rows) };
        S::columns(self.live_rows(), slices)
    }

    /// Borrows all columns mutably.
    #[inline]
    pub(crate) fn columns_mut(&mut self) -> ColumnsMut<'_, S::Record> {
        let (base, rows) = (self.store.base(), self.store.rows() as usize);
        // SAFETY: by invariants 1 and 3 of `Store`, which is borrowed mutably for as long. The
        // tables are borrowed shared beside the fields, and have no byte of them.
        let slices = unsafe { lend::<memory::ColumnsMut, _, _>(Self::FIELDS, base, rows) };
        S::columns_mut(self.live_rows(), slices)
    }

    /// Calls `call` with the memory of each column's values, in the order of the fields. Borrows no
    /// column.
    pub(crate) fn extents(&self, call: impl FnMut(*mut [u8])) {
        let rows = self.store.rows() as usize;
        extents(Self::FIELDS, self.store.base(), rows, call);
    }

    /// Borrows the rows one after the other, mutably, together with the tables.
    #[inline]
    pub(crate) fn rows_mut(&mut self) -> (NamesOf<'_, S::Record>, RowsMut<'_, S::Record>) {
        // The names are borrowed shared beside the fields, and have no byte of them.
        let names = self.names();
        let rows = RowsMut {
            base: self.store.base(),
            left: Unlent::new(names.rows()),
            store: PhantomData,
        };
        (names, rows)
    }
}

/// The rows of a store, borrowed shared. The struct contains the block itself, so a
/// loop does not read it from the store in each iteration.
///
/// # Invariants
///
/// 1. `base` is the block of a store of `T`, borrowed shared for `'a`, of which
///    `len` rows are initialised.
pub(crate) struct RowsRef<'a, T: IdAllocator> {
    base: Base,
    len: usize,
    store: PhantomData<&'a Store<T>>,
}

// SAFETY: it is a shared borrow of the fields of records.
unsafe impl<T: IdAllocator + Sync> Send for RowsRef<'_, T> {}
// SAFETY: it is a shared borrow of the fields of records.
unsafe impl<T: IdAllocator + Sync> Sync for RowsRef<'_, T> {}

/// The rows of a store, lent mutably one after the other, from both ends.
///
/// # Invariants
///
/// 1. The rows `left` are initialised, and nothing else accesses them for
///    `'a`.
pub(crate) struct RowsMut<'a, T: IdAllocator> {
    base: Base,
    left: Unlent,
    store: PhantomData<&'a mut Store<T>>,
}

// SAFETY: it is a mutable borrow of the fields of records.
unsafe impl<T: IdAllocator + Send> Send for RowsMut<'_, T> {}
// SAFETY: a shared reference to it lends nothing.
unsafe impl<T: IdAllocator + Sync> Sync for RowsMut<'_, T> {}

copy!([T: IdAllocator] RowsRef<'_, T>);

impl<'a, T: IdAllocator> RowsRef<'a, T> {
    /// Lends one row.
    #[inline(always)]
    pub(crate) fn lend(&self, row: usize) -> Row<'a, T> {
        if row >= self.len {
            outside(row);
        }
        // SAFETY: by invariant 1 of `RowsRef`; checked above: it is one of the
        // rows.
        unsafe { row_ref(T::shape, self.base, row) }
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
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = Row<'a, T>> {
        assert!(
            rows.end <= self.len,
            "the rows {rows:?} are outside the hub"
        );
        let base = self.base;
        rows.map(move |row| {
            // SAFETY: by invariant 1 of `RowsRef`; checked above: they are among
            // the rows.
            unsafe { row_ref(T::shape, base, row) }
        })
    }
}

#[cfg(feature = "rayon")]
impl<T: IdAllocator> Divide for RowsRef<'_, T> {
    fn divide(self, _: usize) -> (Self, Self) {
        (self, self)
    }
}

impl<T: IdAllocator> RowsMut<'_, T> {
    /// Lends a row that is not lent yet, for as long as `self` is borrowed.
    #[inline(always)]
    pub(crate) fn row(&mut self, row: usize) -> RowMut<'_, T> {
        self.left.check(row);
        // SAFETY: by invariant 1 of `RowsMut`; checked above: the row is in its range,
        // and `self` lends no other row at the same time.
        unsafe { row_mut(T::shape, self.base, row) }
    }
}

/// Lends whole rows mutably.
impl<'a, T: IdAllocator> Lend for RowsMut<'a, T> {
    type Item = RowMut<'a, T>;

    #[inline(always)]
    fn front(&mut self, row: usize) -> RowMut<'a, T> {
        self.left.front(row);
        // SAFETY: by invariant 1 of `RowsMut`; the row was removed from its range.
        unsafe { row_mut(T::shape, self.base, row) }
    }

    #[inline]
    fn back(&mut self, row: usize) -> RowMut<'a, T> {
        self.left.back(row);
        // SAFETY: by invariant 1 of `RowsMut`; the row was removed from its range.
        unsafe { row_mut(T::shape, self.base, row) }
    }

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = RowMut<'a, T>> {
        self.left.run(&rows);
        let base = self.base;
        rows.map(move |row| {
            // SAFETY: by invariant 1 of `RowsMut`; the rows were removed from its
            // range.
            unsafe { row_mut(T::shape, base, row) }
        })
    }
}

#[cfg(feature = "rayon")]
impl<T: IdAllocator> Divide for RowsMut<'_, T> {
    fn divide(self, row: usize) -> (Self, Self) {
        let (before, after) = self.left.split_at(row);
        let before = RowsMut {
            left: before,
            ..self
        };
        let after = RowsMut {
            left: after,
            ..self
        };
        (before, after)
    }
}

impl<S: Shape> Typed<S> {
    /// Lends a row.
    ///
    /// A debug build compiles it once for each record, and calls it.
    ///
    /// # Safety
    ///
    /// `base` is the block of a store of the record. `row` is initialised and borrowed
    /// shared for `'a`.
    #[inline]
    unsafe fn lend_row<'a>(base: Base, row: usize) -> Row<'a, S::Record>
    where
        S: 'a,
    {
        debug_assert!(row < base.capacity, "the row is inside the block");
        // SAFETY: by this function's contract the row is initialised and borrowed shared.
        S::row(unsafe { lend::<memory::RowRef, _, _>(Self::FIELDS, base, row) })
    }

    /// Lends a row mutably.
    ///
    /// A debug build compiles it once for each record, and calls it.
    ///
    /// # Safety
    ///
    /// `base` is the block of a store of the record. `row` is initialised, and nothing
    /// else accesses it for `'a`.
    #[inline]
    unsafe fn lend_row_mut<'a>(base: Base, row: usize) -> RowMut<'a, S::Record>
    where
        S: 'a,
    {
        debug_assert!(row < base.capacity, "the row is inside the block");
        // SAFETY: by this function's contract the row is initialised, and nothing else accesses it.
        S::row_mut(unsafe { lend::<memory::RowMut, _, _>(Self::FIELDS, base, row) })
    }
}

/// Lends a row of the record. The function argument only names the shape; it is not
/// called.
///
/// # Safety
///
/// The contract of [`Typed::lend_row`].
#[inline(always)]
unsafe fn row_ref<'a, S: Shape + 'a>(
    _: impl FnOnce() -> S,
    base: Base,
    row: usize,
) -> Row<'a, S::Record> {
    // SAFETY: by this function's contract, which is that of `lend_row`.
    unsafe { Typed::<S>::lend_row(base, row) }
}

/// Lends a row of the record mutably. The function argument only names the shape;
/// it is not called.
///
/// # Safety
///
/// The contract of [`Typed::lend_row_mut`].
#[inline(always)]
unsafe fn row_mut<'a, S: Shape + 'a>(
    _: impl FnOnce() -> S,
    base: Base,
    row: usize,
) -> RowMut<'a, S::Record> {
    // SAFETY: by this function's contract, which is that of `lend_row_mut`.
    unsafe { Typed::<S>::lend_row_mut(base, row) }
}
