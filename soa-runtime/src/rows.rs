//! The rows of a hub without their values: which are live, and by which ids.

use core::fmt;

use crate::iter::Ids;
use crate::live::{LiveMasks, LiveRanges};
use crate::record::{IdAllocator, KeysOf};

/// Which rows of a hub are live, and by which ids, for as long as the hub is
/// borrowed: what [`rows()`](Rows#examples) of its columns returns.
///
/// A copy of it goes along while single columns are borrowed uniquely.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
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
/// # }
/// ```
pub struct Rows<'a, T: IdAllocator> {
    keys: KeysOf<'a, T>,
}

impl<'a, T: IdAllocator> Rows<'a, T> {
    /// Names the rows in generated code.
    #[doc(hidden)]
    #[inline]
    pub fn new(keys: KeysOf<'a, T>) -> Self {
        Rows { keys }
    }

    /// What resolves the ids, for generated code.
    #[doc(hidden)]
    #[inline]
    pub fn keys(self) -> KeysOf<'a, T> {
        self.keys
    }

    /// The ids of the live rows, in the order of the rows. O(rows) for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(3);
    /// assert!(textures.columns_mut().rows().ids().eq(ids));
    /// # }
    /// ```
    #[inline]
    pub fn ids(self) -> Ids<'a, T> {
        Ids::new(self.keys)
    }

    /// The runs of live rows, as ranges into the columns; no two of them touch.
    /// O(rows) for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(5);
    /// textures.dealloc(ids[2]);
    /// assert!(textures.columns().rows().live_ranges().eq([0..2, 3..5]));
    /// # }
    /// ```
    #[inline]
    pub fn live_ranges(self) -> LiveRanges<'a, T::Id, T::Layout> {
        LiveRanges::new(self.keys)
    }

    /// The live rows, 64 at a time, as bits: the first row of each 64, and a bit
    /// for each of them. Where none is live there may be no item. O(rows / 64)
    /// for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(5);
    /// textures.dealloc(ids[2]);
    /// assert!(textures.columns().rows().live_masks().eq([(0, 0b11011)]));
    /// # }
    /// ```
    #[inline]
    pub fn live_masks(self) -> LiveMasks<'a, T::Id, T::Layout> {
        LiveMasks::new(self.keys)
    }

    /// Whether `id` is live: one compare. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// let rows = textures.columns().rows();
    /// assert!(rows.contains(id) && !rows.contains(TextureId::DANGLING));
    /// # }
    /// ```
    #[inline]
    pub fn contains(self, id: T::Id) -> bool {
        self.row_of(id).is_some()
    }

    /// The number of the row of `id`, which is its place in every column; if the
    /// id is live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(2);
    /// assert_eq!(textures.columns().rows().row_of(ids[1]), Some(1));
    /// # }
    /// ```
    #[inline]
    pub fn row_of(self, id: T::Id) -> Option<usize> {
        self.keys.row_of(id)
    }

    /// The id of the row with this number; `None` if it is a hole, or there is no
    /// such row. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(2);
    /// let rows = textures.columns().rows();
    /// assert_eq!((rows.id_at(1), rows.id_at(2)), (Some(ids[1]), None));
    /// # }
    /// ```
    #[inline]
    pub fn id_at(self, row: usize) -> Option<T::Id> {
        self.keys.id_at(row)
    }
}

impl<T: IdAllocator> Clone for Rows<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: IdAllocator> Copy for Rows<'_, T> {}

impl<T: IdAllocator> fmt::Debug for Rows<'_, T> {
    /// The ids of the live rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rows").field(&self.ids()).finish()
    }
}
