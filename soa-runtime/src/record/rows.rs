//! The rows of a hub without their values: the live rows and their ids.

use super::{IdAllocator, KeysOf};

/// The live rows of a hub and their ids, for as long as the hub is borrowed.
///
/// The method [`rows()`](Rows#examples) of the columns returns this type. It is
/// `Copy`, so you can keep a copy while single columns are borrowed mutably.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Body {
///     position: f32,
///     #[soa(default = 1.0)]
///     velocity: f32,
/// }
///
/// let mut bodies = BodyHub::new();
/// let ids = bodies.alloc_many(3);
/// bodies.dealloc(ids[1]);
///
/// let mut columns = bodies.columns_mut();
/// let rows = columns.rows();
/// let velocity = &columns.velocity;
/// let position = columns.position.as_mut_slice();
/// for run in rows.live_ranges() {
///     for row in run {
///         position[row] += velocity[row];
///     }
/// }
/// assert_eq!(position, [1.0, 0.0, 1.0]);
/// assert!(rows.ids().eq([ids[0], ids[2]]));
/// ```
pub struct Rows<'a, T: IdAllocator> {
    pub(crate) keys: KeysOf<'a, T>,
}

impl<'a, T: IdAllocator> Rows<'a, T> {
    /// Creates the rows that these tables describe.
    #[inline]
    pub(crate) fn new(keys: KeysOf<'a, T>) -> Self {
        Rows { keys }
    }
}

impl<T: IdAllocator> Clone for Rows<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: IdAllocator> Copy for Rows<'_, T> {}
