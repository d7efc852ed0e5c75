//! Calls that only one kind of column has. Every column has the methods, so that the
//! compiler's message names the way for the other kind.

use core::slice;

use super::kind::WritableUnmarked;
use super::{Column, ColumnKind, ColumnMut, TrackedColumn, TrackedColumnMut};
use crate::record::IdAllocator;
use crate::ticks::{ChangedRanges, Stamps, Tick};

/// A column that records when its rows were written.
#[diagnostic::on_unimplemented(
    message = "this column does not record when its rows were written",
    label = "this column is not `tracked`",
    note = "write `#[soa(tracked)]` on its field"
)]
pub trait RecordsWrites<'a> {
    /// Returns when the rows were written.
    fn written(&self) -> Stamps<'a>;
}

#[diagnostic::do_not_recommend]
impl<'a, T: IdAllocator, F> RecordsWrites<'a> for TrackedColumn<'a, T, F> {
    fn written(&self) -> Stamps<'a> {
        self.stamps
    }
}

impl<'a, T: IdAllocator, F, K: ColumnKind> Column<'a, T, F, K> {
    /// Returns the ranges of rows that were written after `tick` ended, in ascending
    /// order. They have at least one row each and end at the last row of the column.
    ///
    /// Ranges with fewer than `gap` unchanged rows between them are joined, and adjacent
    /// ranges always are. A larger `gap` copies some unchanged rows, to get fewer ranges.
    /// [`Tick::START`] reports all rows, holes included.
    ///
    /// Copying the values of these rows brings a copy that was equal at `tick` up to
    /// date. The copy takes its length from the column. If no one calls
    /// [`Hub::advance`](crate::Hub::advance), the same rows are reported again.
    ///
    /// O(rows / 32) if nothing changed, and O(32) more for each 32 rows with a change.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Tick};
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// let ids = lights.alloc_many(10);
    /// let seen = lights.advance();
    /// for row in [1, 2, 5, 9] {
    ///     lights.columns_mut().colour[ids[row]] = 7;
    /// }
    /// let now = lights.advance();
    /// let colour = lights.columns().colour;
    /// assert!(colour.changed_since(seen, 0).eq([1..3, 5..6, 9..10]));
    /// assert!(colour.changed_since(seen, 3).eq([1..6, 9..10]));
    /// assert!(colour.changed_since(Tick::START, 0).eq([0..10]));
    /// assert_eq!(colour.changed_since(now, 0).next(), None);
    /// ```
    pub fn changed_since(&self, tick: Tick, gap: usize) -> ChangedRanges<'a>
    where
        Self: RecordsWrites<'a>,
    {
        let threshold = self.cells.rows().threshold(tick);
        self.written().since(threshold).ranges(gap)
    }
}

#[diagnostic::do_not_recommend]
impl<T: IdAllocator, F> WritableUnmarked for ColumnMut<'_, T, F> {}

#[expect(
    clippy::iter_without_into_iter,
    reason = "`&mut` of a tracked column is no iterator"
)]
impl<T: IdAllocator, F, K: ColumnKind> ColumnMut<'_, T, F, K> {
    /// Returns the ranges of rows that were written after `tick` ended; see
    /// [`Column::changed_since`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Tick};
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// lights.alloc_many(10);
    /// let seen = lights.advance();
    /// let mut columns = lights.columns_mut();
    /// columns.colour[7] = 1;
    /// assert!(columns.colour.changed_since(seen, 0).eq([7..8]));
    /// assert!(columns.colour.changed_since(Tick::START, 0).eq([0..10]));
    /// ```
    pub fn changed_since<'s>(&'s self, tick: Tick, gap: usize) -> ChangedRanges<'s>
    where
        Column<'s, T, F, K>: RecordsWrites<'s>,
    {
        self.share().changed_since(tick, gap)
    }

    #[doc(hidden)]
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, F>
    where
        Self: WritableUnmarked,
    {
        self.cells.values().iter_mut()
    }

    #[doc(hidden)]
    pub fn fill(&mut self, value: F)
    where
        Self: WritableUnmarked,
        F: Clone,
    {
        self.cells.values().fill(value);
    }

    #[doc(hidden)]
    #[track_caller]
    pub fn swap(&mut self, a: usize, b: usize)
    where
        Self: WritableUnmarked,
    {
        self.cells.values().swap(a, b);
    }

    #[doc(hidden)]
    #[track_caller]
    pub fn copy_from_slice(&mut self, values: &[F])
    where
        Self: WritableUnmarked,
        F: Copy,
    {
        self.cells.values().copy_from_slice(values);
    }
}

/// A `for` loop over `&mut column` looks for this implementation. The bound is not on `Self`,
/// because the compiler would then print the sentence of `Iterator`.
#[doc(hidden)]
impl<'a, T: IdAllocator, F> Iterator for TrackedColumnMut<'a, T, F>
where
    [F]: WritableUnmarked,
{
    type Item = &'a mut F;

    /// No slice implements the bound, so this is never called.
    fn next(&mut self) -> Option<&'a mut F> {
        None
    }
}
