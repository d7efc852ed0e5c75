//! One column with the keys of its hub: an id resolves to its cell.

use super::keys::{Keys, Layout};
use crate::handle::AnyHandle;

/// A column, shared.
///
/// # Invariants
///
/// 1. There are as many values as `keys` has rows.
pub(crate) struct Cells<'a, H: AnyHandle, L: Layout, F> {
    keys: Keys<'a, H, L>,
    values: &'a [F],
}

/// A column, unique.
///
/// # Invariants
///
/// 1. There are as many values as `keys` has rows.
pub(crate) struct CellsMut<'a, H: AnyHandle, L: Layout, F> {
    keys: Keys<'a, H, L>,
    values: &'a mut [F],
}

impl<'a, H: AnyHandle, L: Layout, F> Cells<'a, H, L, F> {
    #[inline]
    pub(crate) fn new(keys: Keys<'a, H, L>, values: &'a [F]) -> Self {
        assert_eq!(keys.rows(), values.len(), "a column has one value per row");
        Cells { keys, values }
    }

    #[inline]
    pub(crate) fn keys(&self) -> Keys<'a, H, L> {
        self.keys
    }

    #[inline]
    pub(crate) fn values(&self) -> &'a [F] {
        self.values
    }

    #[inline]
    pub(crate) fn get(&self, id: H) -> Option<&'a F> {
        let row = self.keys.row_of(id)?;
        debug_assert!(row < self.values.len(), "row {row} is not in the column");
        // SAFETY: a live id's row is below the number of rows, which by
        // invariant 1 of `Cells` is that of the values.
        Some(unsafe { self.values.get_unchecked(row) })
    }
}

impl<'a, H: AnyHandle, L: Layout, F> CellsMut<'a, H, L, F> {
    #[inline]
    pub(crate) fn new(keys: Keys<'a, H, L>, values: &'a mut [F]) -> Self {
        assert_eq!(keys.rows(), values.len(), "a column has one value per row");
        CellsMut { keys, values }
    }

    #[inline]
    pub(crate) fn share(&self) -> Cells<'_, H, L, F> {
        Cells {
            keys: self.keys,
            values: self.values,
        }
    }

    #[inline]
    pub(crate) fn keys(&self) -> Keys<'a, H, L> {
        self.keys
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
    pub(crate) fn get(&mut self, id: H) -> Option<&mut F> {
        let row = self.keys.row_of(id)?;
        debug_assert!(row < self.values.len(), "row {row} is not in the column");
        // SAFETY: a live id's row is below the number of rows, which by
        // invariant 1 of `CellsMut` is that of the values.
        Some(unsafe { self.values.get_unchecked_mut(row) })
    }
}

impl<H: AnyHandle, L: Layout, F> Clone for Cells<'_, H, L, F> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: AnyHandle, L: Layout, F> Copy for Cells<'_, H, L, F> {}
