//! Finding rows by id or number, and reaching all of them: by column, or one
//! after the other.

use super::Hub;
use crate::iter::{Ids, Iter, IterMut};
use crate::live::{LiveMasks, LiveRanges};
use crate::record::{Columns, ColumnsMut, IdAllocator, shape_of};

/// Finding rows.
impl<T: IdAllocator> Hub<T> {
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
    /// assert!(!textures.contains(TextureId::DANGLING));
    /// let id = textures.alloc();
    /// assert!(textures.contains(id));
    /// # }
    /// ```
    #[inline]
    pub fn contains(&self, id: T::Id) -> bool {
        self.row_of(id).is_some()
    }

    /// The number of the row of `id`, which is its place in every column; if
    /// the id is live. O(1).
    ///
    /// With the slots layout it is the id's index for life, with the dense
    /// layout it changes when another row is freed.
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
    /// assert_eq!(textures.row_of(id), Some(0));
    /// assert_eq!(textures.id_at(0), Some(id));
    /// # }
    /// ```
    #[inline]
    pub fn row_of(&self, id: T::Id) -> Option<usize> {
        self.store.row_of(shape_of::<T>(), id)
    }

    /// The id of the row with this number; `None` if it is a hole, or there is
    /// no such row. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = [4, 9, 1].map(|mips| Texture { mips }).into_iter().collect();
    /// let most = textures.columns().mips.iter().max();
    /// let row = textures.columns().mips.iter().position(|mips| Some(mips) == most);
    /// let id = row.and_then(|row| textures.id_at(row));
    /// assert_eq!(id.map(|id| id.index()), Some(1));
    /// # }
    /// ```
    #[inline]
    pub fn id_at(&self, row: usize) -> Option<T::Id> {
        self.store.keys(shape_of::<T>()).id_at(row)
    }

    /// The live id whose index this is; `None` if the slot is not live, or there
    /// is none. O(1). For an index that came back without its generation, from a
    /// GPU or a script.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(layout = dense)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[0]); // dense: the last row is the first one now
    /// assert_eq!(textures.id_at(0), Some(ids[2]));
    /// assert_eq!(textures.id_of_slot(2), Some(ids[2]));
    /// assert_eq!(textures.id_of_slot(0), None);
    /// # }
    /// ```
    #[inline]
    pub fn id_of_slot(&self, index: u32) -> Option<T::Id> {
        self.store.keys(shape_of::<T>()).id_of_slot(index)
    }
}

/// Reaching all rows.
impl<T: IdAllocator> Hub<T> {
    /// All columns, each by its field's name.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32, layers: u32 }
    /// let textures: TextureHub = (0..4).map(|mips| Texture { mips, layers: 1 }).collect();
    /// let columns = textures.columns();
    /// assert_eq!(*columns.mips, [0, 1, 2, 3]);
    /// assert_eq!(columns.layers.iter().sum::<u32>(), 4);
    /// # }
    /// ```
    #[inline]
    pub fn columns(&self) -> Columns<'_, T> {
        self.store.columns(shape_of::<T>())
    }

    /// All columns, each by its field's name and each uniquely.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32, layers: u32 }
    /// let mut textures: TextureHub = (0..4).map(|mips| Texture { mips, layers: 1 }).collect();
    /// let mut columns = textures.columns_mut();
    /// for (layers, mips) in columns.layers.iter_mut().zip(columns.mips.iter()) {
    ///     *layers += mips;
    /// }
    /// assert_eq!(*columns.layers, [1, 2, 3, 4]);
    /// # }
    /// ```
    #[inline]
    pub fn columns_mut(&mut self) -> ColumnsMut<'_, T> {
        self.store.columns_mut(shape_of::<T>())
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
    /// let (a, b) = (textures.alloc(), textures.alloc());
    /// assert!(textures.ids().eq([a, b]));
    /// assert_eq!(textures.ids().len(), 2);
    /// # }
    /// ```
    pub fn ids(&self) -> Ids<'_, T> {
        Ids::new(self.store.keys(shape_of::<T>()))
    }

    /// The live rows with their ids, in the order of the rows. O(rows) for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let textures: TextureHub = (0..4).map(|mips| Texture { mips }).collect();
    /// for (id, texture) in textures.iter() {
    ///     assert_eq!(id.index(), *texture.mips);
    /// }
    /// # }
    /// ```
    pub fn iter(&self) -> Iter<'_, T> {
        Iter::new(&self.store)
    }

    /// The live rows with their ids, uniquely, in the order of the rows. O(rows)
    /// for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..4).map(|mips| Texture { mips }).collect();
    /// for (_, texture) in textures.iter_mut() {
    ///     *texture.mips += 1;
    /// }
    /// assert_eq!(*textures.columns().mips, [1, 2, 3, 4]);
    /// # }
    /// ```
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut::new(&mut self.store)
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
    /// assert!(textures.live_ranges().eq([0..2, 3..5]));
    /// # }
    /// ```
    pub fn live_ranges(&self) -> LiveRanges<'_, T::Id, T::Layout> {
        LiveRanges::new(self.store.keys(shape_of::<T>()))
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
    /// let ids = textures.alloc_many(100);
    /// textures.dealloc(ids[1]);
    /// let masks: Vec<(usize, u64)> = textures.live_masks().collect();
    /// assert_eq!(masks, [(0, !0b10), (64, (1 << 36) - 1)]);
    /// # }
    /// ```
    pub fn live_masks(&self) -> LiveMasks<'_, T::Id, T::Layout> {
        LiveMasks::new(self.store.keys(shape_of::<T>()))
    }
}
