//! Freeing and replacing rows, and what becomes of their values: dropped,
//! returned, or moved to another hub.

use super::Hub;
use crate::iter::{Drain, ExtractIf};
use crate::record::{IdAllocator, RowMut, Vacate};

/// Freeing rows.
///
/// With the slots layout each freed row is filled with the defaults, which are
/// evaluated for it. (With `#[soa(holes = kept)]` what only drops a row, as
/// `dealloc`, `retain` and `clear` do, leaves columns that need no drop as they are.)
/// If one panics, the row is live as before.
impl<T: IdAllocator> Hub<T> {
    /// Frees the row of `id`: its values are dropped now, its slot is recycled,
    /// and the id is stale. A [withheld](Hub::is_withheld) id is freed as well.
    /// Returns whether the id was one of the two; a stale one changes nothing. O(1).
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
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// assert!(textures.dealloc(id));
    /// assert!(!textures.dealloc(id));
    /// ```
    #[inline]
    pub fn dealloc(&mut self, id: T::Id) -> bool
    where
        T: Vacate,
    {
        self.store.typed_mut().free(id) || self.store.typed_mut().free_withheld(id)
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
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator, Debug, PartialEq)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.insert(Texture { mips: 4 });
    /// assert_eq!(textures.remove(id), Some(Texture { mips: 4 }));
    /// assert_eq!(textures.remove(id), None);
    /// ```
    #[inline]
    pub fn remove(&mut self, id: T::Id) -> Option<T>
    where
        T: Vacate,
    {
        self.store.typed_mut().remove(id)
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
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..10).map(|mips| Texture { mips }).collect();
    /// textures.retain(|_, texture| *texture.mips > 6);
    /// assert_eq!(textures.len(), 3);
    /// ```
    pub fn retain(&mut self, keep: impl FnMut(T::Id, RowMut<'_, T>) -> bool)
    where
        T: Vacate,
    {
        self.store.typed_mut().retain(keep);
    }

    /// Frees the rows for which `extract` says `true` and yields what was in
    /// them, in the order of the rows. O(rows) for the whole walk.
    ///
    /// Each live row is asked once, as the walk reaches it. What was not asked for
    /// when the iterator is dropped, or forgotten, stays.
    ///
    /// # Panics
    ///
    /// With the slots layout, if a default panics; the row is live as before.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..10).map(|mips| Texture { mips }).collect();
    /// let small: Vec<Texture> = textures
    ///     .extract_if(|_, texture| *texture.mips < 3)
    ///     .map(|(_, texture)| texture)
    ///     .collect();
    /// assert_eq!((small.len(), textures.len()), (3, 7));
    /// ```
    pub fn extract_if<P>(&mut self, extract: P) -> ExtractIf<'_, T, P>
    where
        T: Vacate,
        P: FnMut(T::Id, RowMut<'_, T>) -> bool,
    {
        ExtractIf::new(&mut self.store, extract)
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
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let sum: u32 = textures.drain().map(|(_, texture)| texture.mips).sum();
    /// assert_eq!((sum, textures.len()), (3, 0));
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
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// textures.clear();
    /// assert!(textures.is_empty() && !textures.contains(id));
    /// ```
    pub fn clear(&mut self)
    where
        T: Vacate,
    {
        self.store.typed_mut().clear();
    }
}

/// Replacing rows.
impl<T: IdAllocator> Hub<T> {
    /// Puts `record` in the row of `id` and returns what was in it; the id stays
    /// live. O(1).
    ///
    /// # Errors
    ///
    /// `record`, if the id is not live. Nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator, Debug, PartialEq)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.insert(Texture { mips: 1 });
    /// assert_eq!(textures.replace(id, Texture { mips: 4 }), Ok(Texture { mips: 1 }));
    /// assert_eq!(*textures.row(id).mips, 4);
    ///
    /// textures.dealloc(id);
    /// assert_eq!(textures.replace(id, Texture { mips: 9 }), Err(Texture { mips: 9 }));
    /// ```
    #[inline]
    pub fn replace(&mut self, id: T::Id, record: T) -> Result<T, T> {
        self.store.typed_mut().replace(id, record)
    }
}
