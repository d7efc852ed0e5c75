//! Reserving memory and giving it back.

use super::{Hub, refuse};
use crate::error::AllocError;
use crate::record::IdAllocator;

/// Managing memory.
impl<T: IdAllocator> Hub<T> {
    /// Makes room for `additional` more live rows, so that making them
    /// allocates nothing. O(rows) if the block moves.
    ///
    /// # Panics
    ///
    /// If the id's index bits cannot tell so many rows apart, or there is no
    /// memory for them.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// textures.reserve(100);
    /// assert!(textures.capacity() >= 100);
    /// ```
    #[track_caller]
    pub fn reserve(&mut self, additional: usize) {
        if let Err(error) = self.try_reserve(additional) {
            refuse::<T>(error);
        }
    }

    /// Makes room for `additional` more live rows, so that making them
    /// allocates nothing. O(rows) if the block moves.
    ///
    /// # Errors
    ///
    /// [`AllocError::Full`] if the id's index bits cannot tell so many rows
    /// apart, [`AllocError::OutOfMemory`] if there is no memory for them.
    /// Nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{AllocError, IdAllocator};
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// assert_eq!(textures.try_reserve(usize::MAX), Err(AllocError::Full { limit: u32::MAX }));
    /// ```
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), AllocError> {
        self.store.typed_mut().try_reserve(additional)
    }

    /// Gives back the memory behind the last slot. Slots stay, as they know
    /// which ids are stale; if the allocator has no smaller block, so does the
    /// memory. The table that [`Hub::insert_at`] may have made is freed too; the next
    /// call that needs it makes another one. O(rows).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::with_capacity(100);
    /// textures.alloc();
    /// textures.shrink_to_fit();
    /// assert_eq!(textures.capacity(), 1);
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.store.typed_mut().shrink_to_fit();
    }

    /// Gives the memory behind the rows back to the system, a page at a time, and
    /// returns how many bytes that is: a multiple of the system's page. O(columns).
    ///
    /// The hub keeps its capacity and its columns stay where they are; when rows
    /// are made there again, the system gives other pages. So it is for a hub
    /// that was reserved or filled for a peak, and is to be so again. A hole of
    /// the slots layout is a row: it holds the defaults and its memory. Each
    /// column has its own memory behind the rows, of which pages shared with its
    /// neighbours stay.
    ///
    /// 0 if that is less than a page in every column, or where the system has no
    /// such call: it is Linux's `madvise(MADV_DONTNEED)`. The bytes are counted
    /// whether the system had given memory for them or not.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// #[derive(IdAllocator)]
    /// #[soa(layout = dense)]
    /// struct Particle { position: [f32; 3] }
    ///
    /// let mut particles = ParticleHub::new();
    /// let ids = particles.alloc_many(100_000);
    /// let capacity = particles.capacity();
    /// particles.clear();
    /// let bytes = particles.purge();
    /// assert_eq!(particles.capacity(), capacity);
    /// assert!(!cfg!(target_os = "linux") || bytes > 1_000_000);
    /// ```
    #[cfg(feature = "purge")]
    pub fn purge(&mut self) -> usize {
        self.store.typed_mut().purge()
    }
}
