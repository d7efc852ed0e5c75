//! Making rows and freeing them.

use alloc::vec::Vec;

use super::{Hub, refuse};
use crate::error::{AllocError, InsertError};
use crate::iter::Drain;
use crate::layout;
use crate::record::{DefaultRow, IdAllocator, RowMut, Vacate};

/// Making rows.
impl<T: IdAllocator> Hub<T> {
    /// Makes a row with every column at its default. O(1), amortised.
    ///
    /// # Panics
    ///
    /// If every index is live or retired, or there is no memory; and if a
    /// default panics. [`Hub::try_alloc`] returns the first two as errors.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { #[soa(default = 1)] mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// assert_eq!(*textures.row(id).mips, 1);
    /// # }
    /// ```
    #[inline]
    #[track_caller]
    pub fn alloc(&mut self) -> T::Id
    where
        T: DefaultRow,
    {
        match self.try_alloc() {
            Ok(id) => id,
            Err(error) => refuse::<T>(error),
        }
    }

    /// Makes a row with every column at its default. O(1), amortised.
    ///
    /// # Errors
    ///
    /// [`AllocError::Full`] if every index is live or retired,
    /// [`AllocError::OutOfMemory`] if the block cannot grow. Nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::{AllocError, IdAllocator};
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 2, generation = 6))]
    /// struct Player { score: u32 }
    ///
    /// let mut players = PlayerHub::new();
    /// players.alloc_many(3);
    /// assert_eq!(players.try_alloc(), Err(AllocError::Full { limit: 3 }));
    /// # }
    /// ```
    #[inline]
    pub fn try_alloc(&mut self) -> Result<T::Id, AllocError>
    where
        T: DefaultRow,
    {
        layout::alloc(&mut self.store)
    }

    /// Makes `rows` rows with every column at its default and returns their
    /// ids. There is room for all of them before the first is made. O(rows).
    ///
    /// # Panics
    ///
    /// As [`Hub::alloc`]. If a default panics, the rows made before stay live.
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
    /// assert_eq!((ids.len(), textures.len()), (100, 100));
    /// # }
    /// ```
    #[track_caller]
    pub fn alloc_many(&mut self, rows: usize) -> Vec<T::Id>
    where
        T: DefaultRow,
    {
        self.reserve(rows);
        core::iter::repeat_with(|| self.alloc())
            .take(rows)
            .collect()
    }

    /// Makes a row of `record`. O(1), amortised.
    ///
    /// # Panics
    ///
    /// If every index is live or retired, or there is no memory.
    /// [`Hub::try_insert`] hands the record back instead.
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
    /// assert_eq!(*textures.row(id).mips, 4);
    /// # }
    /// ```
    #[inline]
    #[track_caller]
    pub fn insert(&mut self, record: T) -> T::Id {
        match self.try_insert(record) {
            Ok(id) => id,
            Err(error) => refuse::<T>(error.source),
        }
    }

    /// Makes a row of `record`. O(1), amortised.
    ///
    /// # Errors
    ///
    /// The record, with [`AllocError::Full`] if every index is live or retired
    /// or [`AllocError::OutOfMemory`] if the block cannot grow. Nothing has
    /// changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::{AllocError, IdAllocator};
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 2, generation = 6))]
    /// struct Player { name: String }
    ///
    /// let mut players: PlayerHub = ["ada", "bob", "cyd"].map(|name| Player { name: name.into() }).into_iter().collect();
    /// let error = players.try_insert(Player { name: "dan".into() }).unwrap_err();
    /// assert_eq!(error.value.name, "dan");
    /// assert_eq!(error.source, AllocError::Full { limit: 3 });
    /// # }
    /// ```
    #[inline]
    pub fn try_insert(&mut self, record: T) -> Result<T::Id, InsertError<T>> {
        layout::insert_with(&mut self.store, record, |record, _| record)
            .map_err(|(value, source)| InsertError { value, source })
    }

    /// Makes a row of the record that `make` returns for the row's own id. O(1),
    /// amortised. If `make` panics, nothing has changed.
    ///
    /// # Panics
    ///
    /// If every index is live or retired, or there is no memory; `make` is not
    /// called then.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::{Handle, IdAllocator};
    /// #[derive(IdAllocator)]
    /// struct Node { me: Option<NodeId> }
    ///
    /// let mut nodes = NodeHub::new();
    /// let id = nodes.insert_with(|id| Node { me: Some(id) });
    /// assert_eq!(*nodes.row(id).me, Some(id));
    /// # }
    /// ```
    #[inline]
    #[track_caller]
    pub fn insert_with(&mut self, make: impl FnOnce(T::Id) -> T) -> T::Id {
        match layout::insert_with(&mut self.store, make, |make, id| make(id)) {
            Ok(id) => id,
            Err((_, error)) => refuse::<T>(error),
        }
    }
}

/// Freeing rows.
///
/// With the slots layout each freed row is filled with the defaults, which are
/// evaluated for it. If one panics, the row is live as before.
impl<T: IdAllocator> Hub<T> {
    /// Frees the row of `id`: its values are dropped now, its slot is recycled,
    /// and the id is stale. Returns whether the id was live; a stale one changes
    /// nothing. O(1).
    ///
    /// With the dense layout the last row moves into the place of this one.
    ///
    /// # Panics
    ///
    /// With the slots layout, if a default panics; the row is live as before.
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
    /// assert!(textures.dealloc(id));
    /// assert!(!textures.dealloc(id));
    /// # }
    /// ```
    #[inline]
    pub fn dealloc(&mut self, id: T::Id) -> bool
    where
        T: Vacate,
    {
        self.remove(id).is_some()
    }

    /// Frees the row of `id` and moves its values out, as the struct. `None` if
    /// the id is not live; nothing has changed then. O(1).
    ///
    /// With the dense layout the last row moves into the place of this one.
    ///
    /// # Panics
    ///
    /// With the slots layout, if a default panics; the row is live as before.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator, Debug, PartialEq)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.insert(Texture { mips: 4 });
    /// assert_eq!(textures.remove(id), Some(Texture { mips: 4 }));
    /// assert_eq!(textures.remove(id), None);
    /// # }
    /// ```
    #[inline]
    pub fn remove(&mut self, id: T::Id) -> Option<T>
    where
        T: Vacate,
    {
        layout::remove(&mut self.store, id)
    }

    /// Frees the rows for which `keep` says `false`, in the order of the rows.
    /// O(rows). If `keep` panics, the rows it has not judged stay.
    ///
    /// # Panics
    ///
    /// With the slots layout, if a default panics; the row is live as before.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..10).map(|mips| Texture { mips }).collect();
    /// textures.retain(|_, texture| *texture.mips > 6);
    /// assert_eq!(textures.len(), 3);
    /// # }
    /// ```
    pub fn retain(&mut self, keep: impl FnMut(T::Id, RowMut<'_, T>) -> bool)
    where
        T: Vacate,
    {
        layout::retain(&mut self.store, keep);
    }

    /// Frees all rows and yields what was in them. O(rows) for the whole walk.
    ///
    /// Dropping the iterator frees the rest; forgetting it keeps the rest.
    ///
    /// # Panics
    ///
    /// With the slots layout, if a default panics; the row is live as before.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let sum: u32 = textures.drain().map(|(_, texture)| texture.mips).sum();
    /// assert_eq!((sum, textures.len()), (3, 0));
    /// # }
    /// ```
    pub fn drain(&mut self) -> Drain<'_, T>
    where
        T: Vacate,
    {
        Drain::new(&mut self.store)
    }

    /// Frees all rows, in their order: their values are dropped and their ids
    /// stale. Keeps the memory. O(rows).
    ///
    /// If a value's `Drop` panics, the slots layout keeps the rows behind it live,
    /// the dense layout has freed all.
    ///
    /// # Panics
    ///
    /// With the slots layout, if a default panics; the row is live as before.
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
    /// textures.clear();
    /// assert!(textures.is_empty() && !textures.contains(id));
    /// # }
    /// ```
    pub fn clear(&mut self)
    where
        T: Vacate,
    {
        layout::clear(&mut self.store);
    }
}
