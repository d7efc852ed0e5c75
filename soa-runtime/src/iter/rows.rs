//! Lookups of rows, and walks over the live rows.

use core::fmt;

use super::Ids;
use crate::live::{LiveMasks, LiveRanges};
use crate::record::{IdAllocator, LiveRows};

impl<'a, T: IdAllocator> LiveRows<'a, T> {
    /// Returns a copy of these rows, for the columns of a record without
    /// fields.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn rows(&self) -> Self {
        *self
    }

    /// Returns an iterator over the ids of the live rows, in the order of the
    /// rows. O(rows) for the whole walk.
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
        Ids::new(self.names())
    }

    /// Returns an iterator over the runs of live rows, as ranges into the
    /// columns. No two ranges touch. O(rows) for the whole walk.
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
        LiveRanges::new(self.names())
    }

    /// Returns an iterator over the live rows as bit masks of 64 rows each.
    ///
    /// Each item contains the first row of its 64 rows and one bit for each of
    /// them. The walk may skip a mask without a live row. O(rows / 64) for the
    /// whole walk.
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
        LiveMasks::new(self.names())
    }

    /// Returns whether `id` is live. One comparison, O(1).
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

    /// Returns the row of `id`, which is its position in every column, or
    /// `None` if the id is not live. O(1).
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
        self.table().row_of(id)
    }

    /// Returns the id of the row at this position, or `None` if the row is a
    /// hole or does not exist. O(1).
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
        self.names().id_at(row)
    }
}

impl<T: IdAllocator> fmt::Debug for LiveRows<'_, T> {
    /// Writes the ids of the live rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LiveRows").field(&self.ids()).finish()
    }
}
