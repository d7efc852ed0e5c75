//! Lending rows and columns.

use core::marker::PhantomData;
use core::ops::Range;

use super::cells::{disjoint_rows, lent_already};
use super::{Fields, FieldsAt, FieldsOf, Store, keys, outside};
use crate::error::DisjointError;
use crate::memory::Base;
use crate::record::{
    Columns, ColumnsMut, IdAllocator, KeysOf, Row, RowMut, Rows, Shape, ShapeOf, shape_of,
};

impl<T: IdAllocator> Store<T> {
    /// Borrows the row of a live id.
    #[inline]
    pub(crate) fn get<'a, S: Shape<Record = T> + 'a>(
        &'a self,
        shape: ShapeOf<S>,
        id: T::Id,
    ) -> Option<Row<'a, T>> {
        let row = self.row_of(shape, id)?;
        // SAFETY: by invariants 1 and 3 of `Store`; a live id's row is below the rows.
        let refs = unsafe { FieldsOf::<S>::refs::<FieldsAt<S>>(self.base(), row) };
        Some(S::row(refs))
    }

    /// Borrows the row of a live id uniquely.
    #[inline]
    pub(crate) fn get_mut<'a, S: Shape<Record = T> + 'a>(
        &'a mut self,
        shape: ShapeOf<S>,
        id: T::Id,
    ) -> Option<RowMut<'a, T>> {
        let row = self.row_of(shape, id)?;
        // SAFETY: by invariants 1 and 3 of `Store`; a live id's row is below the
        // rows, and the store is lent uniquely.
        let refs = unsafe { FieldsOf::<S>::refs_mut::<FieldsAt<S>>(self.base(), row) };
        Some(S::row_mut(refs))
    }

    /// Borrows the rows of several live ids uniquely.
    pub(crate) fn get_disjoint_mut<'a, S: Shape<Record = T> + 'a, const N: usize>(
        &'a mut self,
        shape: ShapeOf<S>,
        ids: [T::Id; N],
    ) -> Result<[RowMut<'a, T>; N], DisjointError> {
        let rows = disjoint_rows(&self.keys(shape), ids)?;
        let base = self.base();
        Ok(rows.map(|row| {
            // SAFETY: by invariants 1 and 3 of `Store`; the rows are those of
            // live ids, pairwise different as `disjoint_rows` has checked, and the store is
            // lent uniquely.
            S::row_mut(unsafe { FieldsOf::<S>::refs_mut::<FieldsAt<S>>(base, row) })
        }))
    }

    /// Borrows the rows of those ids uniquely that are live and no earlier one's.
    pub(crate) fn get_each_mut<'a, S: Shape<Record = T> + 'a, const N: usize>(
        &'a mut self,
        shape: ShapeOf<S>,
        ids: [T::Id; N],
    ) -> [Option<RowMut<'a, T>>; N] {
        let keys = self.keys(shape);
        let mut rows = [None; N];
        for (position, &id) in ids.iter().enumerate() {
            let row = keys
                .row_of(id)
                .filter(|row| !rows[..position].contains(&Some(*row)));
            rows[position] = row;
        }
        let base = self.base();
        rows.map(|row| {
            // SAFETY: by invariants 1 and 3 of `Store`; the rows are those of
            // live ids, pairwise different as checked above, and the store is
            // lent uniquely.
            row.map(|row| S::row_mut(unsafe { FieldsOf::<S>::refs_mut::<FieldsAt<S>>(base, row) }))
        })
    }

    /// Borrows a row by its number, live or not.
    #[inline]
    pub(crate) fn row<'a, S: Shape<Record = T> + 'a>(
        &'a self,
        _: ShapeOf<S>,
        row: usize,
    ) -> Row<'a, T> {
        if row >= self.rows() as usize {
            outside(row);
        }
        // SAFETY: by invariants 1 and 3 of `Store`; checked above: the row is initialised.
        S::row(unsafe { FieldsOf::<S>::refs::<FieldsAt<S>>(self.base(), row) })
    }

    /// Borrows a row uniquely by its number, live or not.
    #[inline]
    pub(crate) fn row_mut<'a, S: Shape<Record = T> + 'a>(
        &'a mut self,
        shape: ShapeOf<S>,
        row: usize,
    ) -> RowMut<'a, T> {
        if row >= self.rows() as usize {
            outside(row);
        }
        // SAFETY: by invariants 1 and 3 of `Store`, which is lent uniquely;
        // checked above: the row is initialised.
        unsafe { row_mut(shape, self.base(), row) }
    }

    /// Borrows the rows one after the other, live or not, beside the tables.
    #[inline]
    pub(crate) fn rows_ref<S: Shape<Record = T>>(
        &self,
        shape: ShapeOf<S>,
    ) -> (KeysOf<'_, T>, RowsRef<'_, T>) {
        let keys = self.keys(shape);
        let rows = RowsRef {
            base: self.base(),
            len: keys.rows(),
            store: PhantomData,
        };
        (keys, rows)
    }

    /// Borrows all columns.
    #[inline]
    pub(crate) fn columns<'a, S: Shape<Record = T> + 'a>(
        &'a self,
        shape: ShapeOf<S>,
    ) -> Columns<'a, T> {
        let rows = self.rows() as usize;
        // SAFETY: by invariants 1 and 3 of `Store`.
        let slices = unsafe { FieldsOf::<S>::slices::<FieldsAt<S>>(self.base(), rows) };
        S::columns(Rows::new(self.keys(shape)), slices)
    }

    /// Borrows all columns uniquely.
    #[inline]
    pub(crate) fn columns_mut<'a, S: Shape<Record = T> + 'a>(
        &'a mut self,
        _: ShapeOf<S>,
    ) -> ColumnsMut<'a, T> {
        let (base, rows) = (self.base(), self.rows());
        // SAFETY: by invariants 1 and 3 of `Store`, which is lent uniquely.
        let slices = unsafe { FieldsOf::<S>::slices_mut::<FieldsAt<S>>(base, rows as usize) };
        // SAFETY: by the invariants of `Store`; the tables are other memory than
        // the fields, and only lent shared.
        let keys = unsafe { keys::<T, S>(base, self.slots(), self.live, self.free.tail()) };
        S::columns_mut(Rows::new(keys), slices)
    }

    /// Borrows the rows one after the other, uniquely, beside the tables.
    #[inline]
    pub(crate) fn rows_mut<'a, S: Shape<Record = T> + 'a>(
        &'a mut self,
        _: ShapeOf<S>,
    ) -> (KeysOf<'a, T>, RowsMut<'a, T>) {
        let base = self.base();
        // SAFETY: by the invariants of `Store`; the tables are other memory than
        // the fields, and only lent shared.
        let keys = unsafe { keys::<T, S>(base, self.slots(), self.live, self.free.tail()) };
        let rows = RowsMut {
            base,
            front: 0,
            back: keys.rows(),
            store: PhantomData,
        };
        (keys, rows)
    }
}

/// The rows of a store, lent shared. It knows the block by itself, so that a loop
/// need not ask the store for it in each turn.
///
/// # Invariants
///
/// 1. `base` is the block of a store of `T`, lent shared for `'a`, of which `len`
///    rows are initialised.
pub(crate) struct RowsRef<'a, T: IdAllocator> {
    base: Base,
    len: usize,
    store: PhantomData<&'a Store<T>>,
}

// SAFETY: it is a shared borrow of the fields of records.
unsafe impl<T: IdAllocator + Sync> Send for RowsRef<'_, T> {}
// SAFETY: it is a shared borrow of the fields of records.
unsafe impl<T: IdAllocator + Sync> Sync for RowsRef<'_, T> {}

/// The rows of a store, lent uniquely one after the other, from both ends.
///
/// # Invariants
///
/// 1. The rows `front..back` are initialised and lent to nobody else for `'a`.
pub(crate) struct RowsMut<'a, T: IdAllocator> {
    base: Base,
    front: usize,
    back: usize,
    store: PhantomData<&'a mut Store<T>>,
}

// SAFETY: it is a unique borrow of the fields of records.
unsafe impl<T: IdAllocator + Send> Send for RowsMut<'_, T> {}
// SAFETY: shared, it lends nothing.
unsafe impl<T: IdAllocator + Sync> Sync for RowsMut<'_, T> {}

#[cfg(feature = "rayon")]
impl<T: IdAllocator> RowsMut<'_, T> {
    /// Divides the rows into those before `row` and those from it on.
    pub(crate) fn split_at(self, row: usize) -> (Self, Self) {
        assert!(
            self.front <= row && row <= self.back,
            "row {row} is lent already"
        );
        (
            RowsMut { back: row, ..self },
            RowsMut { front: row, ..self },
        )
    }
}

impl<'a, T: IdAllocator> RowsRef<'a, T> {
    #[inline(always)]
    fn row<S: Shape<Record = T> + 'a>(&self, shape: ShapeOf<S>, row: usize) -> Row<'a, T> {
        if row >= self.len {
            outside(row);
        }
        // SAFETY: by invariant 1 of `RowsRef`; checked above: it is one of the rows.
        unsafe { row_ref(shape, self.base, row) }
    }
}

impl<T: IdAllocator> Clone for RowsRef<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: IdAllocator> Copy for RowsRef<'_, T> {}

impl<'a, T: IdAllocator> RowsRef<'a, T> {
    /// Lends one row.
    #[inline]
    pub(crate) fn lend(&self, row: usize) -> Row<'a, T> {
        self.row(shape_of::<T>(), row)
    }

    /// Lends these rows.
    #[inline]
    pub(crate) fn run(&self, rows: Range<usize>) -> impl Iterator<Item = Row<'a, T>> + use<'a, T> {
        assert!(
            rows.end <= self.len,
            "the rows {rows:?} are outside the hub"
        );
        let base = self.base;
        rows.map(move |row| {
            // SAFETY: by invariant 1 of `RowsRef`; checked above: they are among the rows.
            unsafe { row_ref(shape_of::<T>(), base, row) }
        })
    }
}

impl<'a, T: IdAllocator> RowsMut<'a, T> {
    /// Lends a row that is after all that were lent from the front.
    #[inline]
    pub(crate) fn front(&mut self, row: usize) -> RowMut<'a, T> {
        if row < self.front || row >= self.back {
            lent_already(row);
        }
        self.front = row + 1;
        // SAFETY: by invariant 1 of `RowsMut`; the row leaves its range.
        unsafe { row_mut(shape_of::<T>(), self.base, row) }
    }

    /// Lends a row that is before all that were lent from the back.
    #[inline]
    pub(crate) fn back(&mut self, row: usize) -> RowMut<'a, T> {
        if row < self.front || row >= self.back {
            lent_already(row);
        }
        self.back = row;
        // SAFETY: by invariant 1 of `RowsMut`; the row leaves its range.
        unsafe { row_mut(shape_of::<T>(), self.base, row) }
    }

    /// Lends rows that are after all that were lent from the front.
    #[inline]
    pub(crate) fn run(
        &mut self,
        rows: Range<usize>,
    ) -> impl Iterator<Item = RowMut<'a, T>> + use<'a, T> {
        assert!(
            self.front <= rows.start && rows.start <= rows.end && rows.end <= self.back,
            "the rows {rows:?} are lent already"
        );
        self.front = rows.end;
        let base = self.base;
        rows.map(move |row| {
            // SAFETY: by invariant 1 of `RowsMut`; the rows have left its range,
            // and each is lent once.
            unsafe { row_mut(shape_of::<T>(), base, row) }
        })
    }
}

/// Lends a row.
///
/// # Safety
///
/// `base` is the block of a store of `T`, and `row` is initialised and lent shared
/// for `'a`.
#[inline(always)]
unsafe fn row_ref<'a, T: IdAllocator + 'a, S: Shape<Record = T> + 'a>(
    _: ShapeOf<S>,
    base: Base,
    row: usize,
) -> Row<'a, T> {
    debug_assert!(row < base.capacity, "row {row} is outside the block");
    // SAFETY: by this function's contract.
    S::row(unsafe { FieldsOf::<S>::refs::<FieldsAt<S>>(base, row) })
}

/// Lends a row uniquely.
///
/// # Safety
///
/// `base` is the block of a store of `T`, and `row` is initialised and lent to
/// nobody else for `'a`.
#[inline(always)]
unsafe fn row_mut<'a, T: IdAllocator + 'a, S: Shape<Record = T> + 'a>(
    _: ShapeOf<S>,
    base: Base,
    row: usize,
) -> RowMut<'a, T> {
    debug_assert!(row < base.capacity, "row {row} is outside the block");
    // SAFETY: by this function's contract.
    S::row_mut(unsafe { FieldsOf::<S>::refs_mut::<FieldsAt<S>>(base, row) })
}
