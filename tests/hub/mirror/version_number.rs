//! The number by which formats without names recognise a delta of the same version.

use soa_runtime::generic::SerializeDelta;
use soa_runtime::{IdAllocator, Tick};

#[derive(IdAllocator)]
#[soa(tracked, bits(index = 20, generation = 12), derive(Serialize))]
struct Unit {
    #[soa(tracked)]
    hp: u8,
    name: String,
}

#[derive(IdAllocator)]
#[soa(tracked, bits(index = 20, generation = 11, tag = 3), derive(Serialize))]
struct Tagged {
    #[soa(tracked)]
    hp: u8,
    name: String,
}

/// Returns the first number of a delta in a format without names.
fn version(delta: &impl serde::Serialize) -> u32 {
    let bytes = postcard::to_allocvec(delta).unwrap();
    postcard::take_from_bytes(&bytes).unwrap().0
}

/// The FNV-1a hash of a text and bytes.
pub(super) fn fnv_1a(text: &str, bytes: &[u8]) -> u32 {
    let bytes = text.bytes().chain(bytes.iter().copied()).map(u32::from);
    bytes.fold(2_166_136_261, |hash, byte| {
        (hash ^ byte).wrapping_mul(16_777_619)
    })
}

#[test]
fn the_version_is_the_fnv_1a_hash_of_the_columns_the_bits_and_the_form() {
    const COLUMNS: &str = "hp: u8 tracked; name: String";
    let hash = |bits: [u8; 4]| fnv_1a(COLUMNS, &bits);
    assert_eq!(<Unit as SerializeDelta>::TRAVELLING, COLUMNS);
    let (units, tagged) = (UnitHub::new(), TaggedHub::new());
    assert_eq!(version(&units.delta(Tick::START)), hash([20, 12, 0, 3]));
    assert_eq!(version(&tagged.delta(Tick::START)), hash([20, 11, 3, 3]));
}
