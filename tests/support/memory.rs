//! How much memory a thread has asked for.
#![expect(unsafe_code, reason = "a global allocator can only be implemented so")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Forwards to the system's allocator, and counts per thread.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// Returns how often this thread has asked for memory.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn allocations() -> usize {
    COUNT.get()
}

/// Calls a function. Returns the most bytes that its thread had at once because of it.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn peak_of(call: impl FnOnce()) -> usize {
    let before = LIVE.get();
    PEAK.set(before);
    call();
    usize::try_from(PEAK.get() - before).expect("the peak is not below the start")
}

fn count(added: usize, removed: usize) {
    COUNT.set(COUNT.get() + usize::from(added > 0));
    let live = LIVE.get().wrapping_add_unsigned(added);
    LIVE.set(live.wrapping_sub_unsigned(removed));
    PEAK.set(PEAK.get().max(LIVE.get()));
}

// SAFETY: every method forwards to the system's allocator, whose contract is the same.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: by this method's contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: by this method's contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: by this method's contract, and because `alloc` forwards as well.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: by this method's contract, and because `alloc` forwards as well.
        unsafe { System.realloc(memory, layout, size) }
    }
}
