//! Handles: their size, their traits whatever they name, and their bits.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::rc::Rc;

use proptest::prelude::*;
use soa_runtime::generic::Word;
use soa_runtime::{AnyHandle, Handle, IdPool};
use static_assertions::{assert_eq_size, assert_impl_all, assert_type_eq_all, const_assert_eq};

/// Neither `Send` nor `Sync`, `Copy`, `Eq` nor anything else.
struct Nothing(Rc<Cell<u8>>);

assert_impl_all!(Handle<Nothing>: Copy, Send, Sync, Eq, Ord, Hash, Debug, Default, Unpin);
assert_impl_all!(Handle<str, u16, 8, 8>: Copy, Send, Sync, Eq, Ord, Hash, Debug, Default);
assert_impl_all!(Handle<dyn Fn(), u32, 20, 12>: Copy, Send, Sync);
assert_impl_all!(IdPool<Handle<Nothing>>: Send, Sync, Clone, Debug, Default);
assert_type_eq_all!(Handle<Nothing>, Handle<Nothing, u64, 32, 32>);

assert_eq_size!(Handle<Nothing, u16, 8, 8>, Option<Handle<Nothing, u16, 8, 8>>, u16);
assert_eq_size!(Handle<Nothing, u32, 20, 12>, Option<Handle<Nothing, u32, 20, 12>>, u32);
assert_eq_size!(Handle<Nothing>, Option<Handle<Nothing>>, u64);
assert_eq_size!(Handle<str, u32, 32, 0>, Option<Handle<str, u32, 32, 0>>, u32);

const_assert_eq!(<Handle<Nothing> as AnyHandle>::LIMIT, u32::MAX);
const_assert_eq!(<Handle<Nothing, u16, 4, 4> as AnyHandle>::LIMIT, 15);
const_assert_eq!(
    <Handle<Nothing, u32, 32, 0> as AnyHandle>::LIMIT,
    u32::MAX - 1
);
const_assert_eq!(<Handle<Nothing, u16, 1, 1> as AnyHandle>::LIMIT, 1);
const_assert_eq!(<Handle<Nothing, u32, 20, 12> as AnyHandle>::INDEX_BITS, 20);
const_assert_eq!(
    <Handle<Nothing, u32, 20, 12> as AnyHandle>::GENERATION_BITS,
    12
);

/// That `bits` is a handle exactly when a pool could have issued it, and comes
/// back as it was.
fn round_trip<W: Word + Into<u64>, const I: u32, const G: u32>(bits: W) {
    let word: u64 = bits.into();
    let skipped = u64::from(G == 0);
    let (index, generation) = (word & ((1 << I) - 1), word >> I);
    let last = ((1 << G) - 1_u64).min(u64::from(u32::MAX >> 1));
    let issued = index >= skipped
        && index != (1 << I) - 1
        && generation <= last
        && generation >= 1 - skipped;
    let handle = Handle::<Nothing, W, I, G>::from_bits(bits);
    assert_eq!(handle.is_some(), issued, "{word:#x} of {I} + {G} bits");
    if let Some(handle) = handle {
        assert_eq!(handle.to_bits(), bits);
        assert_eq!(u64::from(handle.index()), index - skipped);
        assert_eq!(u64::from(handle.generation()), generation);
        assert_eq!(
            format!("{handle:?}"),
            format!("{}v{generation}", index - skipped)
        );
        assert_ne!(handle, Handle::DANGLING);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 16 } else { 2000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn bits_are_a_handle_exactly_when_a_pool_could_have_issued_them(
        bits in any::<u64>(),
        shift in 0_u32..64,
    ) {
        // Shifted, so that small numbers are as frequent as large ones.
        for bits in [bits >> shift, !(bits >> shift)] {
            let [a, b, c, d]: [u16; 4] = [0, 16, 32, 48].map(|by| (bits >> by & 0xffff) as u16);
            for half in [a, b, c, d] {
                round_trip::<u16, 4, 4>(half);
                round_trip::<u16, 1, 15>(half);
                round_trip::<u16, 15, 1>(half);
                round_trip::<u16, 16, 0>(half);
            }
            let word = u32::from(a) << 16 | u32::from(b);
            round_trip::<u32, 20, 12>(word);
            round_trip::<u32, 24, 8>(word);
            round_trip::<u32, 20, 8>(word);
            round_trip::<u32, 32, 0>(word);
            round_trip::<u64, 32, 32>(bits);
            round_trip::<u64, 32, 16>(bits);
            round_trip::<u64, 20, 32>(bits);
        }
    }
}

#[test]
fn the_dangling_handle_is_the_default_and_never_issued() {
    type Small = Handle<Nothing, u16, 2, 2>;
    let mut pool = IdPool::<Small>::new();
    let mut issued = HashSet::new();
    while let Ok(id) = pool.try_alloc() {
        assert!(issued.insert(id));
        pool.dealloc(id);
    }
    assert_eq!(issued.len(), 3 * 3);
    assert!(!issued.contains(&Small::DANGLING));
    assert_eq!(Small::default(), Small::DANGLING);
    assert_eq!(format!("{:?}", Small::DANGLING), "dangling");
    assert!(!pool.contains(Small::DANGLING) && !pool.dealloc(Small::DANGLING));
    assert_eq!(Small::from_bits(Small::DANGLING.to_bits()), None);
}

#[test]
fn handles_are_ordered_by_generation_then_index() {
    let mut pool = IdPool::<Handle<Nothing>>::new();
    let old = [pool.alloc(), pool.alloc()];
    pool.dealloc(old[0]);
    let new = pool.alloc();
    assert!(old[0] < old[1] && old[1] < new && new < Handle::DANGLING);
}

#[test]
fn a_handle_can_name_what_cannot_be_shared() {
    let nothing = Nothing(Rc::new(Cell::new(1)));
    let mut pool = IdPool::<Handle<Nothing>>::new();
    let id = pool.alloc();
    let index = std::thread::spawn(move || id.index()).join().unwrap();
    assert_eq!((index, nothing.0.get()), (0, 1));
}

#[test]
fn a_pool_lives_in_a_static() {
    static POOL: std::sync::Mutex<IdPool<Handle<Nothing>>> = std::sync::Mutex::new(IdPool::new());
    let mut pool = POOL.lock().unwrap();
    let id = pool.alloc();
    assert!(pool.contains(id));
}
