//! Methods that count rows and slots, and that reserve and free memory.

use super::Hub;
use crate::error::AllocError;
use crate::record::IdAllocator;
use crate::store::refuse;

/// Counts of the slots of a hub, and the memory they use; see [`Hub::stats`].
///
/// # Examples
///
/// ```
/// # use soa_runtime::inspect::Stats;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
/// assert_eq!(TextureHub::new().stats(), Stats::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// The number of live rows.
    pub live: usize,
    /// The number of slots that wait to be reused.
    pub free: usize,
    /// The number of slots that are never used again.
    pub retired: usize,
    /// The number of ids that are issued and have no row; see [`Hub::reserve_id`].
    pub reserved: usize,
    /// The number of slots that were ever used: the sum of the four counts above.
    pub slots: usize,
    /// The number of slots that fit the allocated memory.
    pub capacity: usize,
    /// The size of the single allocation of the hub in bytes. Memory that the rows
    /// own elsewhere is not counted.
    pub bytes: usize,
}

/// Methods that count rows and slots.
impl<T: IdAllocator> Hub<T> {
    /// Returns the number of live rows. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// assert_eq!(textures.len(), 1);
    /// textures.dealloc(id);
    /// assert_eq!((textures.len(), textures.slots()), (0, 1));
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.store.live() as usize
    }

    /// Returns whether no row is live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// assert!(TextureHub::new().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.store.live() == 0
    }

    /// Returns the number of slots ever used, which is one more than the largest
    /// index issued. O(1).
    ///
    /// With the slots layout this is also the length of every column.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// textures.alloc();
    /// textures.dealloc(id);
    /// assert_eq!((textures.slots(), textures.columns().mips.len()), (2, 2));
    /// ```
    #[inline]
    pub fn slots(&self) -> usize {
        self.store.slots() as usize
    }

    /// Returns the number of slots that fit the allocated memory. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::with_capacity(10);
    /// let (rows, bytes) = (textures.capacity(), textures.stats().bytes);
    /// textures.alloc_many(rows);
    /// assert_eq!(textures.stats().bytes, bytes);
    /// ```
    #[inline]
    pub fn capacity(&self) -> usize {
        self.store.capacity() as usize
    }

    /// Returns the number of slots of each kind, and the memory they use.
    ///
    /// O(1) while no slot is retired or reserved, O(slots) otherwise.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// #[derive(IdAllocator)]
    /// struct Texture { mips: u32 }
    ///
    /// let mut textures = TextureHub::with_capacity(10);
    /// let id = textures.alloc();
    /// textures.alloc();
    /// textures.dealloc(id);
    /// let stats = textures.stats();
    /// assert_eq!((stats.live, stats.free, stats.retired, stats.slots), (1, 1, 0, 2));
    /// assert_eq!(stats.bytes, 10 * (8 + 4)); // the word of a slot and the field
    /// ```
    pub fn stats(&self) -> Stats {
        let aside = self.store.aside() as usize;
        let reserved = match aside {
            0 => 0,
            _ => self.store.typed().reserved().count(),
        };
        Stats {
            live: self.len(),
            free: self.slots() - self.len() - aside,
            retired: aside - reserved,
            reserved,
            slots: self.slots(),
            capacity: self.capacity(),
            bytes: self.store.typed().bytes(),
        }
    }
}

/// Methods that manage memory.
impl<T: IdAllocator> Hub<T> {
    /// Reserves capacity for `additional` more live rows, so inserting them does
    /// not allocate. O(rows) if the block moves, and one bit per row of the new capacity.
    ///
    /// # Panics
    ///
    /// Panics if the index bits of the id cannot address that many rows, or if
    /// memory runs out.
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

    /// Reserves capacity for `additional` more live rows, so inserting them does
    /// not allocate. O(rows) if the block moves, and one bit per row of the new capacity.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::Full`] if the index bits of the id cannot address that
    /// many rows, and [`AllocError::OutOfMemory`] if memory runs out. In both cases
    /// nothing has changed.
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

    /// Frees the memory after the last slot. Slots stay, because they store
    /// which ids are stale. The memory stays, too, if the allocator has no smaller
    /// block. The table that [`Hub::insert_at`] may have made is freed too; the next
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

    /// Returns unused pages after the rows to the system, and returns their size in
    /// bytes. O(columns).
    ///
    /// The hub keeps its capacity, and its columns do not move. When rows are
    /// inserted there again, the system provides new pages. This method is for a
    /// hub that was reserved or filled for a peak and will grow again.
    ///
    /// A hole of the slots layout is a row. It contains the defaults and keeps its
    /// memory. Each column has its own unused memory after its rows. Pages that it
    /// shares with the neighboring columns stay.
    ///
    /// The result is a multiple of the system's page size. It is 0 if every column
    /// has less than one unused page, or if the system has no such call. Pages are
    /// counted whether or not the system had provided memory for them.
    ///
    /// | system | the call |
    /// |---|---|
    /// | Linux | `madvise(MADV_DONTNEED)` |
    /// | Android | none: where memory is tagged, that call clears the tags of pages that the allocator still uses |
    /// | Windows, macOS, iOS | none: after `DiscardVirtualMemory` or `MADV_FREE` the contents are not defined, and a hub needs them to stay what they are, or to be zeros |
    /// | WebAssembly | none: its memory never shrinks |
    ///
    /// [`shrink_to_fit`](Hub::shrink_to_fit) works on every system.
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
