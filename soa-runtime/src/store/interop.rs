//! The unsafe traits of `slotmap` and `bytemuck`, for handles.

use crate::bits::Word;
use crate::handle::Handle;

/// A handle is a key of slotmap's secondary maps: index and generation go into
/// the key's index and its odd versions, without loss.
///
/// The key's index is one higher, because slotmap keeps index 0 for itself: it
/// clears, drains and iterates from 1. So index 2^32 - 2 has no key; a handle
/// with it is null to slotmap.
#[cfg(feature = "slotmap")]
mod key {
    use super::{Handle, Word};
    use crate::handle::AnyHandle;
    use slotmap::{Key, KeyData};

    /// The index of slotmap's null key.
    const NULL: u32 = u32::MAX;

    impl<T, R: Word, const I: u32, const G: u32> From<KeyData> for Handle<T, R, I, G> {
        /// The handle with the key's index and version; `DANGLING` if no such
        /// handle could have been issued.
        fn from(key: KeyData) -> Self {
            let bits = key.as_ffi();
            let (generation, number) = (bits >> 33, bits & u64::from(NULL));
            let generations = u64::from(Self::FIRST_GENERATION)..=u64::from(Self::LAST_GENERATION);
            let numbers = 1..=u64::from(Self::LIMIT.min(NULL - 1));
            if !numbers.contains(&number) || !generations.contains(&generation) {
                return Self::DANGLING;
            }
            match (u32::try_from(number - 1), u32::try_from(generation)) {
                (Ok(index), Ok(generation)) => Self::assemble(index, generation),
                _ => Self::DANGLING,
            }
        }
    }

    // SAFETY: a handle is `Copy` and its data is a function of its bits alone;
    // `from` gives every handle that a pool can issue back, so that different
    // ones have different data, and all others, with the one whose index has no
    // key, are the null key.
    unsafe impl<T, R: Word, const I: u32, const G: u32> Key for Handle<T, R, I, G> {
        fn data(&self) -> KeyData {
            let number = self.index().wrapping_add(1);
            if number == NULL || Self::from_bits(self.to_bits()).is_none() {
                return KeyData::default();
            }
            let version = u64::from(self.generation()) << 1 | 1;
            KeyData::from_ffi(version << 32 | u64::from(number))
        }
    }
}

/// An optional handle is plain data: `None` is zero, and every other pattern is
/// a handle, if only one that no pool has issued.
#[cfg(feature = "bytemuck")]
mod pod {
    use super::{Handle, Word};
    use bytemuck::{NoUninit, PodInOption, ZeroableInOption};

    // SAFETY: a handle is a transparent `NonZero` integer, whose zero is `None`.
    unsafe impl<T: 'static, R: Word, const I: u32, const G: u32> ZeroableInOption
        for Handle<T, R, I, G>
    {
    }

    // SAFETY: every pattern of the integer is `None` or a value of the type, it
    // has no padding, and it is `Copy` and `'static`. No code relies on a
    // handle's bits having been issued.
    unsafe impl<T: 'static, R: Word, const I: u32, const G: u32> PodInOption for Handle<T, R, I, G> {}

    // SAFETY: a handle is a transparent integer without padding.
    unsafe impl<T: 'static, R: Word, const I: u32, const G: u32> NoUninit for Handle<T, R, I, G> {}
}
