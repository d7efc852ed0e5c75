//! What only tracked columns have: when their rows were written, and ways to write them
//! as slices.

use core::ops::RangeBounds;

use super::index::{between, outside, within};
use super::{Column, TrackedColumn, TrackedColumnMut};
use crate::record::IdAllocator;
use crate::stale;
#[cfg(feature = "serde")]
use crate::ticks::{Changes, Tick};

impl<'a, T: IdAllocator, F> TrackedColumn<'a, T, F> {
    /// Returns which rows were written after `tick` ended.
    #[cfg(feature = "serde")]
    pub(crate) fn changes(&self, tick: Tick) -> Changes<'a> {
        self.stamps.since(self.cells.rows().threshold(tick))
    }

    /// Returns the same column without its ticks, for code about any column.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Column, IdAllocator};
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32, radius: u32 }
    /// fn sum(column: Column<'_, Light, u32>) -> u32 {
    ///     column.iter().sum()
    /// }
    ///
    /// let lights = LightHub::from(vec![Light { colour: 7, radius: 2 }]);
    /// let columns = lights.columns();
    /// assert_eq!((sum(columns.colour.as_column()), sum(columns.radius)), (7, 2));
    /// ```
    #[must_use]
    #[inline]
    pub fn as_column(&self) -> Column<'a, T, F> {
        Column {
            cells: self.cells,
            stamps: (),
        }
    }
}

/// Writing: what is lent counts as changed.
impl<T: IdAllocator, F> TrackedColumnMut<'_, T, F> {
    /// Returns the value of a row, mutably, and stamps the row.
    #[inline]
    #[track_caller]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut F {
        let values = self.cells.values();
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
        let rows = *self.cells.rows();
        let Some((row, present)) = self.cells.find(id) else {
            stale::panic(rows, id);
        };
        let differs = *present != value;
        if differs {
            self.stamps.stamp(row);
            *present = value;
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
        let values = self.cells.values();
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
        self.cells.values()
    }
}
