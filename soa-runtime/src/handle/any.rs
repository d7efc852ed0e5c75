//! What all handles have in common, for code that is generic over them.

use core::fmt;
use core::hash::Hash;
use core::marker::PhantomData;
use core::str::FromStr;

use super::Handle;
use crate::error::ParseHandleError;
use crate::memory::{self, Sealed, Word};

/// The operations of a [`Handle`] with any word and any split of its bits.
///
/// This trait is sealed.
///
/// # Examples
///
/// ```
/// use soa_runtime::{AnyHandle, Handle, IdPool};
///
/// /// An array next to a pool of any ids.
/// struct Names<H: AnyHandle> {
///     pool: IdPool<H>,
///     names: Vec<String>,
/// }
///
/// impl<H: AnyHandle> Names<H> {
///     fn get(&self, id: H) -> Option<&str> {
///         self.pool.contains(id).then(|| &*self.names[id.index() as usize])
///     }
/// }
///
/// let mut names = Names::<Handle<(), u16, 4, 4>> { pool: IdPool::new(), names: vec![] };
/// let id = names.pool.alloc();
/// names.names.push("ada".into());
/// assert_eq!(names.get(id), Some("ada"));
///
/// /// Returns the bits for a receiver without the type of the id.
/// fn send<H: AnyHandle>(id: H) -> (H::Word, u32, u32) {
///     assert_eq!(H::from_bits(id.to_bits()), Some(id));
///     (id.to_bits(), id.index(), id.generation())
/// }
/// assert_eq!(send(id), (0x10, 0, 1));
/// assert_eq!(<Handle<(), u16, 4, 4> as AnyHandle>::LIMIT, 15);
/// ```
pub trait AnyHandle:
    Sealed
    + Copy
    + Eq
    + Ord
    + Hash
    + fmt::Debug
    + fmt::Display
    + FromStr<Err = ParseHandleError>
    + Send
    + Sync
{
    /// The word that stores the handle.
    type Word: Word;
    /// The handle with the same bits that names nothing. Code for it is compiled once for
    /// all ids that look alike.
    #[doc(hidden)]
    type Bare: AnyHandle<Word = Self::Word>;
    /// The number of bits that store the index.
    const INDEX_BITS: u32;
    /// The number of bits that store the generation.
    const GENERATION_BITS: u32;
    /// The number of bits that store the tag.
    const TAG_BITS: u32;
    /// The largest number of slots that handles of this type can address.
    const LIMIT: u32;
    /// The handle that names nothing.
    const DANGLING: Self;
    /// The generation of a new slot.
    #[doc(hidden)]
    const FIRST_GENERATION: u32;
    /// The last generation of a slot; after it the slot is exhausted.
    #[doc(hidden)]
    const LAST_GENERATION: u32;
    /// The largest tag.
    #[doc(hidden)]
    const LAST_TAG: u32;

    /// Returns the handle of slot `index` at `generation`, with tag 0. Both must be
    /// in range.
    #[doc(hidden)]
    #[inline(always)]
    fn assemble(index: u32, generation: u32) -> Self {
        Self::assemble_tagged(index, generation, 0)
    }

    /// Returns the handle of slot `index` at `generation`, with a tag. All three must
    /// be in range.
    #[doc(hidden)]
    fn assemble_tagged(index: u32, generation: u32, tag: u32) -> Self;

    /// Returns the handle that names nothing.
    #[doc(hidden)]
    fn bare(self) -> Self::Bare;

    /// Returns the handle with the bits of one that names nothing.
    #[doc(hidden)]
    fn of_bare(bare: Self::Bare) -> Self;

    /// Returns the handle with these bits, which must be the bits of a handle.
    #[doc(hidden)]
    fn of_word(word: Self::Word) -> Self;

    /// Returns the handle with these bits, or `None` if no pool can issue it.
    fn from_bits(bits: Self::Word) -> Option<Self>;

    /// Returns the handle as its word.
    fn to_bits(self) -> Self::Word;

    /// Returns the index of the slot. The index of the dangling handle is out
    /// of range for every table.
    fn index(self) -> u32;

    /// Returns the generation of the slot when this handle was issued.
    fn generation(self) -> u32;

    /// Returns the tag of the hub or pool that issued this handle. It is 0 without tag
    /// bits.
    fn tag(self) -> u32;
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Sealed
    for Handle<T, R, I, G, TAG>
{
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> AnyHandle
    for Handle<T, R, I, G, TAG>
{
    type Word = R;
    type Bare = Handle<(), R, I, G, TAG>;
    const INDEX_BITS: u32 = I;
    const GENERATION_BITS: u32 = G;
    const TAG_BITS: u32 = TAG;
    #[expect(clippy::cast_possible_truncation, reason = "I is at most 32")]
    const LIMIT: u32 = {
        let () = Self::FITS;
        (Self::INDEX_MASK - Self::BIAS) as u32
    };
    const DANGLING: Self = Self::DANGLING;
    const FIRST_GENERATION: u32 = (G > 0) as u32;
    const LAST_GENERATION: u32 = if G >= 31 { (1 << 31) - 1 } else { (1 << G) - 1 };

    // One tag of 32 bits is left out: a hub without slots stores its tag where this
    // number says that there are back links.
    const LAST_TAG: u32 = if TAG == 32 {
        u32::MAX - 1
    } else {
        (1 << TAG) - 1
    };

    #[inline(always)]
    fn assemble_tagged(index: u32, generation: u32, tag: u32) -> Self {
        let index = u64::from(index) + Self::BIAS;
        let word = Self::tag_bits(tag) | u64::from(generation) << I | index;
        <Self as AnyHandle>::of_word(R::narrow(word))
    }

    #[inline(always)]
    fn bare(self) -> Self::Bare {
        self.cast()
    }

    #[inline(always)]
    fn of_bare(bare: Self::Bare) -> Self {
        bare.cast()
    }

    #[inline(always)]
    fn of_word(word: R) -> Self {
        match memory::non_zero_of::<R>(word) {
            Some(bits) => Handle {
                bits,
                names: PhantomData,
            },
            None => Self::DANGLING,
        }
    }

    #[inline(always)]
    fn from_bits(word: R) -> Option<Self> {
        Self::from_bits(word)
    }

    #[inline(always)]
    fn to_bits(self) -> R {
        self.to_bits()
    }

    #[inline(always)]
    fn index(self) -> u32 {
        self.index()
    }

    #[inline(always)]
    fn generation(self) -> u32 {
        self.generation()
    }

    #[inline(always)]
    fn tag(self) -> u32 {
        self.tag()
    }
}
