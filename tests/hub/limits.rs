//! The last slot, the last generation, and the slots that a policy reserves from reuse.

use soa_runtime::{IdAllocator, InsertAtReason};

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
