//! Reaching rows: one, several, all columns, or one after the other.

use super::Hub;
use crate::error::DisjointError;
use crate::iter::{Ids, Iter, IterMut};
use crate::live::{LiveMasks, LiveRanges};
use crate::record::{Columns, ColumnsMut, IdAllocator, Row, RowMut, shape_of};
use crate::stale;

/// Reaching single rows.
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

    /// The row of `id`, if it is live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.insert(Texture { mips: 4 });
    /// assert_eq!(textures.get(id).map(|texture| *texture.mips), Some(4));
    /// textures.dealloc(id);
    /// assert!(textures.get(id).is_none());
    /// # }
    /// ```
    #[inline]
    pub fn get(&self, id: T::Id) -> Option<Row<'_, T>> {
        self.store.get(shape_of::<T>(), id)
    }

    /// The row of `id`, uniquely, if it is live. O(1).
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
    /// if let Some(texture) = textures.get_mut(id) {
    ///     *texture.mips = 4;
    /// }
    /// assert_eq!(*textures.row(id).mips, 4);
    /// # }
    /// ```
    #[inline]
    pub fn get_mut(&mut self, id: T::Id) -> Option<RowMut<'_, T>> {
        self.store.get_mut(shape_of::<T>(), id)
    }

    /// The row of `id`. O(1).
    ///
    /// # Panics
    ///
    /// If the id is not live; the message names the hub, the id and the cause.
    ///
    /// # Examples
    ///
    /// ```should_panic
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// assert_eq!(*textures.row(id).mips, 0);
    /// textures.dealloc(id);
    /// textures.row(id); // stale id 0v1 of TextureHub: slot 0 is at generation 2, free
    /// # }
    /// # #[cfg(not(feature = "derive"))] panic!();
    /// ```
    #[inline]
    #[track_caller]
    pub fn row(&self, id: T::Id) -> Row<'_, T> {
        match self.get(id) {
            Some(row) => row,
            None => stale::panic::<T>(self.store.keys(shape_of::<T>()).slots(), id),
        }
    }

    /// The row of `id`, uniquely. O(1).
    ///
    /// # Panics
    ///
    /// If the id is not live; the message names the hub, the id and the cause.
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
    /// *textures.row_mut(id).mips = 4;
    /// assert_eq!(*textures.row(id).mips, 4);
    /// # }
    /// ```
    #[inline]
    #[track_caller]
    pub fn row_mut(&mut self, id: T::Id) -> RowMut<'_, T> {
        // Borrowed anew below, as a borrow cannot be returned from one arm only.
        if !self.contains(id) {
            stale::panic::<T>(self.store.keys(shape_of::<T>()).slots(), id);
        }
        self.get_mut(id).expect("checked above: the id is live")
    }

    /// The rows of several ids at once, uniquely. O(N^2) compares.
    ///
    /// # Errors
    ///
    /// [`DisjointError::Stale`] if an id is not live,
    /// [`DisjointError::Overlapping`] if two name the same row; either with the
    /// position of the first id that is at fault.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")]
    /// # {
    /// # use soa_runtime::{DisjointError, IdAllocator};
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = [1, 2].map(|mips| Texture { mips }).into_iter().collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    ///
    /// let [a, b] = textures.get_disjoint_mut([ids[0], ids[1]])?;
    /// std::mem::swap(a.mips, b.mips);
    /// assert_eq!(*textures.row(ids[0]).mips, 2);
    ///
    /// let twice = textures.get_disjoint_mut([ids[0], ids[0]]);
    /// assert!(matches!(twice, Err(DisjointError::Overlapping { position: 1 })));
    /// # }
    /// # Ok::<(), soa_runtime::DisjointError>(())
    /// ```
    pub fn get_disjoint_mut<const N: usize>(
        &mut self,
        ids: [T::Id; N],
    ) -> Result<[RowMut<'_, T>; N], DisjointError> {
        self.store.get_disjoint_mut(shape_of::<T>(), ids)
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
        self.store.keys(shape_of::<T>()).row_of(id)
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
        Ids::new(&self.store)
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
