//! Writing a tracked column: what is lent mutably is marked.

use core::ops::RangeBounds;

use super::TrackedColumnMut;
use crate::column::ColumnIndex;
use crate::column::index::{between, outside, within};
use crate::marks::Mark;
use crate::record::IdAllocator;
use crate::stale;

/// Writing: marks what it lends, for every reader.
impl<T: IdAllocator, F> TrackedColumnMut<'_, T, F> {
    /// Returns the value of a live id or of a row, or the values of a range, mutably, and
    /// marks the rows. O(1), and O(rows) for a range.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Reader};
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// # const GPU: Reader = Reader::new(0);
    /// let mut lights = LightHub::new();
    /// let ids = lights.alloc_many(3);
    /// let mut columns = lights.columns_mut();
    /// columns.colour.take_changes(GPU, 0);
    /// if let Some(colour) = columns.colour.get_mut(ids[1]) {
    ///     *colour = 7;
    /// }
    /// assert_eq!(columns.colour.take_changes(GPU, 0), [1..2]);
    /// ```
    #[inline]
    pub fn get_mut<N: ColumnIndex<T, F>>(&mut self, index: N) -> Option<&mut N::Output> {
        let rows = index.rows(&self.rows())?;
        self.marks[rows].fill(Mark::NEW);
        index.get_mut(&mut self.column)
    }

    /// The row of an id.
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

    /// Returns the value of a row mutably, and marks the row.
    #[inline]
    #[track_caller]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut F {
        let values = self.column.cells.values();
        let rows = values.len();
        let Some(value) = values.get_mut(row) else {
            outside::<T>("row", &row, rows);
        };
        self.marks[row].set();
        value
    }

    /// Writes the value of a live id if it differs from what is there, and
    /// returns whether it did; if not, nothing is marked. O(1).
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
    /// # use soa_runtime::{IdAllocator, Reader};
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// # const GPU: Reader = Reader::new(0);
    /// let mut lights = LightHub::new();
    /// let id = lights.insert(Light { colour: 7 });
    /// let mut columns = lights.columns_mut();
    /// columns.colour.take_changes(GPU, 0);
    /// assert!(!columns.colour.set(id, 7));
    /// assert_eq!(columns.colour.changed(GPU), 0);
    /// assert!(columns.colour.set(id, 8));
    /// assert_eq!(columns.colour.changed(GPU), 1);
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

    /// The rows with these numbers as a plain slice, for SIMD and rayon; marks
    /// them all. O(rows of the range).
    ///
    /// # Panics
    ///
    /// If a row of the range is not there.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Reader};
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// # const GPU: Reader = Reader::new(0);
    /// let mut lights = LightHub::new();
    /// lights.alloc_many(10);
    /// let mut columns = lights.columns_mut();
    /// columns.colour.take_changes(GPU, 0);
    /// columns.colour.range_mut(2..5).fill(7);
    /// columns.colour.range_mut(8..).fill(7);
    /// assert_eq!(columns.colour.take_changes(GPU, 0), [2..5, 8..10]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn range_mut(&mut self, rows: impl RangeBounds<usize>) -> &mut [F] {
        let values = self.column.cells.values();
        let Some(rows) = within(&rows, values.len()) else {
            let asked = between(&rows, values.len());
            outside::<T>("rows", &asked, values.len());
        };
        self.marks[rows.clone()].fill(Mark::NEW);
        &mut values[rows]
    }

    /// All rows as a plain slice; marks them all. O(rows).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Reader};
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// # const GPU: Reader = Reader::new(0);
    /// let mut lights = LightHub::new();
    /// lights.alloc_many(10);
    /// let mut columns = lights.columns_mut();
    /// columns.colour.take_changes(GPU, 0);
    /// columns.colour.all_mut().fill(7);
    /// assert_eq!(columns.colour.take_changes(GPU, 0), [0..10]);
    /// ```
    #[inline]
    pub fn all_mut(&mut self) -> &mut [F] {
        self.range_mut(..)
    }
}
