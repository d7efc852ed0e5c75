//! Methods that borrow rows and columns: one row, several rows at once, whole
//! columns, walks. And methods that find the row of an id, and the id of a row.

use super::Hub;
use crate::error::DisjointError;
use crate::handle::AnyHandle;
use crate::iter::{Ids, Iter, IterMut};
use crate::live::{LiveMasks, LiveRanges};
use crate::record::{Columns, ColumnsMut, IdAllocator, Row, RowMut};
use crate::stale::{self, StaleIdError};

/// Methods that borrow single rows.
impl<T: IdAllocator> Hub<T> {
    /// Returns the row of `id`, or `None` if the id is not live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.insert(Texture { mips: 4 });
    /// assert_eq!(textures.get(id).map(|texture| *texture.mips), Some(4));
    /// textures.dealloc(id);
    /// assert!(textures.get(id).is_none());
    /// ```
    #[inline]
    pub fn get(&self, id: T::Id) -> Option<Row<'_, T>> {
        self.store.typed().get(id)
    }

    /// Returns the row of `id` mutably, or `None` if the id is not live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// if let Some(texture) = textures.get_mut(id) {
    ///     *texture.mips = 4;
    /// }
    /// assert_eq!(*textures.row(id).mips, 4);
    /// ```
    #[inline]
    pub fn get_mut(&mut self, id: T::Id) -> Option<RowMut<'_, T>> {
        self.store.typed_mut().get_mut(id)
    }

    /// Returns the row of `id`. O(1).
    ///
    /// # Panics
    ///
    /// Panics if the id is not live. The message names the hub, the id and the
    /// cause.
    ///
    /// # Examples
    ///
    /// ```should_panic
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// assert_eq!(*textures.row(id).mips, 0);
    /// textures.dealloc(id);
    /// textures.row(id); // stale id 0v1 of TextureHub: slot 0 is at generation 2, free
    /// # #[cfg(not(feature = "derive"))] panic!();
    /// ```
    #[inline]
    #[track_caller]
    pub fn row(&self, id: T::Id) -> Row<'_, T> {
        match self.get(id) {
            Some(row) => row,
            None => self.refuse(id),
        }
    }

    /// Returns the row of `id` mutably. O(1).
    ///
    /// # Panics
    ///
    /// Panics if the id is not live. The message names the hub, the id and the
    /// cause.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// *textures.row_mut(id).mips = 4;
    /// assert_eq!(*textures.row(id).mips, 4);
    /// ```
    #[inline]
    #[track_caller]
    pub fn row_mut(&mut self, id: T::Id) -> RowMut<'_, T> {
        match self.store.typed().row_of(id) {
            Some(row) => self.store.typed_mut().row_mut(row),
            None => self.refuse(id),
        }
    }

    /// Returns the row of `id`, or the reason why there is none. O(1).
    ///
    /// # Errors
    ///
    /// Returns a [`StaleIdError`] if the id is not live. [`Hub::row`] panics with
    /// the same message.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, StaleIdError};
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// fn mips(textures: &TextureHub, id: TextureId) -> Result<u32, StaleIdError> {
    ///     Ok(*textures.try_row(id)?.mips)
    /// }
    ///
    /// let mut textures = TextureHub::new();
    /// let id = textures.insert(Texture { mips: 4 });
    /// assert_eq!(mips(&textures, id), Ok(4));
    /// textures.dealloc(id);
    /// let refused = mips(&textures, id).unwrap_err();
    /// assert_eq!(refused.to_string(), "stale id 0v1 of TextureHub: slot 0 is at generation 2, free");
    /// ```
    #[inline]
    pub fn try_row(&self, id: T::Id) -> Result<Row<'_, T>, StaleIdError> {
        match self.get(id) {
            Some(row) => Ok(row),
            None => Err(self.stale(id)),
        }
    }

    /// Returns the row of `id` mutably, or the reason why there is none. O(1).
    ///
    /// # Errors
    ///
    /// Returns a [`StaleIdError`] if the id is not live. [`Hub::row_mut`] panics
    /// with the same message.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")]
    /// # {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// *textures.try_row_mut(id)?.mips = 4;
    /// assert_eq!(*textures.row(id).mips, 4);
    /// assert!(textures.try_row_mut(TextureId::DANGLING).is_err());
    /// # }
    /// # Ok::<(), soa_runtime::StaleIdError>(())
    /// ```
    #[inline]
    pub fn try_row_mut(&mut self, id: T::Id) -> Result<RowMut<'_, T>, StaleIdError> {
        match self.store.typed().row_of(id) {
            Some(row) => Ok(self.store.typed_mut().row_mut(row)),
            None => Err(self.stale(id)),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn stale(&self, id: T::Id) -> StaleIdError {
        StaleIdError::of(self.store.typed().live_rows(), id)
    }

    /// Returns the rows of several ids, mutably and at once. O(N^2) comparisons.
    ///
    /// # Errors
    ///
    /// Returns [`DisjointError::Stale`] if an id is not live, and
    /// [`DisjointError::Overlapping`] if two ids name the same row. Both contain
    /// the position of the first invalid id.
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
    #[doc(alias = "get_many_mut")]
    pub fn get_disjoint_mut<const N: usize>(
        &mut self,
        ids: [T::Id; N],
    ) -> Result<[RowMut<'_, T>; N], DisjointError> {
        self.store.typed_mut().get_disjoint_mut(ids)
    }

    /// Panics because `id` is not live.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn refuse(&self, id: T::Id) -> ! {
        stale::panic(self.store.typed().live_rows(), id)
    }
}

/// Methods that borrow all rows.
impl<T: IdAllocator> Hub<T> {
    /// Returns all columns, each under the name of its field.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32, layers: u32 }
    /// let textures: TextureHub = (0..4).map(|mips| Texture { mips, layers: 1 }).collect();
    /// let columns = textures.columns();
    /// assert_eq!(*columns.mips, [0, 1, 2, 3]);
    /// assert_eq!(columns.layers.iter().sum::<u32>(), 4);
    /// ```
    #[doc(alias = "values")]
    #[inline]
    pub fn columns(&self) -> Columns<'_, T> {
        self.store.typed().columns()
    }

    /// Returns all columns mutably, each under the name of its field.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32, layers: u32 }
    /// let mut textures: TextureHub = (0..4).map(|mips| Texture { mips, layers: 1 }).collect();
    /// let mut columns = textures.columns_mut();
    /// for (layers, mips) in columns.layers.iter_mut().zip(columns.mips.iter()) {
    ///     *layers += mips;
    /// }
    /// assert_eq!(*columns.layers, [1, 2, 3, 4]);
    /// ```
    #[inline]
    pub fn columns_mut(&mut self) -> ColumnsMut<'_, T> {
        self.store.typed_mut().columns_mut()
    }

    /// Returns the position, among the fields, of the column whose values of all rows are exactly
    /// `values`, or `None` if they are not a whole column of this hub. For crates that give addresses away, because
    /// a closure of users may return a column of any hub. O(fields).
    #[doc(hidden)]
    pub fn column_of<F>(&self, values: &[F]) -> Option<usize> {
        let bytes = (values.as_ptr().cast::<u8>(), size_of_val(values));
        let (mut column, mut found) = (0, None);
        self.store.typed().extents(|memory| {
            if found.is_none() && bytes == (memory.cast_const().cast(), memory.len()) {
                found = Some(column);
            }
            column += 1;
        });
        found.filter(|_| values.len() == self.id_bits().len())
    }

    /// Returns the memory of all rows of the column at a position among the fields. It may be written
    /// while no column of the hub is borrowed, and is there until the hub is changed otherwise. O(fields).
    #[doc(hidden)]
    pub fn column_memory(&self, column: usize) -> Option<*mut [u8]> {
        let (mut at, mut found) = (0, None);
        self.store.typed().extents(|memory| {
            if at == column {
                found = Some(memory);
            }
            at += 1;
        });
        found
    }

    /// Returns an iterator over the ids of the live rows, in the order of the rows.
    /// O(rows) for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let (a, b) = (textures.alloc(), textures.alloc());
    /// assert!(textures.ids().eq([a, b]));
    /// assert_eq!(textures.ids().len(), 2);
    /// ```
    #[doc(alias = "keys")]
    pub fn ids(&self) -> Ids<'_, T> {
        Ids::new(self.store.typed().names())
    }

    /// Returns an iterator over the live rows with their ids, in the order of the
    /// rows. O(rows) for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let textures: TextureHub = (0..4).map(|mips| Texture { mips }).collect();
    /// for (id, texture) in textures.iter() {
    ///     assert_eq!(id.index(), *texture.mips);
    /// }
    /// ```
    pub fn iter(&self) -> Iter<'_, T> {
        Iter::new(&self.store)
    }

    /// Returns a mutable iterator over the live rows with their ids, in the order
    /// of the rows. O(rows) for the whole walk.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..4).map(|mips| Texture { mips }).collect();
    /// for (_, texture) in textures.iter_mut() {
    ///     *texture.mips += 1;
    /// }
    /// assert_eq!(*textures.columns().mips, [1, 2, 3, 4]);
    /// ```
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut::new(&mut self.store)
    }

    /// Returns an iterator over the runs of live rows, as ranges into the columns.
    /// No two ranges touch. O(rows) for the whole walk.
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
    /// assert!(textures.live_ranges().eq([0..2, 3..5]));
    /// ```
    pub fn live_ranges(&self) -> LiveRanges<'_, T::Id, T::Layout> {
        LiveRanges::new(self.store.typed().names())
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
    /// let ids = textures.alloc_many(100);
    /// textures.dealloc(ids[1]);
    /// let masks: Vec<(usize, u64)> = textures.live_masks().collect();
    /// assert_eq!(masks, [(0, !0b10), (64, (1 << 36) - 1)]);
    /// ```
    pub fn live_masks(&self) -> LiveMasks<'_, T::Id, T::Layout> {
        LiveMasks::new(self.store.typed().names())
    }

    /// Returns the bits of the ids of all rows, as a slice that is as long as a column.
    /// O(1).
    ///
    /// The element of a live row is [`Handle::to_bits`](crate::Handle::to_bits) of its
    /// id. The element of a hole has no meaning: it may even be equal to the bits of
    /// another row's id. [`Hub::live_masks`] and [`Hub::live_ranges`] list the live rows.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(3);
    /// assert!(textures.id_bits().iter().copied().eq(ids.iter().map(|id| id.to_bits())));
    /// ```
    #[inline]
    pub fn id_bits(&self) -> &[<T::Id as AnyHandle>::Word] {
        self.store.typed().names().words()
    }
}

/// Methods that find rows.
impl<T: IdAllocator> Hub<T> {
    /// Returns whether `id` is live. One comparison, O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// assert!(!textures.contains(TextureId::DANGLING));
    /// let id = textures.alloc();
    /// assert!(textures.contains(id));
    /// ```
    #[doc(alias("contains_key", "is_alive"))]
    #[inline]
    pub fn contains(&self, id: T::Id) -> bool {
        self.row_of(id).is_some()
    }

    /// Returns the row of `id`, which is its position in every column, or `None` if
    /// the id is not live. O(1).
    ///
    /// With the slots layout the row is always the index of the id. With the dense
    /// layout the row changes when another row is freed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// assert_eq!(textures.row_of(id), Some(0));
    /// assert_eq!(textures.id_at(0), Some(id));
    /// ```
    #[inline]
    pub fn row_of(&self, id: T::Id) -> Option<usize> {
        self.store.typed().row_of(id)
    }

    /// Returns the id of the row at this position, or `None` if the row is a hole
    /// or does not exist. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = [4, 9, 1].map(|mips| Texture { mips }).into_iter().collect();
    /// let most = textures.columns().mips.iter().max();
    /// let row = textures.columns().mips.iter().position(|mips| Some(mips) == most);
    /// let id = row.and_then(|row| textures.id_at(row));
    /// assert_eq!(id.map(|id| id.index()), Some(1));
    /// ```
    #[inline]
    pub fn id_at(&self, row: usize) -> Option<T::Id> {
        self.store.typed().names().id_at(row)
    }

    /// Returns the live id with this index, or `None` if the slot is not live or
    /// does not exist. O(1).
    ///
    /// Use it for an index that came back without its generation, for example from
    /// a GPU or a script. A free, retired or [reserved](Hub::is_reserved) slot
    /// returns `None`. The slot of a reserved id does have an id, but this method
    /// does not return it, because the id has no row. Keep the whole id if the row
    /// may be reserved.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(layout = dense)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let ids: Vec<TextureId> = textures.ids().collect();
    /// textures.dealloc(ids[0]); // dense: the last row moves into the first place
    /// assert_eq!(textures.id_at(0), Some(ids[2]));
    /// assert_eq!(textures.id_of_slot(2), Some(ids[2]));
    /// assert_eq!(textures.id_of_slot(0), None);
    /// ```
    #[inline]
    pub fn id_of_slot(&self, index: u32) -> Option<T::Id> {
        self.store.typed().table().id_of_slot(index)
    }

    /// Replaces the id of a row by a new id and makes `id` stale, as if the row was
    /// freed. The row does not move. O(1).
    ///
    /// Returns `None` and changes nothing if the id is not live, or if no other id
    /// is left for its slot. With [`Retire`](crate::Retire) the generations of a
    /// slot can be used up. A slot with only one generation never has another id.
    /// With [`Wrap`](crate::Wrap) the generations start over.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let lent = textures.insert(Texture { mips: 4 });
    /// let kept = textures.renew(lent).unwrap(); // owners of `lent` lose access
    /// assert!(!textures.contains(lent));
    /// assert_eq!(*textures.row(kept).mips, 4);
    /// assert_eq!(textures.renew(lent), None);
    /// ```
    pub fn renew(&mut self, id: T::Id) -> Option<T::Id> {
        self.store.typed_mut().renew(id)
    }
}
