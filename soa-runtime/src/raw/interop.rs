//! The unsafe traits of `slotmap` and `bytemuck`, for handles.

use crate::bits::Word;
use crate::handle::Handle;

/// A handle is a key of slotmap's secondary maps: index and generation go into
/// the key's index and its odd versions, without loss.
#[cfg(feature = "slotmap")]
mod key {
    use super::{Handle, Word};
    use crate::handle::AnyHandle;
    use slotmap::{Key, KeyData};

    impl<T, R: Word, const I: u32, const G: u32> From<KeyData> for Handle<T, R, I, G> {
        /// The handle with the key's index and version; `DANGLING` if no such
        /// handle could have been issued.
        fn from(key: KeyData) -> Self {
            let bits = key.as_ffi();
            let (version, index) = (bits >> 32, bits & u64::from(u32::MAX));
            if index >= u64::from(Self::LIMIT) {
                return Self::DANGLING;
            }
            let generation = version >> 1;
            let range = u64::from(Self::FIRST_GENERATION)..=u64::from(Self::LAST_GENERATION);
            if !range.contains(&generation) {
                return Self::DANGLING;
            }
            let (index, generation) = (u32::try_from(index), u32::try_from(generation));
            match (index, generation) {
                (Ok(index), Ok(generation)) => Self::assemble(index, generation),
                _ => Self::DANGLING,
            }
        }
    }

    // SAFETY: a handle is `Copy` and its data is a function of its bits alone;
    // `from` gives every handle that a pool can issue back, so that different
    // ones have different data, and all others are the null key.
    unsafe impl<T, R: Word, const I: u32, const G: u32> Key for Handle<T, R, I, G> {
        fn data(&self) -> KeyData {
            if Self::from_bits(self.to_bits()).is_none() {
                return KeyData::default();
            }
            let version = u64::from(self.generation()) << 1 | 1;
            KeyData::from_ffi(version << 32 | u64::from(self.index()))
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
