//! Ids as keys of slotmap's secondary maps.

use core::fmt;
use core::marker::PhantomData;

use slotmap::{Key, KeyData};

use crate::handle::{Handle, of_parts};
use crate::memory::Word;

/// The index of slotmap's null key.
const NULL: u32 = u32::MAX;

/// An id of `T` as a key of slotmap's `SecondaryMap` and `SparseSecondaryMap`.
///
/// `T` is what the id names: the record of a hub, or the marker of an [`IdPool`](crate::IdPool).
/// [`From`] converts in both directions. A key is not checked by a map: like an id, it
/// finds nothing after its slot was recycled for another key of the map.
///
/// - A conversion is a few instructions and loses nothing. The index of the key is one
///   higher than the index of the id, because slotmap reserves index 0.
/// - [`Handle::DANGLING`] is the null key, and so is index `2^32 - 2`, the last of 32
///   bits, which slotmap cannot store.
/// - A tag becomes the upper bits of the version. The generation and the tag must have at most
///   31 bits together; a conversion of other ids does not compile.
/// - A key that is not an id of the handle's type becomes [`Handle::DANGLING`].
///
/// A map keeps the newer of two keys of one slot. After the generations of a slot
/// [wrapped](crate::Wrap), its next id is older for the map, so remove the entry of a row
/// together with the row.
///
/// `SlotKey` is also a key of slotmap's primary maps, like `SlotMap`, which issue keys of
/// their own. Do not convert those to ids.
///
/// # Examples
///
/// ```
/// use slotmap::SecondaryMap;
/// use soa_runtime::{IdAllocator, SlotKey};
///
/// #[derive(IdAllocator)]
/// struct Rock { position: i32 }
///
/// let mut rocks = RockHub::new();
/// let mut names = SecondaryMap::<SlotKey<Rock>, &str>::new();
/// let ceres = rocks.alloc();
/// names.insert(ceres.into(), "Ceres");
/// assert_eq!(names.get(ceres.into()), Some(&"Ceres"));
/// for (key, name) in &names {
///     assert_eq!((RockId::from(key), *name), (ceres, "Ceres"));
/// }
///
/// rocks.dealloc(ceres);
/// let vesta = rocks.alloc(); // in the same slot
/// assert_eq!(names.get(vesta.into()), None);
/// names.retain(|key, _| rocks.contains(key.into()));
/// assert!(names.is_empty());
/// ```
///
/// Code for any record states the conversion as a bound:
///
/// ```
/// use slotmap::SecondaryMap;
/// use soa_runtime::{Hub, IdAllocator, SlotKey};
///
/// fn count<T: IdAllocator>(hub: &Hub<T>, marks: &SecondaryMap<SlotKey<T>, ()>) -> usize
/// where
///     SlotKey<T>: From<T::Id>,
/// {
///     hub.ids().filter(|id| marks.contains_key((*id).into())).count()
/// }
///
/// #[derive(IdAllocator)]
/// struct Rock { position: i32 }
///
/// let rocks: RockHub = (0..3).map(|position| Rock { position }).collect();
/// let marks = rocks.ids().take(2).map(|id| (id.into(), ())).collect();
/// assert_eq!(count(&rocks, &marks), 2);
/// ```
pub struct SlotKey<T: ?Sized> {
    data: KeyData,
    names: PhantomData<fn() -> T>,
}

// SAFETY: the contract of `Key` is "All methods and trait implementations must behave exactly as
// if we're operating on a `KeyData` directly". `data` returns the `KeyData`, the other methods are
// the trait's own, and each implementation in this file of a trait that `Key` requires
// passes on to the `KeyData`: `From<KeyData>` stores it, `Default` is its default, and
// `Clone`, `PartialEq`, `PartialOrd`, `Ord`, `Hash` and `Debug` are its own. So the type is
// what `new_key_type!` makes, and a type parameter.
unsafe impl<T: ?Sized> Key for SlotKey<T> {
    #[inline]
    fn data(&self) -> KeyData {
        self.data
    }
}

impl<T: ?Sized> From<KeyData> for SlotKey<T> {
    #[inline]
    fn from(data: KeyData) -> Self {
        SlotKey {
            data,
            names: PhantomData,
        }
    }
}

impl<T: ?Sized> Default for SlotKey<T> {
    /// Returns the null key.
    #[inline]
    fn default() -> Self {
        KeyData::default().into()
    }
}

copy!([T: ?Sized] SlotKey<T>);
compared!([T: ?Sized] SlotKey<T>, data);

impl<T: ?Sized> fmt::Debug for SlotKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.data.fmt(f)
    }
}

/// A key is serialized as slotmap serializes its keys, as index and version.
#[cfg(feature = "serde")]
mod saved {
    use super::SlotKey;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use slotmap::KeyData;

    impl<T: ?Sized> Serialize for SlotKey<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.data.serialize(serializer)
        }
    }

    impl<'de, T: ?Sized> Deserialize<'de> for SlotKey<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            KeyData::deserialize(deserializer).map(Self::from)
        }
    }
}

/// Returns how far the tag is shifted in a version.
const fn shift<const G: u32, const TAG: u32>() -> u32 {
    assert!(
        TAG == 0 || G + TAG <= 31,
        "the id cannot be a key of slotmap's maps, because its generation and tag have more than 31 bits"
    );
    // Without a tag all 31 bits are the generation.
    if TAG == 0 { 31 } else { G }
}

// slotmap does not promise which bits of `KeyData::as_ffi` are the index. Nothing here
// is unsafe if that changes, and different ids still have different keys as long as `from_ffi`
// takes the bits as they are, which is asserted. The tests compare the rest with the newest version.

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> From<Handle<T, R, I, G, TAG>>
    for SlotKey<T>
{
    /// Returns the key of an id, or the null key for [`Handle::DANGLING`].
    #[inline]
    fn from(id: Handle<T, R, I, G, TAG>) -> Self {
        let number = id.index().wrapping_add(1);
        if number == NULL || Handle::<T, R, I, G, TAG>::from_bits(id.to_bits()).is_none() {
            return Self::default();
        }
        let shift = const { shift::<G, TAG>() };
        let version = u64::from(id.tag()) << shift | u64::from(id.generation());
        // The versions of keys are odd.
        let bits = (version << 1 | 1) << 32 | u64::from(number);
        let data = KeyData::from_ffi(bits);
        debug_assert_eq!(data.as_ffi(), bits, "a key keeps its bits");
        data.into()
    }
}

impl<T: ?Sized, R: Word, const I: u32, const G: u32, const TAG: u32> From<SlotKey<T>>
    for Handle<T, R, I, G, TAG>
{
    /// Returns the id of a key, or [`Handle::DANGLING`] if no hub or pool can issue
    /// such an id.
    #[inline]
    fn from(key: SlotKey<T>) -> Self {
        let bits = key.data.as_ffi();
        let (version, number) = (bits >> 33, bits & u64::from(NULL));
        let shift = const { shift::<G, TAG>() };
        let (tag, generation) = (version >> shift, version & ((1 << shift) - 1));
        // Without an index, the number is 0, which is one more than no index, or `NULL`.
        let index = number.wrapping_sub(1);
        let id = of_parts(index, generation, tag).filter(|_| number < u64::from(NULL));
        id.unwrap_or(Self::DANGLING)
    }
}
