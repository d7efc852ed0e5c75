//! Writing a tracked column: what is lent mutably is stamped.

use core::ops::RangeBounds;

use super::TrackedColumnMut;
use crate::column::ColumnIndex;
use crate::column::index::{between, outside, within};
use crate::record::IdAllocator;
use crate::stale;

/// Writing: what is lent counts as changed.
impl<T: IdAllocator, F> TrackedColumnMut<'_, T, F> {
    /// Returns the value of a live id or of a row, or the values of a range of rows,
    /// mutably, and records the rows as changed; `None` if the id is not live, or a row
    /// is past the end. O(rows that are returned).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// let ids = lights.alloc_many(3);
    /// let seen = lights.advance();
    /// let mut columns = lights.columns_mut();
    /// if let Some(colour) = columns.colour.get_mut(ids[1]) {
    ///     *colour = 7;
    /// }
    /// assert!(columns.colour.changed_since(seen, 0).eq([1..2]));
    /// ```
    #[inline]
    pub fn get_mut<N: ColumnIndex<T, F>>(&mut self, index: N) -> Option<&mut N::Output> {
        let rows = index.rows(&self.rows())?;
        self.stamps.stamp_rows(rows);
        index.get_mut(&mut self.column)
    }

    /// Returns the row of an id.
    ///
    /// # Panics
    ///
    /// If the id is not live.
    #[inline]
    #[track_caller]
    pub(super) fn row_of(&self, id: T::Id) -> usize {
        let keys = self.column.cells.keys();
        match keys.row_of(id) {
            Some(row) => row,
            None => stale::panic::<T>(keys, id),
        }
    }

    /// Returns the value of a row, mutably, and stamps the row.
    #[inline]
    #[track_caller]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut F {
        let values = self.column.cells.values();
        let rows = values.len();
        let Some(value) = values.get_mut(row) else {
            outside::<T>("row", &row, rows);
        };
        self.stamps.stamp(row);
        value
    }

    /// Swaps the value of a row, and stamps the row.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn swap_value(&mut self, row: usize, value: &mut F) {
        core::mem::swap(self.row_mut(row), value);
    }

    /// Writes the value of a live id if it differs from the present one, and returns
    /// whether it did. If not, the row does not count as changed. O(1).
    ///
    /// A value that differs from itself, as NaN does, always differs.
    ///
    /// # Panics
    ///
    /// If the id is not live; the message names the hub, the id and the cause.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// let id = lights.insert(Light { colour: 7 });
    /// let seen = lights.advance();
    /// let mut columns = lights.columns_mut();
    /// assert!(!columns.colour.set(id, 7));
    /// assert_eq!(columns.colour.changed_since(seen, 0).next(), None);
    /// assert!(columns.colour.set(id, 8));
    /// assert!(columns.colour.changed_since(seen, 0).eq([0..1]));
    /// ```
    #[inline]
    #[track_caller]
    pub fn set(&mut self, id: T::Id, value: F) -> bool
    where
        F: PartialEq,
    {
        let row = self.row_of(id);
        let differs = self.column.cells.values()[row] != value;
        if differs {
            *self.row_mut(row) = value;
        }
        differs
    }

    /// Returns a range of rows as a plain slice, for SIMD and rayon, and records all of
    /// them as changed. O(rows of the range).
    ///
    /// # Panics
    ///
    /// If a row of the range is not there.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// lights.alloc_many(10);
    /// let seen = lights.advance();
    /// let mut columns = lights.columns_mut();
    /// columns.colour.range_mut(2..5).fill(7);
    /// columns.colour.range_mut(8..).fill(7);
    /// assert!(columns.colour.changed_since(seen, 0).eq([2..5, 8..10]));
    /// ```
    #[inline]
    #[track_caller]
    pub fn range_mut(&mut self, rows: impl RangeBounds<usize>) -> &mut [F] {
        let values = self.column.cells.values();
        let Some(rows) = within(&rows, values.len()) else {
            let asked = between(&rows, values.len());
            outside::<T>("rows", &asked, values.len());
        };
        self.stamps.stamp_rows(rows.clone());
        &mut values[rows]
    }

    /// Returns all rows as a plain slice, and records all of them as changed. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// lights.alloc_many(10);
    /// let seen = lights.advance();
    /// let mut columns = lights.columns_mut();
    /// columns.colour.all_mut().fill(7);
    /// assert!(columns.colour.changed_since(seen, 0).eq([0..10]));
    /// ```
    #[inline]
    pub fn all_mut(&mut self) -> &mut [F] {
        self.stamps.stamp_all();
        self.column.cells.values()
    }
}
