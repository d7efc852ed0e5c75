//! Changing what an id names, and by which id a row is named.

use super::Hub;
use crate::layout;
use crate::record::{IdAllocator, shape_of};

/// Changing rows and ids in place.
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
    /// # #[cfg(feature = "derive")] {
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
    /// # }
    /// ```
    #[inline]
    pub fn replace(&mut self, id: T::Id, record: T) -> Result<T, T> {
        layout::replace(&mut self.store, id, record)
    }

    /// Gives the row of `id` another id and makes `id` stale, as freeing the row
    /// would; the row stays where it is. O(1).
    ///
    /// `None` if the id is not live, or no other id is left for its slot: its
    /// generations are used up under [`Retire`](crate::Retire), or it has only
    /// one. Nothing has changed then. Under [`Wrap`](crate::Wrap) they start over.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "derive")] {
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let lent = textures.insert(Texture { mips: 4 });
    /// let kept = textures.renew(lent).unwrap(); // whoever has `lent` is locked out
    /// assert!(!textures.contains(lent));
    /// assert_eq!(*textures.row(kept).mips, 4);
    /// assert_eq!(textures.renew(lent), None);
    /// # }
    /// ```
    pub fn renew(&mut self, id: T::Id) -> Option<T::Id> {
        self.store.renew(shape_of::<T>(), id)
    }
}
