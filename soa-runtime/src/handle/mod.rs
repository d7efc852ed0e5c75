//! The handle: an index, a generation and a tag in one word, with the type of what
//! it names.

#![expect(
    clippy::inline_always,
    reason = "a debug build inlines nothing else, and these are an instruction or two"
)]

mod any;
#[cfg(feature = "bevy_reflect")]
mod reflect;
mod text;

use core::marker::PhantomData;

use crate::error::TagError;
use crate::memory;
use crate::memory::Word;

pub use any::AnyHandle;
#[cfg(any(feature = "serde", feature = "slotmap"))]
pub(crate) use text::of_parts;
#[cfg(feature = "serde")]
pub(crate) use text::of_word;

/// Checks that a tag fits the handles.
///
/// # Errors
///
/// Returns an error if the tag is larger than the largest tag.
pub(crate) fn check_tag<H: AnyHandle>(tag: u32) -> Result<(), TagError> {
    let limit = H::LAST_TAG;
    if tag <= limit {
        Ok(())
    } else {
        Err(TagError { tag, limit })
    }
}

/// A small, copyable name for one row of a hub or one id of a pool.
///
/// The low `I` bits of the word `R` store the index of the slot, and the next
/// `G` bits store its generation. The default is 32 + 32 bits in a `u64`. `T`
/// is the type that the handle names, so code that uses a handle of one hub
/// with a hub of another type does not compile. A handle is `Copy`, `Ord`,
/// `Hash`, `Send` and `Sync` for every `T`, and an `Option<Handle>` is no
/// larger.
///
/// One index is never issued, because [`Handle::DANGLING`] uses its bit
/// pattern. At most 2^31 - 1 generations are issued, so they fit the 31 bits in
/// the keys of other crates. With `G = 0` there are no generations, and lookups
/// check only whether the slot is live.
///
/// Without tag bits a handle does not record which hub or pool of its type issued
/// it. With `TAG` bits, which follow the generation, it stores the tag of that hub,
/// and a hub with another tag refuses it; see [`guide::nested`](crate::guide::nested).
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, IdPool};
///
/// struct Mesh;
/// type MeshId = Handle<Mesh, u32, 20, 12>;
///
/// let mut meshes = IdPool::<MeshId>::new();
/// let id = meshes.alloc();
/// assert_eq!((id.index(), id.generation()), (0, 1));
/// assert_eq!(format!("{id:?}"), "0v1");
/// assert_eq!(MeshId::from_bits(id.to_bits()), Some(id));
/// assert_eq!(size_of::<Option<MeshId>>(), 4);
/// ```
#[repr(transparent)]
pub struct Handle<
    T: ?Sized,
    R: Word = u64,
    const I: u32 = 32,
    const G: u32 = 32,
    const TAG: u32 = 0,
> {
    bits: R::NonZero,
    names: PhantomData<fn() -> T>,
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Handle<T, R, I, G, TAG> {
    /// The handle that names nothing. It is never issued and never live.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::{Handle, IdPool};
    ///
    /// type Id = Handle<()>;
    /// let mut pool = IdPool::<Id>::new();
    /// assert_ne!(pool.alloc(), Id::DANGLING);
    /// assert!(!pool.contains(Id::DANGLING));
    /// assert_eq!(Id::default(), Id::DANGLING);
    /// ```
    #[doc(alias = "null")]
    pub const DANGLING: Self = {
        let () = Self::FITS;
        Handle {
            bits: R::ONES,
            names: PhantomData,
        }
    };

    /// Rejects, at compile time, a split that does not fit the word.
    const FITS: () = {
        assert!(
            I + G <= R::BITS,
            "the index and generation bits do not fit the handle's word; use a wider word or fewer bits"
        );
        assert!(
            TAG <= 32 && I + G + TAG <= R::BITS,
            "the tag bits do not fit the handle's word beside the index and the generation; use a wider word or fewer bits"
        );
        assert!(
            I <= 32 && G <= 32,
            "a handle has at most 32 index bits and 32 generation bits"
        );
        assert!(
            I >= 2 || (I == 1 && G > 0),
            "a handle needs at least 2 index bits, or 1 with generation bits"
        );
    };

    /// Without a generation the stored index is one higher, so no handle is
    /// zero.
    const BIAS: u64 = (G == 0) as u64;
    /// The index bits. This pattern of index bits is also the only one that no
    /// slot has.
    const INDEX_MASK: u64 = (1 << I) - 1;

    /// Returns the bits of a tag, at their place in the word.
    #[inline(always)]
    const fn tag_bits(tag: u32) -> u64 {
        // Without tag bits, the index and the generation may fill all 64 bits.
        if TAG == 0 { 0 } else { (tag as u64) << (I + G) }
    }

    /// Returns the index of the slot.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// assert_eq!(pool.alloc().index(), 0);
    /// assert_eq!(pool.alloc().index(), 1);
    /// ```
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "I is at most 32")]
    pub fn index(self) -> u32 {
        let () = Self::FITS;
        (memory::word_of::<R>(self.bits).widen() & Self::INDEX_MASK).wrapping_sub(Self::BIAS) as u32
    }

    /// Returns the generation of the slot when this handle was issued.
    ///
    /// Generations count from 1. Without generation bits the generation is
    /// always 0.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// let first = pool.alloc();
    /// pool.dealloc(first);
    /// let second = pool.alloc();
    /// assert_eq!((first.generation(), second.generation()), (1, 2));
    /// ```
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "masked to at most 32 bits")]
    pub fn generation(self) -> u32 {
        let () = Self::FITS;
        (memory::word_of::<R>(self.bits).widen() >> I & ((1 << G) - 1)) as u32
    }

    /// Returns the tag of the hub or pool that issued this handle.
    ///
    /// The tag is 0 if the hub was not given one, and without tag bits it is always 0.
    /// See [`Hub::with_tag`](crate::Hub::with_tag).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// type Id = Handle<(), u64, 24, 24, 16>;
    /// let mut pool = IdPool::<Id>::with_tag(7);
    /// let id = pool.alloc();
    /// assert_eq!((id.index(), id.generation(), id.tag()), (0, 1, 7));
    /// assert_eq!(id.to_string(), "0v1@7");
    /// ```
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "TAG is at most 32")]
    pub fn tag(self) -> u32 {
        let () = Self::FITS;
        if TAG == 0 {
            0
        } else {
            (memory::word_of::<R>(self.bits).widen() >> (I + G) & ((1 << TAG) - 1)) as u32
        }
    }

    /// Returns the handle as its word, for a file, a network protocol or a GPU
    /// buffer.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<(), u32, 20, 12>>::new();
    /// assert_eq!(pool.alloc().to_bits(), 1 << 20);
    /// ```
    #[inline(always)]
    pub fn to_bits(self) -> R {
        memory::word_of::<R>(self.bits)
    }

    /// Returns the handle with these bits, or `None` if no pool can issue it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::Handle;
    /// type Id = Handle<(), u32, 20, 8>;
    /// assert_eq!(format!("{:?}", Id::from_bits(5 | 7 << 20).unwrap()), "5v7");
    /// assert_eq!(Id::from_bits(5), None); // there is no generation 0
    /// assert_eq!(Id::from_bits(1 << 28 | 1 << 20), None); // a bit outside both
    /// assert_eq!(Id::from_bits(Id::DANGLING.to_bits()), None);
    /// ```
    #[inline]
    pub fn from_bits(bits: R) -> Option<Self> {
        let handle = Handle {
            bits: memory::non_zero_of::<R>(bits)?,
            names: PhantomData,
        };
        let (index, generation, tag) = (handle.index(), handle.generation(), handle.tag());
        let issued = Self::from_parts_tagged(index, generation, tag);
        issued.filter(|issued| *issued == handle)
    }

    /// Returns the handle with this index and generation and with tag 0, or `None` if
    /// no pool can issue it.
    ///
    /// This function serves ids that are known at compile time, and ids that
    /// arrive as two numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::Handle;
    /// type Id = Handle<(), u32, 20, 8>;
    /// const WHITE: Option<Id> = Id::from_parts(5, 7);
    /// assert_eq!(WHITE, Id::from_bits(5 | 7 << 20));
    /// assert_eq!(Id::from_parts(5, 0), None); // generations count from 1
    /// assert_eq!(Id::from_parts(1 << 20, 1), None); // the index needs 21 bits
    /// ```
    pub const fn from_parts(index: u32, generation: u32) -> Option<Self> {
        Self::from_parts_tagged(index, generation, 0)
    }

    /// Returns the handle with this index, generation and tag, or `None` if no pool
    /// can issue it.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::Handle;
    /// type Id = Handle<(), u64, 24, 24, 16>;
    /// const WHITE: Option<Id> = Id::from_parts_tagged(5, 7, 2);
    /// assert_eq!(WHITE, Id::from_bits(5 | 7 << 24 | 2 << 48));
    /// assert_eq!(Id::from_parts_tagged(5, 7, 0), Id::from_parts(5, 7));
    /// assert_eq!(Id::from_parts_tagged(5, 7, 1 << 16), None); // the tag needs 17 bits
    /// ```
    pub const fn from_parts_tagged(index: u32, generation: u32, tag: u32) -> Option<Self> {
        if index >= Self::LIMIT
            || generation < Self::FIRST_GENERATION
            || generation > Self::LAST_GENERATION
            || tag > Self::LAST_TAG
        {
            return None;
        }
        let word = Self::tag_bits(tag) | (generation as u64) << I | (index as u64 + Self::BIAS);
        match memory::non_zero::<R>(word) {
            Some(bits) => Some(Handle {
                bits,
                names: PhantomData,
            }),
            None => None,
        }
    }

    /// Returns the same bits, the tag included, as the id of another kind of record.
    /// [`Handle::DANGLING`] stays dangling.
    ///
    /// This method serves ids whose type is erased and restored, and hubs that
    /// share their ids. It does not check that the id is live in the other hub.
    /// That hub checks the id at every lookup, as for any id.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// struct Texture;
    /// let mut pool = IdPool::<Handle<Texture>>::new();
    /// let id = pool.alloc();
    /// let erased: Handle<()> = id.cast();
    /// assert_eq!(erased.to_bits(), id.to_bits());
    /// assert_eq!(erased.cast::<Texture>(), id);
    /// ```
    #[inline]
    pub const fn cast<U: ?Sized>(self) -> Handle<U, R, I, G, TAG> {
        Handle {
            bits: self.bits,
            names: PhantomData,
        }
    }
}

copy!([T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32] Handle<T, R, I, G, TAG>);
compared!([T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32] Handle<T, R, I, G, TAG>, bits);

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Default
    for Handle<T, R, I, G, TAG>
{
    #[inline]
    fn default() -> Self {
        Self::DANGLING
    }
}
