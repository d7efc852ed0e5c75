//! A mirror without memory for a delta is as it was.

use soa_runtime::{Applied, DeltaError, IdAllocator, Mirror, OwnedDelta, Tick};

use super::{LARGEST, refused_after};

macro_rules! in_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(tracked, layout = $layout, bits(index = 10, generation = 2))]
            #[soa(derive(Serialize, Deserialize))]
            struct Unit {
                #[soa(tracked)]
                hp: u128,
            }

            fn read(bytes: &[u8]) -> OwnedDelta<Unit> {
                postcard::from_bytes(bytes).expect("it is a delta")
            }

            /// A delta for a mirror with five slots, and one that takes free slots, makes
            /// others and retires one.
            fn case() -> [Vec<u8>; 2] {
                let mut units = UnitHub::new();
                let ids: Vec<_> = (0..5).map(|hp| units.insert(Unit { hp })).collect();
                units.dealloc(ids[1]);
                units.dealloc(ids[3]);
                let seen = units.advance();
                let first = postcard::to_allocvec(&units.delta(Tick::START));
                for hp in 10..40 {
                    units.insert(Unit { hp });
                }
                units.dealloc(ids[0]);
                let last = units.renew(ids[4]).and_then(|id| units.renew(id));
                units.dealloc(last.expect("each slot has three ids"));
                units.columns_mut().hp[ids[2]] = 7;
                units.advance();
                let second = postcard::to_allocvec(&units.delta(seen));
                [first, second].map(|bytes| bytes.expect("there is memory"))
            }

            #[test]
            fn a_delta_without_memory_changes_nothing() {
                let [first, second] = case();
                let mut refused = 0;
                for granted in 0.. {
                    let mut mirror = Mirror::<Unit>::new();
                    mirror.apply_owned(read(&first)).expect("there is memory");
                    let delta = read(&second);
                    let before = (mirror.tick(), mirror.len(), mirror.slots());
                    match refused_after(granted, || mirror.apply_owned(delta)) {
                        Some(Err(DeltaError::OutOfMemory)) => {
                            assert_eq!((mirror.tick(), mirror.len(), mirror.slots()), before);
                            refused += 1;
                        }
                        Some(other) => panic!("{other:?}"),
                        None => break,
                    }
                    // With memory it goes on.
                    let applied = mirror.apply_owned(read(&second));
                    assert!(matches!(applied, Ok(Applied::Now(_))));
                    assert_eq!((mirror.len(), mirror.slots()), (31, 33));
                }
                assert!(refused >= 2, "the block and the records that are replaced");
            }
        }
    )*};
}

in_layouts! { slots dense }

#[test]
fn for_a_claimed_length_at_most_64_kib_are_reserved() {
    #[derive(IdAllocator)]
    #[soa(tracked, derive(Serialize, Deserialize))]
    struct Unit {
        #[soa(tracked)]
        hp: u8,
    }

    let delta = rmp_serde::to_vec(&UnitHub::new().delta(Tick::START)).expect("there is memory");
    // The list of slots without rows follows a version, two ticks and the number of slots. It
    // is empty, and now claims to be as long as a list can be.
    let (before, list) = delta.split_at(delta.len() - 4);
    assert_eq!(list, [0x90, 0x90, 0x91, 0x90]);
    let claim = [before, &[0xdd, 0xff, 0xff, 0xff, 0xff]].concat();
    LARGEST.set(0);
    assert!(rmp_serde::from_slice::<OwnedDelta<Unit>>(&claim).is_err());
    // A slot has 16 bytes, and 12 where a `u64` is aligned to 4.
    assert!(
        (65_000..=65_536).contains(&LARGEST.get()),
        "{}",
        LARGEST.get()
    );
}
