//! A column that records when its rows were written.

mod live;
mod refused;
mod shared;
mod traits;
mod write;

pub(crate) use live::Marking;
pub use live::TrackedLiveMut;
pub use shared::TrackedColumn;

use super::{ColumnIndex, ColumnMut};
use crate::record::{IdAllocator, KeysOf, Rows};
use crate::ticks::{ChangedRanges, Stamps, StampsMut, Tick};

/// A tracked column of `F` of a hub of `T`, borrowed mutably: it is read like a
/// [`ColumnMut`], and every way to write records the rows that it lends as changed.
///
/// A row also counts as changed when it is new, when it is freed, and when another row
/// moves into its place. [`changed_since`](Self::changed_since) returns the changed
/// rows. No write is missed: as a slice the column is shared, unless
/// [`range_mut`](Self::range_mut) or [`all_mut`](Self::all_mut) lends it.
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, Tick};
///
/// #[derive(IdAllocator)]
/// #[soa(layout = dense)]
/// struct Instance {
///     #[soa(tracked)]
///     transform: [f32; 4],
///     velocity: [f32; 3],
/// }
///
/// let mut instances = InstanceHub::new();
/// let ids = instances.alloc_many(100);
/// let mut copy = vec![[9.0; 4]; 100]; // what the GPU has
/// let mut seen = Tick::START;
///
/// for frame in 0..3 {
///     let mut columns = instances.columns_mut();
///     columns.transform[ids[frame]] = [1.0; 4];
///     columns.transform.range_mut(20..30).fill([2.0; 4]);
///
///     let now = instances.advance();
///     let transform = instances.columns().transform;
///     for rows in transform.changed_since(seen, 16) {
///         copy[rows.clone()].copy_from_slice(&transform[rows]);
///     }
///     seen = now;
///     assert_eq!(copy, *transform);
/// }
/// ```
pub struct TrackedColumnMut<'a, T: IdAllocator, F> {
    column: ColumnMut<'a, T, F>,
    /// One per row.
    stamps: StampsMut<'a>,
}

// What generated code makes such columns by.
impl<'a, T: IdAllocator> Rows<'a, T> {
    /// Names a tracked column.
    #[doc(hidden)]
    #[inline]
    pub fn tracked_column<F>(
        self,
        (values, stamps): (&'a [F], Stamps<'a>),
    ) -> TrackedColumn<'a, T, F> {
        TrackedColumn::new(self.column(values), stamps)
    }

    /// Names a mutable tracked column.
    #[doc(hidden)]
    #[inline]
    pub fn tracked_column_mut<F>(
        self,
        (values, stamps): (&'a mut [F], StampsMut<'a>),
    ) -> TrackedColumnMut<'a, T, F> {
        assert_eq!(values.len(), stamps.len(), "a row has a stamp");
        TrackedColumnMut {
            column: self.column_mut(values),
            stamps,
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
    pub fn share(&self) -> TrackedColumn<'_, T, F> {
        TrackedColumn::new(self.column.share(), self.stamps.share())
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
    /// assert_eq!(lights.columns_mut().colour.get(id), Some(&7));
    /// lights.dealloc(id);
    /// assert_eq!(lights.columns_mut().colour.get(id), None);
    /// ```
    #[inline]
    pub fn get<N: ColumnIndex<T, F>>(&self, index: N) -> Option<&N::Output> {
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
    /// Returns the ranges of rows that were written after `tick` ended; see
    /// [`TrackedColumn::changed_since`].
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
    pub fn changed_since(&self, tick: Tick, gap: usize) -> ChangedRanges<'_> {
        self.stamps.share().ranges_since(tick, gap)
    }
}
