//! The words that store handles and slots, and the word of a handle computed in a `const`, where
//! trait functions cannot be called.

use core::fmt::Debug;
use core::hash::Hash;
use core::num::{NonZeroU16, NonZeroU32, NonZeroU64};

use super::Sealed;

/// The word that stores a [`Handle`](crate::Handle): `u16`, `u32` or `u64`.
///
/// This trait is sealed. A handle stores the `NonZero` counterpart of the word,
/// so an `Option<Handle>` is no larger than a handle.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::Word;
///
/// assert_eq!(<u32 as Word>::BITS, 32);
/// ```
pub trait Word: Sealed + Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The width of the word, in bits.
    const BITS: u32;
    /// The same word without the value zero.
    #[doc(hidden)]
    type NonZero: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// A word with all bits set.
    #[doc(hidden)]
    const ONES: Self::NonZero;
    #[doc(hidden)]
    fn widen(self) -> u64;
    /// Returns the low bits of `wide`. The caller has checked that no set bit
    /// is lost.
    #[doc(hidden)]
    fn narrow(wide: u64) -> Self;
}

macro_rules! word {
    ($($word:ident, $non_zero:ident;)*) => {$(
        impl Sealed for $word {}

        impl Word for $word {
            const BITS: u32 = $word::BITS;
            type NonZero = $non_zero;
            const ONES: $non_zero = $non_zero::MAX;

            #[inline(always)]
            #[allow(clippy::cast_lossless, reason = "`from` is a call in a debug build")]
            fn widen(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation, reason = "checked by the debug assertion")]
            fn narrow(wide: u64) -> $word {
                debug_assert!(wide >> ($word::BITS - 1) <= 1, "{wide} does not fit");
                wide as $word
            }
        }
    )*};
}

word! {
    u16, NonZeroU16;
    u32, NonZeroU32;
    u64, NonZeroU64;
}

/// Returns `wide` as the `NonZero` of a word, or `None` if it is 0. It must fit the
/// word.
pub(crate) const fn non_zero<R: Word>(wide: u64) -> Option<R::NonZero> {
    assert!(
        wide <= u64::MAX >> (u64::BITS - R::BITS),
        "the bits do not fit the word"
    );
    let Some(wide) = NonZeroU64::new(wide) else {
        return None;
    };
    let unused = if cfg!(target_endian = "big") {
        size_of::<u64>() - size_of::<R>()
    } else {
        0
    };
    // SAFETY: `Word` is sealed. The `NonZero` of a word has the layout of the word, whose bits are
    // these bytes of `wide`; checked above: the others are 0, so these are not.
    Some(unsafe {
        (&raw const wide)
            .byte_add(unused)
            .cast::<R::NonZero>()
            .read()
    })
}

/// A word, read in another way than it was written. In a debug build this takes no call,
/// unlike the functions of `NonZero`.
union Bits<R: Word> {
    word: R,
    non_zero: R::NonZero,
    maybe: Option<R::NonZero>,
}

/// Returns the word of a `NonZero`.
#[inline(always)]
pub(crate) fn word_of<R: Word>(non_zero: R::NonZero) -> R {
    // SAFETY: `Word` is sealed. The `NonZero` of a word has the layout of the word, and
    // each of its values is a value of the word.
    unsafe { Bits::<R> { non_zero }.word }
}

/// Returns a word as its `NonZero`, or `None` if it is 0.
#[inline(always)]
pub(crate) fn non_zero_of<R: Word>(word: R) -> Option<R::NonZero> {
    // SAFETY: `Word` is sealed. An `Option` of the `NonZero` of a word has the layout of
    // the word, and 0 is `None`.
    unsafe { Bits::<R> { word }.maybe }
}
