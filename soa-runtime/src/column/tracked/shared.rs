//! A tracked column, shared.

use core::fmt;
use core::ops::{Deref, Index};
use core::slice;

use crate::column::{Column, ColumnIndex, IterLive};
use crate::record::{IdAllocator, Rows};
#[cfg(feature = "serde")]
use crate::ticks::Changes;
use crate::ticks::{ChangedRanges, Stamps, Tick};

/// A tracked column of `F` of a hub of `T`, shared: a [`Column`] that also returns
/// which of its rows changed since a tick.
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, Tick};
///
/// #[derive(IdAllocator)]
/// struct Light { #[soa(tracked)] colour: u32 }
///
/// let mut lights: LightHub = (0..100).map(|colour| Light { colour }).collect();
/// let seen = lights.advance();
/// lights.columns_mut().colour[7] = 1;
///
/// let colour = lights.columns().colour;
/// assert_eq!((colour.len(), colour[7]), (100, 1)); // a slice, as every column
/// assert!(colour.changed_since(seen, 0).eq([7..8]));
/// ```
pub struct TrackedColumn<'a, T: IdAllocator, F> {
    column: Column<'a, T, F>,
    /// One per row.
    stamps: Stamps<'a>,
}

impl<'a, T: IdAllocator, F> TrackedColumn<'a, T, F> {
    #[inline]
    pub(super) fn new(column: Column<'a, T, F>, stamps: Stamps<'a>) -> Self {
        assert_eq!(column.len(), stamps.len(), "a row has a stamp");
        TrackedColumn { column, stamps }
    }

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
    /// O(rows / 32) if nothing changed, and O(32) more for each 32 rows with a change. A reader
    /// that is more than 2^15 ticks behind looks at each row once, in O(rows).
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
    pub fn changed_since(&self, tick: Tick, gap: usize) -> ChangedRanges<'a> {
        self.stamps.ranges_since(tick, gap)
    }

    /// Returns which rows were written after `tick` ended.
    #[cfg(feature = "serde")]
    pub(crate) fn changes(&self, tick: Tick) -> Changes<'a> {
        self.stamps.since(tick)
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
        self.column
    }

    /// Returns the rows of the hub: which are live, and by which ids. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// let ids = lights.alloc_many(2);
    /// assert_eq!(lights.columns().colour.rows().row_of(ids[1]), Some(1));
    /// ```
    #[must_use]
    #[inline]
    pub fn rows(&self) -> Rows<'a, T> {
        self.column.rows()
    }

    /// Returns the value of a live id or of a row, or the values of a range of rows;
    /// `None` if the id is not live, or a row is past the end. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// let id = lights.insert(Light { colour: 7 });
    /// assert_eq!(lights.columns().colour.get(id), Some(&7));
    /// assert_eq!(lights.columns().colour.get(1), None);
    /// ```
    #[inline]
    pub fn get<N: ColumnIndex<T, F>>(&self, index: N) -> Option<&'a N::Output> {
        self.column.get(index)
    }

    /// Returns the values of all rows, live or not.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let lights: LightHub = (0..3).map(|colour| Light { colour }).collect();
    /// assert_eq!(lights.columns().colour.as_slice(), [0, 1, 2]);
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &'a [F] {
        self.column.as_slice()
    }

    /// Iterates over the values of all rows, live or not, for as long as the hub is
    /// borrowed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let lights: LightHub = (0..3).map(|colour| Light { colour }).collect();
    /// let colours = lights.columns().colour.iter();
    /// assert_eq!(colours.sum::<u32>(), 3);
    /// ```
    #[inline]
    pub fn iter(&self) -> slice::Iter<'a, F> {
        self.column.iter()
    }

    /// Iterates over the values of the live rows with their ids, in the order of the
    /// rows. O(rows).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights: LightHub = (0..3).map(|colour| Light { colour }).collect();
    /// let ids: Vec<LightId> = lights.ids().collect();
    /// lights.dealloc(ids[1]);
    /// assert!(lights.columns().colour.iter_live().eq([(ids[0], &0), (ids[2], &2)]));
    /// ```
    #[inline]
    pub fn iter_live(&self) -> IterLive<'a, T, F> {
        self.column.iter_live()
    }
}

impl<T: IdAllocator, F> Deref for TrackedColumn<'_, T, F> {
    type Target = [F];

    #[inline]
    fn deref(&self) -> &[F] {
        self.as_slice()
    }
}

impl<T: IdAllocator, F, N: ColumnIndex<T, F>> Index<N> for TrackedColumn<'_, T, F> {
    type Output = N::Output;

    /// Returns the value of a live id or of a row, or the values of a range of rows.
    ///
    /// # Panics
    ///
    /// If the id is not live; if there is no such row.
    #[inline]
    #[track_caller]
    fn index(&self, index: N) -> &N::Output {
        index.index(&self.column)
    }
}

impl<'a, T: IdAllocator, F> IntoIterator for TrackedColumn<'a, T, F> {
    type Item = &'a F;
    type IntoIter = slice::Iter<'a, F>;

    #[inline]
    fn into_iter(self) -> slice::Iter<'a, F> {
        self.iter()
    }
}

impl<'a, T: IdAllocator, F> IntoIterator for &TrackedColumn<'a, T, F> {
    type Item = &'a F;
    type IntoIter = slice::Iter<'a, F>;

    #[inline]
    fn into_iter(self) -> slice::Iter<'a, F> {
        self.iter()
    }
}

impl<T: IdAllocator, F> Clone for TrackedColumn<'_, T, F> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: IdAllocator, F> Copy for TrackedColumn<'_, T, F> {}

impl<T: IdAllocator, F: fmt::Debug> fmt::Debug for TrackedColumn<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.column.fmt(f)
    }
}
