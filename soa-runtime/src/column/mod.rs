//! A column of a hub, indexed by id.
//!
//! There is one type for a column that is borrowed shared, and one for a column that is
//! borrowed mutably. Each has a parameter for its [kind](ColumnKind).

#![expect(
    clippy::needless_pass_by_value,
    reason = "an index is passed by value, as to a slice"
)]

mod exclusive;
mod index;
mod kind;
mod live;
mod refused;
mod shared;
mod traits;
mod write;

pub use exclusive::ColumnMut;
pub use index::ColumnIndex;
pub use kind::{ColumnKind, Tracked, Untracked};
pub use live::{IterLive, IterLiveMut, TrackedLiveMut};
pub use shared::Column;

use crate::record::{IdAllocator, LiveRows};
use crate::store::{Cells, CellsMut};
use crate::ticks::{Stamps, StampsMut};

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
pub type TrackedColumn<'a, T, F> = Column<'a, T, F, Tracked>;

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
pub type TrackedColumnMut<'a, T, F> = ColumnMut<'a, T, F, Tracked>;

// Generated code creates columns with these methods.
impl<'a, T: IdAllocator + 'a> LiveRows<'a, T> {
    /// Creates a column. (A method, because it compiles faster than a function
    /// whose parameters are all inferred.)
    #[doc(hidden)]
    #[inline]
    pub fn column<F>(self, values: &'a [F]) -> Column<'a, T, F> {
        Column {
            cells: Cells::new(self, values),
            stamps: (),
        }
    }

    /// Creates a mutable column.
    #[doc(hidden)]
    #[inline]
    pub fn column_mut<F>(self, values: &'a mut [F]) -> ColumnMut<'a, T, F> {
        ColumnMut {
            cells: CellsMut::new_mut(self, values),
            stamps: (),
        }
    }

    /// Creates a tracked column.
    #[doc(hidden)]
    #[inline]
    pub fn tracked_column<F>(
        self,
        (values, stamps): (&'a [F], Stamps<'a>),
    ) -> TrackedColumn<'a, T, F> {
        assert_eq!(values.len(), stamps.len(), "a row has a stamp");
        Column {
            cells: Cells::new(self, values),
            stamps,
        }
    }

    /// Creates a mutable tracked column.
    #[doc(hidden)]
    #[inline]
    pub fn tracked_column_mut<F>(
        self,
        (values, stamps): (&'a mut [F], StampsMut<'a>),
    ) -> TrackedColumnMut<'a, T, F> {
        assert_eq!(values.len(), stamps.len(), "a row has a stamp");
        ColumnMut {
            cells: CellsMut::new_mut(self, values),
            stamps,
        }
    }
}
