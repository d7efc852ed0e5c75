//! Methods that count rows and slots.

use super::Hub;
use crate::record::IdAllocator;

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
