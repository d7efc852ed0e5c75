//! The ids that a hub issues after it was made of bytes.

use std::collections::HashSet;

use soa_runtime::generic::{Exhausted, Vacate};
use soa_runtime::{AnyHandle, Hub, IdAllocator};

/// No policy of the target keeps more slots free than this.
const KEPT_FREE: usize = 4;

/// Returns the tag of the target's hubs.
pub(crate) fn some_tag<T: IdAllocator>() -> u32 {
    if T::Id::TAG_BITS > 0 { 7 } else { 0 }
}

/// Checks that a hub issues the ids of all free slots, and none that it has issued before. It
/// has retired slots only if ids have generations.
pub(crate) fn check<T: Vacate>(mut hub: Hub<T>) {
    let retires = T::Id::GENERATION_BITS > 0;
    assert!(retires || hub.stats().retired == 0, "a slot is retired");
    let mut issued: HashSet<T::Id> = hub.ids().chain(hub.reserved()).collect();
    issue(&mut hub, &mut issued);
    // With less bits, slots are used up, or their generations start again.
    if T::Id::GENERATION_BITS > 3 {
        hub.clear();
        hub.free_reserved();
        issue(&mut hub, &mut issued);
    }
}

/// Checks that the ids that a hub issues in its free slots were not issued before, if an id
/// cannot come back.
pub(crate) fn are_new<T: Vacate>(mut hub: Hub<T>, issued: &HashSet<T::Id>) {
    if T::Id::GENERATION_BITS == 0 || T::Exhausted::WRAPS {
        return;
    }
    assert!(hub.ids().all(|id| issued.contains(&id)));
    for _ in 0..hub.stats().free + KEPT_FREE {
        if hub.try_reserve(1).is_err() {
            break;
        }
        let id = hub.reserve_id();
        assert!(!issued.contains(&id), "{id:?} came back");
    }
}

fn issue<T: Vacate>(hub: &mut Hub<T>, issued: &mut HashSet<T::Id>) {
    for _ in 0..hub.stats().free + KEPT_FREE {
        if hub.try_reserve(1).is_err() {
            break;
        }
        let id = hub.reserve_id();
        assert_eq!(T::Id::from_bits(id.to_bits()), Some(id), "no hub issues it");
        assert_eq!(id.tag(), hub.tag());
        assert!(issued.insert(id), "{id:?} is issued twice");
    }
    assert!(hub.stats().free <= KEPT_FREE, "free slots are lost");
}
