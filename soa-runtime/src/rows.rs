//! Asking the rows, and walking over the live ones.

use core::fmt;

use crate::iter::Ids;
use crate::live::{LiveMasks, LiveRanges};
use crate::record::{IdAllocator, Rows};

impl<'a, T: IdAllocator> Rows<'a, T> {
    /// Returns a copy of these rows, for the columns of a record without fields.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn rows(&self) -> Self {
        *self
    }

    /// The ids of the live rows, in the order of the rows. O(rows) for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(3);
    /// assert!(textures.columns_mut().rows().ids().eq(ids));
    /// ```
    #[inline]
    pub fn ids(&self) -> Ids<'a, T> {
        Ids::new(self.keys)
    }

    /// The runs of live rows, as ranges into the columns; no two of them touch.
    /// O(rows) for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(5);
    /// textures.dealloc(ids[2]);
    /// assert!(textures.columns().rows().live_ranges().eq([0..2, 3..5]));
    /// ```
    #[inline]
    pub fn live_ranges(&self) -> LiveRanges<'a, T::Id, T::Layout> {
        LiveRanges::new(self.keys)
    }

    /// The live rows, 64 at a time, as bits: the first row of each 64, and a bit
    /// for each of them. Where none is live there may be no item. O(rows / 64)
    /// for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(5);
    /// textures.dealloc(ids[2]);
    /// assert!(textures.columns().rows().live_masks().eq([(0, 0b11011)]));
    /// ```
    #[inline]
    pub fn live_masks(&self) -> LiveMasks<'a, T::Id, T::Layout> {
        LiveMasks::new(self.keys)
    }

    /// Whether `id` is live: one compare. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// let rows = textures.columns().rows();
    /// assert!(rows.contains(id) && !rows.contains(TextureId::DANGLING));
    /// ```
    #[must_use]
    #[inline]
    pub fn contains(&self, id: T::Id) -> bool {
        self.row_of(id).is_some()
    }

    /// The number of the row of `id`, which is its place in every column; if the
    /// id is live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(2);
    /// assert_eq!(textures.columns().rows().row_of(ids[1]), Some(1));
    /// ```
    #[must_use]
    #[inline]
    pub fn row_of(&self, id: T::Id) -> Option<usize> {
        self.keys.row_of(id)
    }

    /// The id of the row with this number; `None` if it is a hole, or there is no
    /// such row. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(2);
    /// let rows = textures.columns().rows();
    /// assert_eq!((rows.id_at(1), rows.id_at(2)), (Some(ids[1]), None));
    /// ```
    #[must_use]
    #[inline]
    pub fn id_at(&self, row: usize) -> Option<T::Id> {
        self.keys.id_at(row)
    }
}

impl<T: IdAllocator> fmt::Debug for Rows<'_, T> {
    /// The ids of the live rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rows").field(&self.ids()).finish()
    }
}
