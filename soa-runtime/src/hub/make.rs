//! Methods that create a hub.

use super::Hub;
use crate::error::TagError;
use crate::handle::{AnyHandle, check_tag};
use crate::memory::Word;
use crate::record::{IdAllocator, Nested, ParentId, check_parent, parent_of};
use crate::store::Store;

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
    /// type with different tags cannot mistake each other's ids. Other
    /// constructors make hubs with tag 0. The id needs tag bits, as in
    /// `#[soa(bits(index = 24, generation = 24, tag = 16))]`, which have room for the tags
    /// 0 to 65535. With 32 tag bits the largest tag is 2^32 - 2.
    ///
    /// Only `clone_from` changes the tag of a hub. A clone and a loaded snapshot have the tag of their
    /// source. [`Hub::with_parent`] makes the id of a parent the tag.
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

    /// Creates a hub without rows and without memory, whose ids all contain the id of a parent,
    /// as their tag.
    ///
    /// The record needs `parent = Program` in its `#[soa(..)]`. [`Hub::new`] makes a hub without a
    /// parent. Only `clone_from` changes it. See [`guide::nested`](crate::guide::nested).
    ///
    /// # Panics
    ///
    /// Panics if `parent` is dangling.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 16, generation = 16))]
    /// struct Program { states: StateHub }
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 16, generation = 16, tag = 32), parent = Program)]
    /// struct State { blend: bool }
    ///
    /// let mut programs = ProgramHub::new();
    /// let mut make = || programs.insert_with(|id| Program { states: StateHub::with_parent(id) });
    /// let (sky, lit) = (make(), make());
    /// let state = programs.row_mut(lit).states.alloc();
    /// assert_eq!(state.parent(), Some(lit));
    /// assert!(!programs.row(sky).states.contains(state));
    /// ```
    #[track_caller]
    pub fn with_parent(parent: ParentId<T>) -> Self
    where
        T: Nested,
    {
        const { check_parent::<T::Parent>(T::Id::TAG_BITS) };
        assert!(
            <ParentId<T>>::from_bits(parent.to_bits()) == Some(parent),
            "{} cannot be made: its parent is dangling",
            T::HUB
        );
        let tag = u32::try_from(parent.to_bits().widen());
        Hub::with_tag(tag.expect("checked above: the parent's id has at most 32 bits"))
    }

    /// Returns the parent whose id all ids of the hub contain, or `None` if the hub was made
    /// without a parent. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(bits(index = 16, generation = 16))]
    /// # struct Program { name: &'static str }
    /// # #[derive(IdAllocator)]
    /// # #[soa(bits(index = 16, generation = 16, tag = 32), parent = Program)]
    /// # struct State { blend: bool }
    /// let program = ProgramHub::new().alloc();
    /// assert_eq!(StateHub::with_parent(program).parent(), Some(program));
    /// assert_eq!(StateHub::new().parent(), None);
    /// ```
    #[inline]
    pub fn parent(&self) -> Option<ParentId<T>>
    where
        T: Nested,
    {
        const { check_parent::<T::Parent>(T::Id::TAG_BITS) };
        parent_of::<T::Parent>(self.tag())
    }

    /// Returns the tag that all ids of the hub have. O(1).
    ///
    /// It is 0 in a hub that was made without a tag and without a parent.
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
