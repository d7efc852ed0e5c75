//! Returns pages without contents to the system.
//!
//! The address space stays reserved. When a page is used again, the system provides a new
//! page. It has zeros if the memory is anonymous, as allocators map it, and otherwise what the mapped
//! file contains.

use core::ptr::NonNull;

/// Returns the whole pages among the `bytes` bytes from `start` on to the system.
///
/// The result is the number of returned bytes. It is 0 where the system has no such
/// call. `MADV_FREE` of macOS, and `DiscardVirtualMemory` and `MEM_RESET` of Windows, are
/// not used, because the contents may change at any time until the page is written.
///
/// # Safety
///
/// 1. The bytes are inside one allocation, or there are no bytes.
/// 2. The bytes are not borrowed, and their owner relies on nothing but that they stay
///    initialised if they were. The system replaces them by other bytes.
pub(crate) unsafe fn purge(start: NonNull<u8>, bytes: usize) -> usize {
    let Some(page) = page_size() else {
        return 0;
    };
    let before = start.as_ptr().align_offset(page);
    let whole = bytes.saturating_sub(before) / page * page;
    if whole == 0 {
        return 0;
    }
    // SAFETY: by this function's contract; checked above: there are more bytes, and the pages are
    // whole and inside them.
    let is_discarded = unsafe {
        let first = start.add(before);
        debug_assert_eq!(first.addr().get() % page, 0, "a page is whole");
        discard(first, whole)
    };
    if is_discarded { whole } else { 0 }
}

#[cfg(all(target_os = "linux", not(miri)))]
fn page_size() -> Option<usize> {
    // SAFETY: the call reads a constant of the system.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(size)
        .ok()
        .filter(|size| size.is_power_of_two())
}

/// Returns whether the system took the pages.
///
/// # Safety
///
/// The contract of [`purge`], for whole pages.
#[cfg(all(target_os = "linux", not(miri)))]
unsafe fn discard(first: NonNull<u8>, bytes: usize) -> bool {
    // SAFETY: by this function's contract the owner relies only on the bytes being
    // initialised, and they stay so: the system replaces whole pages.
    unsafe { libc::madvise(first.as_ptr().cast(), bytes, libc::MADV_DONTNEED) == 0 }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn page_size() -> Option<usize> {
    None
}

/// Returns `false`, because the system has no such call.
///
/// # Safety
///
/// The contract of [`purge`].
#[cfg(not(all(target_os = "linux", not(miri))))]
unsafe fn discard(_: NonNull<u8>, _: usize) -> bool {
    false
}
