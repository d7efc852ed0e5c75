//! In formats that are not for humans, each number is written and asked for in the smallest
//! type in which all numbers of its kind fit.
//!
//! The formats of the other tests write a number in the same way whatever its type is. Here it takes
//! the bytes of its type, and what is read in another type leaves bytes or takes those after it.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use bincode::Options;
use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_runtime::{Handle, IdAllocator};

/// The bytes of a list: its length, and its items.
fn list<const N: usize>(items: [&[u8]; N]) -> Vec<u8> {
    [&(N as u64).to_le_bytes(), &*items.concat()].concat()
}

#[track_caller]
fn is_written_as<V: Serialize + DeserializeOwned>(value: &V, expected: &[u8]) {
    let options = || bincode::DefaultOptions::new().with_fixint_encoding();
    assert_eq!(options().serialize(value).unwrap(), expected);
    let read: V = options().deserialize(expected).unwrap();
    assert_eq!(options().serialize(&read).unwrap(), expected);
}

#[test]
fn the_parts_of_an_id_have_the_types_of_their_bits() {
    macro_rules! parts {
        ($word:ty, $index:literal, $generation:literal: $part:ty) => {
            let id = Handle::<(), $word, $index, $generation>::from_parts(1, 2).unwrap();
            let parts: [$part; 2] = [1, 2];
            is_written_as(&id, &parts.map(<$part>::to_le_bytes).concat());
        };
    }
    parts!(u16, 8, 8: u8);
    parts!(u32, 9, 16: u16);
    parts!(u32, 16, 9: u16);
    parts!(u64, 17, 32: u32);
    parts!(u64, 32, 17: u32);

    macro_rules! tag {
        ($tag:literal: $part:ty) => {
            let id = Handle::<(), u64, 8, 8, $tag>::from_parts_tagged(1, 2, 3).unwrap();
            is_written_as(&id, &[&[1, 2][..], &<$part>::to_le_bytes(3)].concat());
        };
    }
    tag!(8: u8);
    tag!(9: u16);
    tag!(16: u16);
    tag!(17: u32);
    tag!(32: u32);
}

#[test]
fn an_id_without_generation_has_the_type_of_its_word() {
    let id = Handle::<(), u16, 16, 0>::from_parts(5, 0).unwrap();
    is_written_as(&id, &id.to_bits().to_le_bytes());
    let id = Handle::<(), u32, 17, 0>::from_parts(5, 0).unwrap();
    is_written_as(&id, &id.to_bits().to_le_bytes());
    let id = Handle::<(), u64, 32, 0>::from_parts(5, 0).unwrap();
    is_written_as(&id, &id.to_bits().to_le_bytes());
}

/// Checks the types of the numbers of slots (of which one is free and one is reserved) and of
/// the distances between slots, in both layouts.
macro_rules! hubs {
    ($($module:ident: $index:literal, $generation:literal, $slot:ty, $jump:ty;)*) => {$(
        mod $module {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(bits(index = $index, generation = $generation), derive(Serialize, Deserialize))]
            struct Row {
                value: u8,
            }

            #[derive(IdAllocator)]
            #[soa(layout = dense, bits(index = $index, generation = $generation))]
            #[soa(derive(Serialize, Deserialize))]
            struct Dense {
                value: u8,
            }

            /// The lists of a hub with a free slot, a row of these bytes, and a reserved id.
            fn lists(row: &[u8]) -> Vec<u8> {
                // A free slot's number has the next generation.
                let slots: [$slot; 3] = [if $generation == 0 { 1 } else { 3 }, 0, 1];
                let [free, reserved] = [0, 4].map(<$jump>::to_le_bytes);
                let slots = slots.map(<$slot>::to_le_bytes);
                let [first, second, third] = &slots;
                [list([first, second, third]), list([&free]), list([row]), list([&reserved])].concat()
            }

            #[test]
            fn slots_and_distances_have_the_smallest_type() {
                let mut hub = RowHub::new();
                let ids = [4, 5].map(|value| hub.insert(Row { value }));
                hub.reserve_id();
                hub.dealloc(ids[0]);
                is_written_as(&hub, &lists(&[5]));

                let mut hub = DenseHub::new();
                let ids = [4, 5].map(|value| hub.insert(Dense { value }));
                hub.reserve_id();
                hub.dealloc(ids[0]);
                is_written_as(&hub, &lists(&[&<$jump>::to_le_bytes(2)[..], &[5]].concat()));
            }
        }
    )*};
}

hubs! {
    all_bits: 32, 32, u64, u64;
    no_generation: 8, 0, u8, u16;
}

#[cfg(feature = "every-kind")]
hubs! {
    seven_bits: 7, 7, u8, u8;
    eight_bits: 8, 8, u16, u16;
    fifteen_bits: 15, 15, u16, u16;
    sixteen_bits: 16, 16, u32, u32;
    thirty_one_bits: 31, 31, u32, u32;
}
