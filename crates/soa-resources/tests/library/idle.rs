//! A frame without news allocates nothing.
#![expect(unsafe_code, reason = "a global allocator can only be implemented so")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::Duration;

use crate::support::{ONE, World, one_worker};

thread_local! {
    /// The allocations of this thread.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: it hands every call on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.dealloc(start, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn guarantee_3_an_idle_frame_allocates_nothing() {
    let mut world = World::open(one_worker());
    let id = world.request("a", "A", ONE);
    world.finish_all();
    let World { hub, library, .. } = &mut world;
    let before = COUNT.get();
    for _ in 0..1000 {
        let events = library.maintain_into(hub, Duration::from_millis(1));
        assert!(events.is_empty());
        assert!(library.loaded(id).is_some());
    }
    assert_eq!(library.request("a", ONE), id);
    assert!(library.used(id));
    assert!(library.held_by(ONE).eq([id]));
    library.maintain_into(hub, Duration::from_millis(1));
    assert_eq!(COUNT.get(), before);

    // Nor does one in which the budget is exceeded by what is in use.
    let mut world = World::open(one_worker().budget(1));
    let id = world.request("a", "cost 2", ONE);
    world.library.used(id);
    world.finish_all();
    let World { hub, library, .. } = &mut world;
    let before = COUNT.get();
    for _ in 0..1000 {
        assert!(library.used(id));
        library.maintain_into(hub, Duration::from_millis(1));
        assert!(library.loaded(id).is_some());
    }
    assert_eq!(COUNT.get(), before);
}
