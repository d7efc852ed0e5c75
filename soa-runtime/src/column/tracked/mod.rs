//! A column that notes which of its rows were written.

mod live;
mod refused;
mod traits;
mod write;

pub(crate) use live::Marking;
pub use live::TrackedLiveMut;

use alloc::vec::Vec;
use core::ops::Range;

use super::{Column, ColumnIndex, ColumnMut};
use crate::marks::{self, Mark, Reader};
use crate::record::{IdAllocator, KeysOf, Rows};

/// A tracked column of `F` of a hub of `T`, borrowed mutably: it is read like a
/// [`ColumnMut`], and every way to write marks the rows that it hands out.
///
/// A row is marked as well when it is new, when what a freed row leaves behind is
/// written, and when another row moves into its place. What is marked for a
/// [`Reader`] is what [`take_changes`](Self::take_changes) returns to it. There is
/// no way round the marks: as a slice the column is shared, unless
/// [`range_mut`](Self::range_mut) or [`all_mut`](Self::all_mut) lends it.
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, Reader};
///
/// #[derive(IdAllocator)]
/// #[soa(layout = dense)]
/// struct Instance {
///     #[soa(tracked)]
///     transform: [f32; 4],
///     velocity: [f32; 3],
/// }
///
/// const GPU: Reader = Reader::new(0);
///
/// let mut instances = InstanceHub::new();
/// let ids = instances.alloc_many(100);
/// let mut copy = vec![[9.0; 4]; 100]; // what the GPU has
/// let mut columns = instances.columns_mut();
/// let new = columns.transform.take_changes(GPU, 0);
/// assert_eq!(new, [0..100]);
/// copy.copy_from_slice(&columns.transform);
///
/// columns.transform[ids[7]] = [1.0; 4];
/// columns.transform.range_mut(20..30).fill([2.0; 4]);
/// for rows in columns.transform.take_changes(GPU, 16) {
///     copy[rows.clone()].copy_from_slice(&columns.transform[rows]);
/// }
/// assert_eq!(copy, *columns.transform);
/// ```
pub struct TrackedColumnMut<'a, T: IdAllocator, F> {
    column: ColumnMut<'a, T, F>,
    /// One per row.
    marks: &'a mut [Mark],
}

// What generated code makes such columns by.
impl<'a, T: IdAllocator> Rows<'a, T> {
    /// Names a tracked column.
    #[doc(hidden)]
    #[inline]
    pub fn tracked_column_mut<F>(
        self,
        (values, marks): (&'a mut [F], &'a mut [Mark]),
    ) -> TrackedColumnMut<'a, T, F> {
        assert_eq!(values.len(), marks.len(), "a row has a mark");
        TrackedColumnMut {
            column: self.column_mut(values),
            marks,
        }
    }
}

/// Reading: as of any column.
impl<'a, T: IdAllocator, F> TrackedColumnMut<'a, T, F> {
    /// What resolves ids.
    #[inline]
    pub(crate) fn keys(&self) -> KeysOf<'a, T> {
        self.column.keys()
    }

    /// Returns the rows of the hub: which are live, and by which ids. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Body { #[soa(tracked)] place: u32 }
    /// let mut bodies = BodyHub::new();
    /// let ids = bodies.alloc_many(2);
    /// assert_eq!(bodies.columns_mut().place.rows().row_of(ids[1]), Some(1));
    /// ```
    #[must_use]
    #[inline]
    pub fn rows(&self) -> Rows<'a, T> {
        self.column.rows()
    }

    /// The same column, shared, for generated code.
    #[doc(hidden)]
    #[inline]
    pub fn share(&self) -> Column<'_, T, F> {
        self.column.share()
    }

    /// The value in the row of a live id. O(1): one compare.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights = LightHub::new();
    /// let id = lights.insert(Light { colour: 7 });
    /// assert_eq!(lights.columns_mut().colour.get(id), Some(&7));
    /// lights.dealloc(id);
    /// assert_eq!(lights.columns_mut().colour.get(id), None);
    /// ```
    #[inline]
    pub fn get<N: ColumnIndex<T, F>>(&self, index: N) -> Option<&N::Output> {
        self.column.get(index)
    }

    /// All rows, live or not, shared.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights: LightHub = (0..3).map(|colour| Light { colour }).collect();
    /// assert_eq!(lights.columns_mut().colour.as_slice(), [0, 1, 2]);
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &[F] {
        self.column.as_slice()
    }
}

/// What changed.
impl<T: IdAllocator, F> TrackedColumnMut<'_, T, F> {
    /// Takes the reader's marks back and returns the rows that had one: ranges in
    /// rising order. With fewer than `gap` unchanged rows between them two ranges
    /// are one, and adjacent rows always are. O(rows), 64 at a time where nothing changed.
    ///
    /// Copying the values of these rows brings a copy that was equal when the
    /// reader looked last up to date, but for its length. `gap` weighs the rows
    /// sent in vain against the cost of a further range.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Reader};
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// # const GPU: Reader = Reader::new(0);
    /// let mut lights = LightHub::new();
    /// let ids = lights.alloc_many(10);
    /// let mut columns = lights.columns_mut();
    /// assert_eq!(columns.colour.take_changes(GPU, 0), [0..10]); // they are new
    /// assert_eq!(columns.colour.take_changes(GPU, 0), []);
    /// for row in [1, 2, 5, 9] {
    ///     columns.colour[ids[row]] = 7;
    /// }
    /// assert_eq!(columns.colour.take_changes(GPU, 3), [1..6, 9..10]);
    /// ```
    #[must_use = "the reader's marks are taken back: what is not copied now is not reported again"]
    pub fn take_changes(&mut self, reader: Reader, gap: usize) -> Vec<Range<usize>> {
        marks::take(self.marks, reader, gap)
    }

    /// How many rows are marked for the reader. O(rows).
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
    /// assert_eq!(columns.colour.changed(GPU), 10);
    /// let _ = columns.colour.take_changes(GPU, 0);
    /// assert_eq!(columns.colour.changed(GPU), 0);
    /// ```
    pub fn changed(&self, reader: Reader) -> usize {
        marks::count(self.marks, reader)
    }

    /// Marks all rows for the reader alone, which lost its copy and starts over.
    /// O(rows).
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
    /// let _ = columns.colour.take_changes(GPU, 0);
    /// columns.colour.mark_all(GPU); // the device was lost
    /// assert_eq!(columns.colour.take_changes(GPU, 0), [0..10]);
    /// ```
    pub fn mark_all(&mut self, reader: Reader) {
        marks::set_all(self.marks, reader);
    }
}
