//! Methods that find the row of an id, and the id of a row.

use super::Hub;
use crate::record::IdAllocator;

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
