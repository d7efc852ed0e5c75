//! The hub: named columns, and ids that are issued, checked and recycled.

mod as_hub;
mod capacity;
mod convert;
mod ids;
mod index;
mod insert;
mod lent_columns;
#[cfg(feature = "rayon")]
mod parallel;
mod remove;
mod ticks;
mod traits;
mod views;

pub use as_hub::AsHub;
pub(crate) use insert::group;
pub use lent_columns::LentColumns;
pub use traits::debug_rows;

use crate::error::TagError;
use crate::handle::check_tag;
use crate::record::IdAllocator;
use crate::store::Store;

/// A collection of rows of `T` with one column per field. Ids name the rows.
///
/// The derive generates a newtype that dereferences to it, for example `TextureHub`
/// for a struct `Texture`. A hub is 32 bytes and owns one allocation. An empty hub
/// owns none. Hubs can be nested, because a column may contain hubs. An id does not
/// record which of several hubs of its type issued it, so keep the id in a nested
/// hub next to the id of its parent. With tag bits in the id, hubs with different
/// [tags](Hub::with_tag) refuse each other's ids; see
/// [`guide::nested`](crate::guide::nested).
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

/// Counts of the slots of a hub, and the memory they use; see [`Hub::stats`].
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
    /// The number of live rows.
    pub live: usize,
    /// The number of slots that wait to be reused.
    pub free: usize,
    /// The number of slots that are never used again.
    pub retired: usize,
    /// The number of ids that are issued and have no row; see [`Hub::reserve_id`].
    pub withheld: usize,
    /// The number of slots that were ever used: the sum of the four counts above.
    pub slots: usize,
    /// The number of slots that fit the allocated memory.
    pub capacity: usize,
    /// The size of the single allocation of the hub in bytes. Memory that the rows
    /// own elsewhere is not counted.
    pub bytes: usize,
}

/// Methods that create a hub.
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
    /// Panics if the index bits of the id cannot address that many rows, or if
    /// memory runs out. [`Hub::try_reserve`] returns an error instead.
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

    /// Creates a hub without rows and without memory, whose ids all have this tag.
    ///
    /// A hub refuses an id with another tag everywhere, like a stale one, so hubs of one
    /// type with different tags cannot mistake each other's ids. Hubs that are made in
    /// another way have tag 0. The id needs tag bits, as in
    /// `#[soa(bits(index = 24, generation = 24, tag = 16))]`, which have room for the tags
    /// 0 to 65535. With 32 tag bits the largest tag is 2^32 - 2.
    ///
    /// A hub never changes its tag. A clone and a loaded snapshot have the tag of their
    /// source. A nested hub usually takes the index of its parent as its tag: see
    /// [`guide::nested`](crate::guide::nested).
    ///
    /// # Panics
    ///
    /// Panics if the tag bits of the id have no room for `tag`. The message names the
    /// hub and the largest tag. [`Hub::try_with_tag`] returns an error instead.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 24, generation = 24, tag = 16))]
    /// struct Texture { mips: u32 }
    ///
    /// let mut level = TextureHub::with_tag(7);
    /// let menu = TextureHub::with_tag(2);
    /// let id = level.insert(Texture { mips: 4 });
    /// assert_eq!(id.to_string(), "0v1@7");
    /// assert!(menu.get(id).is_none());
    /// assert_eq!(
    ///     menu.try_row(id).err().expect("it is an id of `level`").to_string(),
    ///     "id 0v1 belongs to the TextureHub with tag 7, this one has tag 2",
    /// );
    /// ```
    #[track_caller]
    pub fn with_tag(tag: u32) -> Self {
        match Hub::try_with_tag(tag) {
            Ok(hub) => hub,
            Err(error) => panic!("{} cannot be made: {error}", T::HUB),
        }
    }

    /// Creates a hub without rows and without memory, whose ids all have this tag.
    ///
    /// # Errors
    ///
    /// Returns an error if the tag bits of the id have no room for `tag`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(bits(index = 24, generation = 24, tag = 16))]
    /// # struct Texture { mips: u32 }
    /// assert_eq!(TextureHub::try_with_tag(65535)?.tag(), 65535);
    /// let error = TextureHub::try_with_tag(65536).unwrap_err();
    /// assert_eq!(error.to_string(), "tag 65536 does not fit; the largest tag is 65535");
    /// # Ok::<(), soa_runtime::TagError>(())
    /// ```
    pub fn try_with_tag(tag: u32) -> Result<Self, TagError> {
        check_tag::<T::Id>(tag).map(|()| Hub {
            store: Store::of_tag(tag),
        })
    }

    /// Returns the tag that all ids of the hub have. O(1).
    ///
    /// The tag is 0 unless the hub was made by [`Hub::with_tag`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(bits(index = 24, generation = 24, tag = 16))]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::with_tag(7);
    /// assert_eq!((textures.tag(), textures.alloc().tag()), (7, 7));
    /// assert_eq!(TextureHub::new().tag(), 0);
    /// ```
    #[inline]
    pub fn tag(&self) -> u32 {
        self.store.typed().tag()
    }
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

    /// Returns the number of slots that wait to be reused. O(1).
    ///
    /// [`Hub::stats`] counts the other slots as well, which can take longer.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(3);
    /// textures.dealloc(ids[1]);
    /// textures.detach(ids[2]); // it is withheld, not free
    /// assert_eq!(textures.free_slots(), 1);
    /// ```
    #[inline]
    pub fn free_slots(&self) -> usize {
        self.slots() - self.len() - self.store.aside() as usize
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
    /// O(1) while no slot is retired or withheld, O(slots) otherwise.
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
        let withheld = match aside {
            0 => 0,
            _ => self.store.typed().withheld().count(),
        };
        Stats {
            live: self.len(),
            free: self.free_slots(),
            retired: aside - withheld,
            withheld,
            slots: self.slots(),
            capacity: self.capacity(),
            bytes: self.store.typed().bytes(),
        }
    }
}
