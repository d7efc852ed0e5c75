//! The hub: named columns, and ids that are issued, checked and recycled.

mod capacity;
mod ids;
mod insert;
#[cfg(feature = "rayon")]
mod parallel;
mod remove;
mod ticks;
mod traits;
mod views;

pub use traits::debug_rows;

use crate::error::AllocError;
use crate::record::IdAllocator;
use crate::store::Store;

/// The rows of `T`, one column per field, reached through ids.
///
/// The derive wraps it in a newtype of the caller's own, `TextureHub` for a
/// struct `Texture`, that dereferences to it. A hub is 32 bytes and one
/// allocation, an empty one none, so that hubs nest: a column may hold hubs. An
/// id does not know which of several hubs of one type issued it, so that of a
/// nested hub is kept beside its parent's.
///
/// A hub is not indexed by ids, because a row is not one value in memory. Write
/// `hub.row(id)` for a row, and `hub.columns().name[id]` for a value.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator, Debug, PartialEq)]
/// struct Texture {
///     #[soa(default = 1)]
///     mips: u32,
///     name: String,
/// }
///
/// let mut textures = TextureHub::new();
/// let id = textures.alloc();
/// *textures.row_mut(id).name = "brick".into();
/// assert_eq!(textures.remove(id), Some(Texture { mips: 1, name: "brick".into() }));
/// assert!(textures.get(id).is_none());
/// ```
pub struct Hub<T: IdAllocator> {
    pub(crate) store: Store<T>,
}

/// How many rows a hub has, and what they cost; see [`Hub::stats`].
///
/// # Examples
///
/// ```
/// # use soa_runtime::{IdAllocator, Stats};
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
/// assert_eq!(TextureHub::new().stats(), Stats::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stats {
    /// Rows that are live.
    pub live: usize,
    /// Slots that wait to be recycled.
    pub free: usize,
    /// Slots that are never used again.
    pub retired: usize,
    /// Ids that are issued and have no row; see [`Hub::reserve_id`].
    pub withheld: usize,
    /// Slots that were ever used: the sum of the four above.
    pub slots: usize,
    /// Slots that there is memory for.
    pub capacity: usize,
    /// The size of the hub's one allocation, in bytes. What the rows own
    /// elsewhere is not counted.
    pub bytes: usize,
}

/// Making a hub.
impl<T: IdAllocator> Hub<T> {
    /// Creates a hub without rows and without memory.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Hub, IdAllocator};
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// static TEXTURES: Hub<Texture> = Hub::new();
    /// assert_eq!(TEXTURES.stats().bytes, 0);
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Hub {
            store: Store::new(),
        }
    }

    /// Creates a hub with memory for `rows` rows.
    ///
    /// # Panics
    ///
    /// If the id's index bits cannot tell so many rows apart, or there is no
    /// memory for them. [`Hub::try_reserve`] returns the error instead.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Hub, IdAllocator};
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// assert!(TextureHub::with_capacity(100).capacity() >= 100);
    /// ```
    #[track_caller]
    pub fn with_capacity(rows: usize) -> Self {
        let mut hub = Hub::new();
        hub.reserve(rows);
        hub
    }
}

/// Counting rows.
impl<T: IdAllocator> Hub<T> {
    /// How many rows are live. O(1).
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

    /// Whether no row is live. O(1).
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

    /// How many slots were ever used: one more than the largest index issued.
    /// With the slots layout also the length of every column. O(1).
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

    /// How many slots there is memory for. O(1).
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

    /// How many slots there are of each kind, and what they cost. O(1) while none is
    /// retired or withheld, else O(slots).
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
    /// assert_eq!(stats.bytes, 10 * (8 + 4)); // a slot's word and the field
    /// ```
    pub fn stats(&self) -> Stats {
        let aside = self.store.free().aside() as usize;
        let withheld = match aside {
            0 => 0,
            _ => self.store.typed().withheld().count(),
        };
        Stats {
            live: self.len(),
            free: self.slots() - self.len() - aside,
            retired: aside - withheld,
            withheld,
            slots: self.slots(),
            capacity: self.capacity(),
            bytes: self.store.typed().bytes(),
        }
    }
}

/// Panics because there is no room for the rows that were asked for.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn refuse<T: IdAllocator>(error: AllocError) -> ! {
    panic!("{} has no room: {error}", T::HUB)
}
