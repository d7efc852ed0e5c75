//! The last generation.

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
