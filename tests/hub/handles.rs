//! Handles: their size, their traits whatever they name, and all forms of their bits.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

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

type Small = Handle<Nothing, u16, 4, 4>;
type Bare = Handle<Nothing, u16, 8, 0>;
type Long = Handle<Nothing, u32, 20, 12>;
type Wide = Handle<Nothing>;

assert_impl_all!(Wide: Copy, Send, Sync, Eq, Ord, Hash, Debug, Default, Unpin);
assert_impl_all!(Handle<str, u16, 8, 8>: Copy, Send, Sync, Eq, Ord, Hash, Debug, Default);
assert_impl_all!(Handle<dyn Fn(), u32, 20, 12>: Copy, Send, Sync);
assert_impl_all!(IdPool<Wide>: Send, Sync, Clone, Debug, Default);
assert_type_eq_all!(Wide, Handle<Nothing, u64, 32, 32>);

assert_eq_size!(Small, Option<Small>, u16);
assert_eq_size!(Long, Option<Long>, u32);
assert_eq_size!(Wide, Option<Wide>, u64);
assert_eq_size!(Handle<str, u32, 32, 0>, Option<Handle<str, u32, 32, 0>>, u32);

const_assert_eq!(<Wide as AnyHandle>::LIMIT, u32::MAX);
const_assert_eq!(<Small as AnyHandle>::LIMIT, 15);
const_assert_eq!(<Handle<str, u32, 32, 0> as AnyHandle>::LIMIT, u32::MAX - 1);
const_assert_eq!(<Handle<str, u16, 1, 1> as AnyHandle>::LIMIT, 1);
const_assert_eq!(<Long as AnyHandle>::INDEX_BITS, 20);
const_assert_eq!(<Long as AnyHandle>::GENERATION_BITS, 12);

/// That `bits` are a handle exactly when a hub could have issued it, and come back in every form.
fn round_trip<W: Word + Into<u64>, const I: u32, const G: u32, const T: u32>(bits: W) {
    type Of<W, const I: u32, const G: u32, const T: u32> = Handle<Nothing, W, I, G, T>;
    let word: u64 = bits.into();
    let skipped = u64::from(G == 0);
    let (index, generation) = (word & ((1 << I) - 1), word >> I & ((1 << G) - 1));
    let tag = word.checked_shr(I + G).unwrap_or(0);
    let last = ((1 << G) - 1_u64).min(u64::from(u32::MAX >> 1));
    let issued = index >= skipped
        && index != (1 << I) - 1
        && (1 - skipped..=last).contains(&generation)
        && tag <= ((1_u64 << T) - 1).min(u64::from(u32::MAX - 1));
    let handle = Of::<W, I, G, T>::from_bits(bits);
    assert_eq!(
        handle.is_some(),
        issued,
        "{word:#x} of {I} + {G} + {T} bits"
    );

    // The dangling handle is read, too. It is no handle that a hub issues.
    let dangling = Of::<W, I, G, T>::DANGLING;
    let dangling = (bits == dangling.to_bits()).then_some(dangling);
    let number = word.to_string();
    assert_eq!(number.parse().ok(), handle.or(dangling));
    assert_eq!(serde_json::from_str(&number).ok(), handle.or(dangling));
    let Some(handle) = handle else {
        return;
    };
    let parts = [index - skipped, generation, tag].map(|part| u32::try_from(part).unwrap());
    let [index, generation, tag] = parts;
    assert_eq!([handle.index(), handle.generation(), handle.tag()], parts);
    assert_eq!(handle.to_bits(), bits);
    let text = match tag {
        0 => format!("{index}v{generation}"),
        _ => format!("{index}v{generation}@{tag}"),
    };
    let json = serde_json::to_string(&handle).unwrap();
    let written = [
        handle.to_string(),
        format!("{handle:?}"),
        json.replace('"', ""),
    ];
    assert_eq!(written, [&*text; 3]);
    let packed = postcard::to_allocvec(&handle).unwrap();
    let array = rmp_serde::to_vec(&handle).unwrap();
    let forms = [
        Handle::from_parts_tagged(index, generation, tag),
        text.parse().ok(),
        serde_json::from_str(&json).ok(),
        postcard::from_bytes(&packed).ok(),
        rmp_serde::from_slice(&array).ok(),
    ];
    assert_eq!(forms, [Some(handle); 5]);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 4 } else { 2000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn bits_are_a_handle_exactly_when_a_hub_could_have_issued_them(
        bits in any::<u64>(),
        shift in 0_u32..64,
    ) {
        // Shifted, so that small numbers are as frequent as large ones.
        for bits in [bits >> shift, !(bits >> shift)] {
            let [a, b, c, d]: [u16; 4] = [0, 16, 32, 48].map(|by| (bits >> by & 0xffff) as u16);
            for half in [a, b, c, d] {
                round_trip::<u16, 1, 15, 0>(half);
                round_trip::<u16, 15, 1, 0>(half);
                round_trip::<u16, 16, 0, 0>(half);
                round_trip::<u16, 6, 4, 6>(half);
            }
            let word = u32::from(a) << 16 | u32::from(b);
            round_trip::<u32, 20, 12, 0>(word);
            round_trip::<u32, 24, 8, 0>(word);
            round_trip::<u32, 20, 8, 0>(word);
            round_trip::<u32, 32, 0, 0>(word);
            round_trip::<u32, 20, 0, 12>(word);
            round_trip::<u64, 32, 32, 0>(bits);
            round_trip::<u64, 32, 16, 0>(bits);
            round_trip::<u64, 20, 32, 0>(bits);
            round_trip::<u64, 24, 24, 16>(bits);
            round_trip::<u64, 16, 16, 32>(bits);
            round_trip::<u64, 31, 1, 32>(bits);
        }
    }
}

#[test]
fn all_words_of_16_bits_are_a_handle_or_none() {
    for bits in 0..=if cfg!(miri) { 0x7f } else { u16::MAX } {
        round_trip::<u16, 4, 4, 0>(bits);
        round_trip::<u16, 8, 0, 0>(bits);
        // Forged ones, by way of plain data, are written as the dangling one.
        let forged = bytemuck::cast::<u16, Option<Bare>>(bits).unwrap_or_default();
        let read: Bare = postcard::from_bytes(&postcard::to_allocvec(&forged).unwrap()).unwrap();
        assert_eq!(read, Bare::from_bits(bits).unwrap_or_default());
    }
    let step = if cfg!(miri) { 7 } else { 1 };
    for index in (0..=u8::MAX).step_by(step) {
        for generation in (0..=u8::MAX).step_by(step) {
            let read = postcard::from_bytes::<Small>(&[index, generation]).ok();
            let issued = Small::from_parts(index.into(), generation.into());
            let dangling = (index, generation) == (0, 0);
            assert_eq!(read, issued.or(dangling.then_some(Small::DANGLING)));
        }
    }
    for json in ["65536", "-1", "1e3", "null", "[]", "18446744073709551615"] {
        assert!(serde_json::from_str::<Small>(json).is_err(), "{json}");
    }
}

#[test]
fn from_parts_gives_the_ids_that_could_have_been_issued_and_no_others() {
    const WHITE: Option<Long> = Long::from_parts(3, 1);
    for index in (0..40).chain([u32::MAX]) {
        for generation in (0..40).chain([u32::MAX]) {
            let id = Small::from_parts(index, generation);
            let issued = index < 15 && (1..=15).contains(&generation);
            assert_eq!(id.is_some(), issued, "{index}v{generation}");
        }
    }
    assert!(Bare::from_parts(0, 0).is_some() && Bare::from_parts(253, 0).is_some());
    assert!(Bare::from_parts(254, 0).is_none() && Bare::from_parts(3, 1).is_none());
    assert!(Long::from_parts((1 << 20) - 2, 4095).is_some());
    assert!(Long::from_parts((1 << 20) - 1, 4095).is_none());
    assert!(Long::from_parts(0, 4096).is_none());
    assert!(Wide::from_parts(u32::MAX - 1, u32::MAX >> 1).is_some());
    assert!(Wide::from_parts(u32::MAX, 1).is_none() && Wide::from_parts(0, 1 << 31).is_none());
    assert_eq!(WHITE.map(|id| id.to_string()), Some("3v1".to_owned()));
}

#[test]
fn a_cast_keeps_the_bits_and_names_another_record() {
    const DANGLING: Handle<String, u16, 4, 4> = Small::DANGLING.cast();
    let id = Small::from_parts(3, 7).expect("it fits");
    let cast: Handle<[u8], u16, 4, 4> = id.cast();
    assert_eq!(cast.to_bits(), id.to_bits());
    assert_eq!(cast.cast::<Nothing>(), id);
    assert_eq!(DANGLING, Handle::DANGLING);
}

#[test]
fn an_id_is_written_as_a_text_is() {
    let id = Long::from_parts(12, 3).expect("it fits");
    let dangling = Long::DANGLING;
    let width = 6;
    assert_eq!(format!("{id}|{id:?}|{id:2}"), "12v3|12v3|12v3");
    assert_eq!(
        format!("{id:8}|{id:<8}|{id:>8}"),
        "12v3    |12v3    |    12v3"
    );
    assert_eq!(
        format!("{id:^8}|{id:8?}|{id:>8?}"),
        "  12v3  |12v3    |    12v3"
    );
    assert_eq!(format!("{id:.>7?}|{id:>width$}"), "...12v3|  12v3");
    assert_eq!(
        format!("{dangling}|{dangling:?}|{dangling:>9}"),
        "dangling|dangling| dangling"
    );
    let precise = format!("{:.1?}|{id:.2}", (id, 0.25));
    assert_eq!(
        precise, "(12v3, 0.2)|12v3",
        "a precision does not cut an id"
    );
    for (index, generation) in [(0, 1), (9, 9), (10, 10), (99, 100), (1_000_000, 999)] {
        let id = Wide::from_parts(index, generation).expect("it fits");
        let text = format!("{index}v{generation}");
        assert_eq!(
            format!("{id:>20}"),
            format!("{text:>20}"),
            "the width counts every digit"
        );
    }
}

#[test]
fn the_dangling_handle_is_the_default_and_never_issued() {
    type Tiny = Handle<Nothing, u16, 2, 2>;
    let mut pool = IdPool::<Tiny>::new();
    let mut issued = HashSet::new();
    while let Ok(id) = pool.try_alloc() {
        assert!(issued.insert(id));
        pool.dealloc(id);
    }
    assert_eq!(issued.len(), 3 * 3);
    assert!(!issued.contains(&Tiny::DANGLING));
    assert_eq!(Tiny::default(), Tiny::DANGLING);
    assert!(!pool.contains(Tiny::DANGLING) && !pool.dealloc(Tiny::DANGLING));
    assert_eq!(Tiny::from_bits(Tiny::DANGLING.to_bits()), None);
}

#[test]
fn handles_are_ordered_by_generation_then_index() {
    let mut pool = IdPool::<Wide>::new();
    let old = [pool.alloc(), pool.alloc()];
    pool.dealloc(old[0]);
    let new = pool.alloc();
    assert!(old[0] < old[1] && old[1] < new && new < Handle::DANGLING);
}

#[test]
fn a_handle_can_name_what_cannot_be_shared() {
    let nothing = Nothing(Rc::new(Cell::new(1)));
    let mut pool = IdPool::<Wide>::new();
    let id = pool.alloc();
    let index = std::thread::spawn(move || id.index()).join().unwrap();
    assert_eq!((index, nothing.0.get()), (0, 1));
}

#[test]
fn a_pool_lives_in_a_static() {
    static POOL: std::sync::Mutex<IdPool<Wide>> = std::sync::Mutex::new(IdPool::new());
    let mut pool = POOL.lock().unwrap();
    let id = pool.alloc();
    assert!(pool.contains(id));
}
