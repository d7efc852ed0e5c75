//! The words that store handles and slots.

use core::fmt::Debug;
use core::hash::Hash;
use core::num::{NonZeroU16, NonZeroU32, NonZeroU64};

/// The word that stores a [`Handle`](crate::Handle): `u16`, `u32` or `u64`.
///
/// This trait is sealed. A handle stores the `NonZero` counterpart of the word,
/// so an `Option<Handle>` is no larger than a handle.
///
/// # Examples
///
/// ```
/// use soa_runtime::Word;
///
/// assert_eq!(<u32 as Word>::BITS, 32);
/// ```
pub trait Word: sealed::Sealed + Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
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
        impl sealed::Sealed for $word {}

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

mod sealed {
    pub trait Sealed {}
}
