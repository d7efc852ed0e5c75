//! The last slot, the last generation, and the slots that a policy reserves from reuse.

use soa_runtime::{AllocError, IdAllocator, InsertAtReason};

use crate::support::Tracked;

/// Tests that hold for both layouts.
macro_rules! in_both_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 4, generation = 4))]
            struct Small {
                value: Tracked,
            }

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 4, generation = 4), recycle = fifo(min_free = 3))]
            struct Patient {
                value: u8,
            }

            fn small(value: u32) -> Small {
                Small { value: Tracked::new(value) }
            }

            #[test]
            fn the_last_slot_is_like_any_other_and_then_there_is_none() {
                let mut hub: SmallHub = (0..15).map(small).collect();
                assert_eq!(hub.capacity(), 15, "not one row more than there are indices");
                let last = hub.ids().last().unwrap();
                assert_eq!((last.index(), last.generation()), (14, 1));
                let full = AllocError::Full { limit: 15 };
                assert_eq!(hub.try_alloc(), Err(full));
                let refused = hub.try_insert(small(99)).unwrap_err();
                assert_eq!((refused.value.value.value, refused.source), (99, full));
                assert_eq!(hub.remove(last).unwrap().value.value, 14);
                let again = hub.insert(small(15));
                assert_eq!((again.index(), again.generation()), (14, 2));
                assert_eq!(hub.row(again).value.value, 15);
                assert!(hub.get(last).is_none());
                hub.shrink_to_fit();
                assert_eq!((hub.capacity(), hub.columns().value.len()), (15, 15));
            }

            #[test]
            fn the_last_generation_is_issued_and_then_the_slot_retires() {
                let mut hub = SmallHub::new();
                for generation in 1..=15 {
                    let id = hub.alloc();
                    assert_eq!((id.index(), id.generation()), (0, generation));
                    assert_eq!(hub.stats().retired, 0);
                    hub.dealloc(id);
                }
                assert_eq!((hub.stats().retired, hub.stats().free), (1, 0));
                let next = hub.alloc();
                assert_eq!((next.index(), next.generation()), (1, 1));
            }

            #[test]
            fn reserving_counts_the_slots_that_min_free_holds_back() {
                let mut hub = PatientHub::new();
                let ids = hub.alloc_many(15);
                hub.dealloc(ids[3]);
                hub.dealloc(ids[9]);
                assert_eq!(hub.try_reserve(3), Err(AllocError::Full { limit: 15 }));
                assert_eq!(hub.try_reserve(2), Ok(()));
                let slots: Vec<u32> = hub.alloc_many(2).into_iter().map(PatientId::index).collect();
                assert_eq!(slots, [3, 9]);
                let ids: Vec<PatientId> = hub.ids().collect();
                assert_eq!(ids.len(), 15);
            }
        }
    )*};
}

in_both_layouts! { slots dense }

#[test]
fn a_slot_has_at_most_31_bits_of_generation() {
    #[derive(IdAllocator)]
    struct Wide {
        value: u8,
    }
    const LAST: u32 = (1 << 31) - 1;
    let mut hub = WideHub::new();
    let last = WideId::from_parts(0, LAST).unwrap();
    assert!(hub.insert_at(last, Wide { value: 1 }).is_ok());
    assert!(hub.dealloc(last));
    assert_eq!((hub.stats().retired, hub.stats().free), (1, 0));
    for later in [LAST + 1, LAST + 2] {
        let id = WideId::from_parts(1, later);
        let refused = id.map(|id| hub.insert_at(id, Wide { value: 2 }).unwrap_err().reason);
        assert!(refused.is_none_or(|reason| reason == InsertAtReason::OutOfRange));
    }
    assert_eq!(hub.slots(), 1);
}

#[test]
fn the_largest_tag_has_all_bits_but_of_32_bits_all_but_one() {
    #[derive(IdAllocator)]
    #[soa(bits(index = 16, generation = 8, tag = 8))]
    struct Narrow {
        value: u8,
    }
    #[derive(IdAllocator)]
    #[soa(bits(index = 16, generation = 16, tag = 32))]
    struct Wide {
        value: u8,
    }
    for (tag, fits) in [(0, true), (255, true), (256, false), (257, false)] {
        assert_eq!(NarrowHub::try_with_tag(tag).is_ok(), fits, "{tag}");
    }
    for (tag, fits) in [(1 << 31, true), (u32::MAX - 1, true), (u32::MAX, false)] {
        assert_eq!(WideHub::try_with_tag(tag).is_ok(), fits, "{tag}");
    }
}
