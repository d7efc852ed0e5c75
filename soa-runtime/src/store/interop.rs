//! The unsafe traits of `slotmap` and `bytemuck`, for handles.

use crate::bits::Word;
use crate::handle::Handle;

/// A handle is a key of slotmap's **secondary** maps. Index and generation become
/// the key's index and odd version, without loss.
///
/// A tag becomes the upper bits of the version, if the generation and the tag have at
/// most 31 bits together. With more bits the handle is no key, and code that uses it as
/// one does not compile.
///
/// The index of the key is one higher than the index of the handle. slotmap
/// reserves index 0: it clears, drains and iterates from 1. Therefore the index
/// `2^32 - 2` has no key, and slotmap treats a handle with this index as null.
#[cfg(feature = "slotmap")]
mod key {
    use super::{Handle, Word};
    use crate::handle::AnyHandle;
    use slotmap::{Key, KeyData};

    /// The index of slotmap's null key.
    const NULL: u32 = u32::MAX;

    /// Returns how far the tag is shifted in a version.
    const fn shift<const G: u32, const TAG: u32>() -> u32 {
        assert!(
            TAG == 0 || G + TAG <= 31,
            "the id cannot be a key of slotmap's maps, because its generation and tag have more than 31 bits"
        );
        // Without a tag all 31 bits are the generation.
        if TAG == 0 { 31 } else { G }
    }

    impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> From<KeyData>
        for Handle<T, R, I, G, TAG>
    {
        /// Returns the handle with the index and version of the key, or `DANGLING`
        /// if no hub can issue such a handle.
        fn from(key: KeyData) -> Self {
            let bits = key.as_ffi();
            let (version, number) = (bits >> 33, bits & u64::from(NULL));
            let shift = const { shift::<G, TAG>() };
            let (tag, generation) = (version >> shift, version & ((1 << shift) - 1));
            let generations = u64::from(Self::FIRST_GENERATION)..=u64::from(Self::LAST_GENERATION);
            let numbers = 1..=u64::from(Self::LIMIT.min(NULL - 1));
            let tags = 0..=u64::from(Self::LAST_TAG);
            let issued = numbers.contains(&number)
                && generations.contains(&generation)
                && tags.contains(&tag);
            let narrow = |number: u64| u32::try_from(number).ok().filter(|_| issued);
            match (
                narrow(number.wrapping_sub(1)),
                narrow(generation),
                narrow(tag),
            ) {
                (Some(index), Some(generation), Some(tag)) => {
                    Self::assemble_tagged(index, generation, tag)
                }
                _ => Self::DANGLING,
            }
        }
    }

    // The contract of `Key` in slotmap 1.1: "All methods and trait implementations must
    // behave exactly as if we're operating on a `KeyData` directly."
    //
    // A handle does not satisfy all of it: `data(from(key))` is not the identity
    // for keys that no hub issues, and the order of handles is not the order of
    // their data. This part is satisfied:
    //
    // 1. `data` and `from` are functions of the bits alone: they always return the same.
    // 2. `data(from(data(handle))) == data(handle)` for every handle, also for bits
    //    that no hub has issued. Such bits have the data of the null key.
    // 3. Different handles that a hub can issue have different data.
    //
    // SAFETY: this part is enough for `SecondaryMap` and `SparseSecondaryMap`, as a
    // review of slotmap 1.1.1 shows, and the dependency is limited to 1.1. They
    // convert a key with `data`, and check the result before each unchecked access.
    // Between the check and the access (in `get_disjoint_mut` and in entries) the
    // data may go through `from` and `data` once more, which changes nothing by
    // points 1 and 2. Primary maps create their own keys, which `from` may turn
    // into the null key. They check it like any other key, and then do not find the
    // value or panic.
    unsafe impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> Key
        for Handle<T, R, I, G, TAG>
    {
        /// Returns the key for slotmap's secondary maps.
        ///
        /// A handle cannot be a key of a primary map such as `SlotMap`. A primary
        /// map issues its own keys, and most of them are null as handles.
        ///
        /// A tag becomes the upper bits of the version. If the generation and the tag
        /// have more than 31 bits together, this method does not compile.
        fn data(&self) -> KeyData {
            let number = self.index().wrapping_add(1);
            if number == NULL || Self::from_bits(self.to_bits()).is_none() {
                return KeyData::default();
            }
            let shift = const { shift::<G, TAG>() };
            let version = u64::from(self.tag()) << shift | u64::from(self.generation());
            let version = version << 1 | 1;
            KeyData::from_ffi(version << 32 | u64::from(number))
        }
    }
}

/// An optional handle is plain data. `None` is zero, and every other bit pattern is
/// a handle, although possibly one that was never issued.
#[cfg(feature = "bytemuck")]
mod pod {
    use super::{Handle, Word};
    use bytemuck::{NoUninit, PodInOption, ZeroableInOption};

    // SAFETY: a handle is a transparent `NonZero` integer, whose zero is `None`.
    unsafe impl<T: ?Sized + 'static, R: Word, const I: u32, const G: u32, const TAG: u32>
        ZeroableInOption for Handle<T, R, I, G, TAG>
    {
    }

    // SAFETY: every bit pattern of the integer is `None` or a value of the type, it
    // has no padding, and it is `Copy` and `'static`. No code relies on the bits of
    // a handle having been issued.
    unsafe impl<T: ?Sized + 'static, R: Word, const I: u32, const G: u32, const TAG: u32>
        PodInOption for Handle<T, R, I, G, TAG>
    {
    }

    // SAFETY: a handle is a transparent integer without padding.
    unsafe impl<T: ?Sized + 'static, R: Word, const I: u32, const G: u32, const TAG: u32> NoUninit
        for Handle<T, R, I, G, TAG>
    {
    }
}
