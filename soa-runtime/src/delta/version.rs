//! The number by which formats without names recognise a delta of the same version.

use crate::handle::AnyHandle;
use crate::ids::{Dense, Layout, Slots};
use crate::record::IdAllocator;

/// The number of the form in which a delta is written. It rises when a part changes.
const FORM: u8 = 3;

/// Hashes the names of the parts of a world. No name ends within another one.
pub(crate) fn version_of_names(names: &[&str]) -> u32 {
    let bytes = names.iter().flat_map(|name| name.bytes().chain([0xff]));
    bytes.fold(OFFSET, step)
}

/// Hashes the columns that travel, as the derive states them, the bits of the id of `T`, the
/// number of the form, and the part that only dense rows have. (FNV-1a: it must be the same on
/// every machine, and a constant.)
pub(super) const fn version_of<T: IdAllocator>(columns: &str) -> u32 {
    version_of_layout::<T::Id, T::Layout>(columns)
}

/// The same for a delta with other parts, because its rows have the other layout.
pub(super) const fn version_of_other_layout<T: IdAllocator>(columns: &str) -> u32 {
    if T::Layout::DENSE {
        version_of_layout::<T::Id, Slots>(columns)
    } else {
        version_of_layout::<T::Id, Dense>(columns)
    }
}

const fn version_of_layout<H: AnyHandle, L: Layout>(columns: &str) -> u32 {
    let hash = step(version_of_form_1::<H>(columns), FORM);
    if L::DENSE { step(hash, b'd') } else { hash }
}

/// The same for form 2, whose freed slots ascend.
pub(super) const fn version_of_form_2<H: AnyHandle>(columns: &str) -> u32 {
    step(version_of_form_1::<H>(columns), 2)
}

/// The same for form 1, which has no generations of freed slots, and no number in the hash.
pub(super) const fn version_of_form_1<H: AnyHandle>(columns: &str) -> u32 {
    let (columns, mut hash, mut at) = (columns.as_bytes(), OFFSET, 0);
    while at < columns.len() {
        hash = step(hash, columns[at]);
        at += 1;
    }
    // At most 64 each.
    hash = step(hash, H::INDEX_BITS.to_le_bytes()[0]);
    hash = step(hash, H::GENERATION_BITS.to_le_bytes()[0]);
    step(hash, H::TAG_BITS.to_le_bytes()[0])
}

/// The hash of nothing.
const OFFSET: u32 = 0x811c_9dc5;

const fn step(hash: u32, byte: u8) -> u32 {
    const PRIME: u32 = 0x0100_0193;

    (hash ^ byte as u32).wrapping_mul(PRIME)
}
