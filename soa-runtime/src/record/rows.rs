//! The rows of a hub without their values: which are live, and by which ids.

use super::{IdAllocator, KeysOf};

/// Which rows of a hub are live, and by which ids, for as long as the hub is
/// borrowed: what [`rows()`](Rows#examples) of its columns returns.
///
/// A copy of it goes along while single columns are borrowed uniquely.
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
    /// The rows whose ids these resolve.
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
