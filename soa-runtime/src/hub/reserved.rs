//! Ids without rows, and rows under given ids.

use super::Hub;
use crate::error::InsertAtError;
use crate::record::{IdAllocator, Vacate};
use crate::stale::StaleIdError;
use crate::store::refuse;

/// Methods for ids without rows.
///
/// A **reserved** id is issued and has no row: [`Hub::contains`] returns false, no
/// walk visits it, [`Hub::len`] does not count it, and its slot is not reused.
/// [`Hub::fill`] gives it a row, and [`Hub::dealloc`] frees it.
impl<T: IdAllocator> Hub<T> {
    /// Issues an id without a row. It is the id that the next row would get. O(1),
    /// amortised.
    ///
    /// With the slots layout a new slot gets its hole in this call.
    ///
    /// # Panics
    ///
    /// Panics if every index is live, reserved or retired, or if memory runs out.
    /// [`Hub::try_reserve`] returns an error in these cases. Also panics if a default
    /// panics. In each case nothing has changed.
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
    /// assert!(!nodes.contains(a) && nodes.is_reserved(a));
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
        match self.store.typed_mut().reserve_id() {
            Ok(id) => id,
            Err(error) => refuse::<T>(error),
        }
    }

    /// Makes a row of `record` under a reserved id. Allocates nothing. O(1).
    ///
    /// # Errors
    ///
    /// The record and the reason, if the id is not reserved. Nothing has changed then.
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
    /// let error = textures.fill(id, Texture { mips: 5 }).unwrap_err();
    /// assert_eq!(error.value, Texture { mips: 5 });
    /// assert_eq!(
    ///     error.to_string(),
    ///     "id 0v1 of TextureHub was not inserted: slot 0 has a live row, 0v1",
    /// );
    /// ```
    #[inline]
    pub fn fill(&mut self, id: T::Id, record: T) -> Result<(), InsertAtError<T>> {
        self.store.typed_mut().fill(id, record)
    }

    /// Moves the row of `id` out as the struct and reserves the id. O(1).
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
    /// assert!(textures.is_reserved(id) && textures.is_empty());
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

    /// Exchanges the row of `id` with `record`, where `None` means no row. O(1).
    ///
    /// This is one step of an undo stack: the same call undoes and redoes it, see
    /// [`guide::undo`](crate::guide::undo). It stamps columns and slots as the call that it
    /// stands for.
    ///
    /// | the id is | `record` is `Some` | `record` is `None` |
    /// |---|---|---|
    /// | live | the records are swapped, as by [`replace`](Hub::replace) | the row moves into `record`, as by [`detach`](Hub::detach) |
    /// | reserved | `record` becomes the row, as by [`fill`](Hub::fill) | nothing happens |
    ///
    /// # Errors
    ///
    /// Returns a [`StaleIdError`] if the id is neither live nor reserved. In this case nothing
    /// has changed, and `record` is what it was.
    ///
    /// # Panics
    ///
    /// With the slots layout, panics if a row is moved out and a default panics. In this case
    /// the row is still live.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, StaleIdError};
    /// # #[derive(IdAllocator, Debug, PartialEq)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.reserve_id();
    /// let mut record = Some(Texture { mips: 4 });
    /// textures.exchange(id, &mut record)?; // made
    /// assert_eq!((record.take(), textures.len()), (None, 1));
    /// textures.exchange(id, &mut record)?; // and undone
    /// assert_eq!((&record, textures.len()), (&Some(Texture { mips: 4 }), 0));
    ///
    /// textures.dealloc(id);
    /// assert!(textures.exchange(id, &mut record).is_err());
    /// assert_eq!(record, Some(Texture { mips: 4 }));
    /// # Ok::<(), StaleIdError>(())
    /// ```
    pub fn exchange(&mut self, id: T::Id, record: &mut Option<T>) -> Result<(), StaleIdError>
    where
        T: Vacate,
    {
        let Some(new) = record.take() else {
            *record = self.detach(id);
            let is_known = record.is_some() || self.is_reserved(id);
            return if is_known {
                Ok(())
            } else {
                Err(self.stale(id))
            };
        };
        let refused = match self.store.typed_mut().replace(id, new) {
            Ok(old) => {
                *record = Some(old);
                return Ok(());
            }
            Err(new) => self.fill(id, new),
        };
        refused.map_err(|refused| {
            *record = Some(refused.value);
            self.stale(id)
        })
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
    /// assert!(textures.is_reserved(id));
    /// textures.dealloc(id);
    /// assert!(!textures.is_reserved(id));
    /// ```
    #[inline]
    pub fn is_reserved(&self, id: T::Id) -> bool {
        self.store.typed().table().is_reserved(id)
    }

    /// Returns the ids that are reserved, in the order of their slots. The unused ids of
    /// leases are among them. These are the ids that [`Hub::free_reserved`] frees.
    /// O(slots).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.reserve_id();
    /// textures.alloc();
    /// drop(textures.lease(1)); // abandoned
    /// let reserved: Vec<u32> = textures.reserved().map(|id| id.index()).collect();
    /// assert_eq!(reserved, [id.index(), 2]);
    /// ```
    pub fn reserved(&self) -> impl Iterator<Item = T::Id> {
        self.store.typed().reserved()
    }

    /// Frees all reserved ids, in the order of their slots, and returns their number.
    /// O(slots).
    ///
    /// Use it for ids whose owners are gone: the ids of abandoned leases, and the ids that
    /// a copy of the hub or a loaded snapshot reserves.
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
    /// assert_eq!(textures.free_reserved(), 3);
    /// assert_eq!((textures.is_reserved(id), textures.stats().free), (false, 3));
    /// ```
    pub fn free_reserved(&mut self) -> usize {
        self.store.typed_mut().free_all_reserved()
    }
}

/// Rows under given ids.
impl<T: IdAllocator> Hub<T> {
    /// Makes a row of `record` under an id that another hub of this type issued: the
    /// server of a replicating client, or the hub that a scene was saved from. O(1),
    /// amortised.
    ///
    /// The row can be inserted if no row lives in the slot of `id` and the generation of
    /// `id` is not older than the one that the slot issues next. With
    /// [`Wrap`](crate::Wrap) and in hubs without generations, any generation will do. If
    /// this very id is reserved, the call is [`fill`](Hub::fill). With the dense layout
    /// the row becomes the last one. When the row is freed, the slot goes on with the
    /// generation that follows the generation of `id`. An id with another
    /// [tag](Hub::tag) than the hub is refused as out of range.
    ///
    /// If the index is past the last slot, the slots before it are made too. They become
    /// free: before all other free slots with [`Lifo`](crate::Lifo), after all others
    /// with [`Fifo`](crate::Fifo), and the lowest index comes first in both. **The hub
    /// takes memory for every slot up to the index.** Check ids from strangers against a
    /// limit of your own first.
    ///
    /// The first call that takes a slot from the middle of the free slots makes a table
    /// of 4 bytes per slot, in O(slots). [`shrink_to_fit`](Hub::shrink_to_fit) frees the
    /// table until the next call of this kind.
    ///
    /// A row can be inserted under an id of a [`Lease`](crate::Lease) too; `settle` then
    /// hands the row of the lease back. Do not detach that row before the lease is
    /// settled: `settle` takes every reserved id of the lease for its own.
    ///
    /// # Errors
    ///
    /// The record and the reason. Nothing has changed then.
    ///
    /// # Panics
    ///
    /// With the slots layout, if a default panics while slots are made. Nothing has
    /// changed then except the capacity, and the record is dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{IdAllocator, InsertAtReason};
    ///
    /// #[derive(IdAllocator)]
    /// struct Ship { hull: u32 }
    ///
    /// let mut server: ShipHub = (0..3).map(|hull| Ship { hull }).collect();
    /// let last = server.ids().last().unwrap();
    ///
    /// let mut client = ShipHub::new();
    /// client.insert_at(last, Ship { hull: 2 })?;
    /// assert_eq!(*client.row(last).hull, 2);
    /// assert_eq!(client.stats().free, 2); // the slots of the other two
    ///
    /// let error = client.insert_at(last, Ship { hull: 9 }).unwrap_err();
    /// assert_eq!((error.reason, error.value.hull), (InsertAtReason::Live, 9));
    /// # Ok::<(), soa_runtime::InsertAtError<Ship>>(())
    /// ```
    #[inline]
    pub fn insert_at(&mut self, id: T::Id, record: T) -> Result<(), InsertAtError<T>>
    where
        T: Vacate,
    {
        self.store.typed_mut().insert_at(id, record)
    }
}
