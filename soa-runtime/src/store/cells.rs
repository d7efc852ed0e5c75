//! One column with the rows of its hub, so an id resolves to its cell.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use core::ptr::NonNull;
use core::slice;

use super::unlent::Unlent;
use crate::error::DisjointError;
use crate::handle::AnyHandle;
use crate::ids::{Keys, Layout};
use crate::record::{IdAllocator, KeysOf, Rows};

/// A shared column.
///
/// # Invariants
///
/// 1. The number of values is the number of rows.
/// 2. With `Dense`, the tables are those of a [`Store`](super::Store), because nothing else makes
///    tables of dense rows. `tests/repo/proofs.rs` checks that.
pub struct Cells<'a, T: IdAllocator, F> {
    rows: Rows<'a, T>,
    values: &'a [F],
}

/// A mutable column.
///
/// # Invariants
///
/// 1. The number of values is the number of rows.
/// 2. With `Dense`, the tables are those of a [`Store`](super::Store), as those of [`Cells`] are.
pub struct CellsMut<'a, T: IdAllocator, F> {
    rows: Rows<'a, T>,
    values: &'a mut [F],
}

impl<'a, T: IdAllocator, F> Cells<'a, T, F> {
    #[inline(always)]
    pub(crate) fn new(rows: Rows<'a, T>, values: &'a [F]) -> Self {
        assert!(
            rows.keys.rows() == values.len(),
            "a column has one value per row"
        );
        Cells { rows, values }
    }

    #[inline]
    pub(crate) fn keys(&self) -> KeysOf<'a, T> {
        self.rows.keys
    }

    #[inline]
    pub(crate) fn rows(&self) -> &Rows<'a, T> {
        &self.rows
    }

    #[inline]
    pub(crate) fn values(&self) -> &'a [F] {
        self.values
    }

    #[inline]
    pub(crate) fn get(&self, id: T::Id) -> Option<&'a F> {
        match row_of(&self.rows, id) {
            // SAFETY: `row_of` returns a row below the number of rows, which by
            // invariant 1 of `Cells` is the number of values.
            Some(row) => Some(unsafe { self.values.get_unchecked(row) }),
            None => None,
        }
    }
}

impl<'a, T: IdAllocator, F> CellsMut<'a, T, F> {
    #[inline(always)]
    pub(crate) fn new(rows: Rows<'a, T>, values: &'a mut [F]) -> Self {
        assert!(
            rows.keys.rows() == values.len(),
            "a column has one value per row"
        );
        CellsMut { rows, values }
    }

    #[inline]
    pub(crate) fn share(&self) -> Cells<'_, T, F> {
        Cells {
            rows: self.rows,
            values: self.values,
        }
    }

    #[inline]
    pub(crate) fn keys(&self) -> KeysOf<'a, T> {
        self.rows.keys
    }

    #[inline]
    pub(crate) fn rows(&self) -> &Rows<'a, T> {
        &self.rows
    }

    #[inline]
    pub(crate) fn values(&mut self) -> &mut [F] {
        self.values
    }

    #[inline]
    pub(crate) fn into_values(self) -> &'a mut [F] {
        self.values
    }

    #[inline]
    pub(crate) fn get(&mut self, id: T::Id) -> Option<&mut F> {
        self.find(id).0
    }

    /// Returns the value of an id, and the tables, which say why there is none.
    #[inline(always)]
    pub(crate) fn find(&mut self, id: T::Id) -> (Option<&mut F>, &KeysOf<'a, T>) {
        let value = match row_of(&self.rows, id) {
            // SAFETY: `row_of` returns a row below the number of rows, which by
            // invariant 1 of `CellsMut` is the number of values.
            Some(row) => Some(unsafe { self.values.get_unchecked_mut(row) }),
            None => None,
        };
        (value, &self.rows.keys)
    }

    /// Returns the values of several ids, mutably and at once.
    pub(crate) fn get_disjoint_mut<const N: usize>(
        &mut self,
        ids: [T::Id; N],
    ) -> Result<[&mut F; N], DisjointError> {
        let rows = disjoint_rows(&self.rows.keys, ids)?;
        let start = self.values.as_mut_ptr();
        Ok(rows.map(|row| {
            // SAFETY: the row belongs to a live id, so it is below the number of
            // rows, which by invariant 1 of `CellsMut` is the number of values. They are
            // borrowed mutably, and `disjoint_rows` has checked that the rows differ.
            unsafe { &mut *start.add(row) }
        }))
    }
}

/// Returns the row of a live id of a column. It is below the number of rows.
///
/// [`Keys::row_of`] checks what the table of dense rows contains. Here that would make each
/// lookup in a column larger, and a closure with some of them too large to be inlined.
#[inline(always)]
fn row_of<T: IdAllocator>(rows: &Rows<'_, T>, id: T::Id) -> Option<usize> {
    let keys = &rows.keys;
    let row = match keys.slot_of(id) {
        // SAFETY: by invariant 2 of `Cells`, the tables are those of a store. By invariant 2
        // of `Store` each slot has a row in them. `slot_of` has checked that it is one of the slots.
        Some(slot) if T::Layout::DENSE => unsafe { *keys.row_table().get_unchecked(slot) as usize },
        Some(slot) => slot,
        None => return None,
    };
    // With `Dense`, by invariant 4 of `Store`. With `Slots` the rows are the slots.
    debug_assert!(row < keys.rows(), "a live slot has a row");
    Some(row)
}

/// Returns the rows of live ids that are pairwise different.
pub(super) fn disjoint_rows<H: AnyHandle, L: Layout, const N: usize>(
    keys: &Keys<'_, H, L>,
    ids: [H; N],
) -> Result<[usize; N], DisjointError> {
    let mut rows = [0; N];
    for (position, &id) in ids.iter().enumerate() {
        let row = keys.row_of(id).ok_or(DisjointError::Stale { position })?;
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
/// 1. The rows `left` belong to a column that starts at `start`, and nothing
///    else accesses them for `'a`.
pub struct ValuesMut<'a, F> {
    start: NonNull<F>,
    left: Unlent,
    column: PhantomData<&'a mut [F]>,
}

// SAFETY: it is a mutable borrow of values.
unsafe impl<F: Send> Send for ValuesMut<'_, F> {}
// SAFETY: a shared reference to it lends nothing.
unsafe impl<F: Sync> Sync for ValuesMut<'_, F> {}

impl<'a, F> ValuesMut<'a, F> {
    /// Creates the loan of all rows of a column.
    #[inline(always)]
    pub(crate) fn new(values: &'a mut [F]) -> Self {
        ValuesMut {
            left: Unlent::new(values.len()),
            start: NonNull::from(values).cast(),
            column: PhantomData,
        }
    }
}

#[cfg(feature = "rayon")]
impl<F> ValuesMut<'_, F> {
    /// Splits the remaining values into the values before `row` and the other
    /// values.
    pub(crate) fn split_at(self, row: usize) -> (Self, Self) {
        let (before, after) = self.left.split_at(row);
        (
            ValuesMut {
                left: before,
                ..self
            },
            ValuesMut {
                left: after,
                ..self
            },
        )
    }
}

impl<F> fmt::Debug for ValuesMut<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ValuesMut").field(&self.left).finish()
    }
}

impl<'a, F> ValuesMut<'a, F> {
    /// Lends a value after all values that were lent from the front.
    #[inline(always)]
    pub(crate) fn front(&mut self, row: usize) -> &'a mut F {
        self.left.front(row);
        // SAFETY: by invariant 1 of `ValuesMut`; the row was removed from its
        // range.
        unsafe { &mut *self.start.add(row).as_ptr() }
    }

    /// Lends a value before all values that were lent from the back.
    #[inline]
    pub(crate) fn back(&mut self, row: usize) -> &'a mut F {
        self.left.back(row);
        // SAFETY: by invariant 1 of `ValuesMut`; the row was removed from its
        // range.
        unsafe { &mut *self.start.add(row).as_ptr() }
    }

    /// Lends values after all values that were lent from the front.
    #[inline]
    pub(crate) fn run(&mut self, rows: Range<usize>) -> slice::IterMut<'a, F> {
        self.left.run(&rows);
        // SAFETY: by invariant 1 of `ValuesMut`; the rows were removed from its
        // range.
        let values = unsafe {
            let first = self.start.add(rows.start);
            slice::from_raw_parts_mut(first.as_ptr(), rows.len())
        };
        values.iter_mut()
    }
}

impl<T: IdAllocator, F> fmt::Debug for Cells<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cells").field(&self.values.len()).finish()
    }
}

impl<T: IdAllocator, F> fmt::Debug for CellsMut<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.share().fmt(f)
    }
}

impl<T: IdAllocator, F> Clone for Cells<'_, T, F> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: IdAllocator, F> Copy for Cells<'_, T, F> {}
