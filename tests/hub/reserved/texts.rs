//! The messages for reserved ids, and what a hub prints.

use soa_runtime::IdAllocator;

use crate::support::panic_message;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
}

#[test]
fn a_refusal_says_that_the_id_is_reserved() {
    let mut hub = TextureHub::new();
    hub.alloc();
    let id = hub.reserve_id();
    let expected = "id 1v1 of TextureHub is reserved: it has no row yet";
    assert_eq!(panic_message(|| _ = hub.row(id)), expected);
    assert_eq!(panic_message(|| *hub.row_mut(id).mips = 1), expected);
    assert_eq!(
        hub.try_row(id)
            .err()
            .map(|error| error.to_string())
            .as_deref(),
        Some(expected)
    );
    assert_eq!(panic_message(|| _ = hub.columns().mips[id]), expected);
    assert_eq!(panic_message(|| hub.columns_mut().mips[id] = 1), expected);
}

#[test]
fn a_stale_id_of_a_reserved_slot_is_told_so() {
    let mut hub = TextureHub::new();
    let stale = hub.alloc();
    hub.dealloc(stale);
    hub.reserve_id();
    let expected = "stale id 0v1 of TextureHub: slot 0 is at generation 2, reserved";
    assert_eq!(panic_message(|| _ = hub.row(stale)), expected);
    assert_eq!(panic_message(|| _ = hub.columns().mips[stale]), expected);
}
