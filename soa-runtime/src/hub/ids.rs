//! Methods for ids: finding their rows, renewing them, and ids without rows.

use super::{Hub, refuse};
use crate::error::AllocError;
use crate::record::{IdAllocator, Vacate};

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
        self.store.typed().keys().id_at(row)
    }

    /// Returns the live id with this index, or `None` if the slot is not live or
    /// does not exist. O(1).
    ///
    /// Use it for an index that came back without its generation, for example from
    /// a GPU or a script. A free, retired or [withheld](Hub::is_withheld) slot
    /// returns `None`. The slot of a withheld id does have an id, but this method
    /// does not return it, because the id has no row. Keep the whole id if the row
    /// may be withheld.
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
        self.store.typed().keys().id_of_slot(index)
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

/// Methods for ids without rows.
///
/// A **withheld** id is issued and has no row: [`Hub::contains`] returns false, no
/// walk visits it, [`Hub::len`] does not count it, and its slot is not reused.
/// [`Hub::fill`] gives it a row, and [`Hub::dealloc`] frees it.
impl<T: IdAllocator> Hub<T> {
    /// Issues an id without a row. It is the id that the next row would get. O(1),
    /// amortized.
    ///
    /// # Panics
    ///
    /// Panics if every index is live, withheld or retired, or if memory runs out.
    /// [`Hub::try_reserve_id`] returns an error in these cases. Also panics if a
    /// default panics.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// #[derive(IdAllocator, Debug, PartialEq)]
    /// struct Node { other: Option<NodeId> }
    ///
    /// // Two rows that name each other, inserted without a second write.
    /// let mut nodes = NodeHub::new();
    /// let (a, b) = (nodes.reserve_id(), nodes.reserve_id());
    /// assert!(!nodes.contains(a) && nodes.is_withheld(a));
    /// assert_eq!(nodes.fill(a, Node { other: Some(b) }), Ok(()));
    /// assert_eq!(nodes.fill(b, Node { other: Some(a) }), Ok(()));
    /// assert_eq!(*nodes.row(a).other, Some(b));
    /// ```
    #[inline]
    #[track_caller]
    pub fn reserve_id(&mut self) -> T::Id
    where
        T: Vacate,
    {
        match self.try_reserve_id() {
            Ok(id) => id,
            Err(error) => refuse::<T>(error),
        }
    }

    /// Issues an id without a row. It is the id that the next row would get. O(1),
    /// amortized.
    ///
    /// With the slots layout a new slot gets its hole in this call.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::Full`] if every index is live, withheld or retired,
    /// and [`AllocError::OutOfMemory`] if the block cannot grow. In both cases
    /// nothing has changed, nor has it if a default panics.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{AllocError, IdAllocator};
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 2, generation = 6))]
    /// struct Player { score: u32 }
    ///
    /// let mut players = PlayerHub::new();
    /// for _ in 0..3 {
    ///     players.try_reserve_id()?;
    /// }
    /// assert_eq!(players.try_reserve_id(), Err(AllocError::Full { limit: 3 }));
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    #[inline]
    pub fn try_reserve_id(&mut self) -> Result<T::Id, AllocError>
    where
        T: Vacate,
    {
        self.store.typed_mut().reserve_id()
    }

    /// Inserts the row of a withheld id. Does not allocate. O(1).
    ///
    /// # Errors
    ///
    /// Hands the record back if the id is not withheld. In this case nothing has
    /// changed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator, Debug, PartialEq)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.reserve_id();
    /// assert_eq!(textures.fill(id, Texture { mips: 4 }), Ok(()));
    /// assert_eq!(*textures.row(id).mips, 4);
    /// assert_eq!(textures.fill(id, Texture { mips: 5 }), Err(Texture { mips: 5 }));
    /// ```
    #[inline]
    pub fn fill(&mut self, id: T::Id, record: T) -> Result<(), T> {
        self.store.typed_mut().fill(id, record)
    }

    /// Moves the row of `id` out as the struct and withholds the id. O(1).
    ///
    /// The id can be filled again, and the hub does not reuse it in the meantime.
    /// Returns `None` and changes nothing if the id is not live. Use it for
    /// [undo](crate::guide::undo), for a row that is being edited, or for a row
    /// whose index [the GPU](crate::guide::gpu) still reads. With the dense layout
    /// the last row moves into the place of this row.
    ///
    /// # Panics
    ///
    /// With the slots layout, panics if a default panics. In this case the row is
    /// still live.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator, Debug, PartialEq)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.insert(Texture { mips: 4 });
    /// let deleted = textures.detach(id).expect("it is live");
    /// assert!(textures.is_withheld(id) && textures.is_empty());
    /// assert_ne!(textures.alloc(), id); // the id is not reused
    /// assert_eq!(textures.fill(id, deleted), Ok(())); // undone, with the same id
    /// assert_eq!(*textures.row(id).mips, 4);
    /// ```
    #[inline]
    pub fn detach(&mut self, id: T::Id) -> Option<T>
    where
        T: Vacate,
    {
        self.store.typed_mut().detach(id)
    }

    /// Returns whether `id` is issued and has no row. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.reserve_id();
    /// assert!(textures.is_withheld(id));
    /// textures.dealloc(id);
    /// assert!(!textures.is_withheld(id));
    /// ```
    #[inline]
    pub fn is_withheld(&self, id: T::Id) -> bool {
        self.store.typed().keys().is_withheld(id)
    }

    /// Frees all withheld ids in the order of their slots and returns their number.
    /// O(slots).
    ///
    /// Use it for ids whose owners no longer exist: ids of abandoned leases, or the
    /// withheld ids in a copy of a hub or in a loaded snapshot.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.reserve_id();
    /// drop(textures.lease(2)); // abandoned
    /// assert_eq!(textures.free_withheld(), 3);
    /// assert_eq!((textures.is_withheld(id), textures.stats().free), (false, 3));
    /// ```
    pub fn free_withheld(&mut self) -> usize {
        self.store.typed_mut().free_all_withheld()
    }
}
