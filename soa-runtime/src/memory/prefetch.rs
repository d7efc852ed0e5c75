//! Fetching a value into the cache before it is needed.

use core::ptr::from_ref;

/// Asks the processor to fetch the start of a value, and does not wait for it. Values that are far
/// apart then arrive together, and not one after the other. Does nothing on processors other
/// than x86-64 and 64-bit ARM.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: a prefetch accesses no memory, so that every address is allowed, and every
        // x86-64 processor has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(from_ref(value).cast()) };
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    // SAFETY: a prefetch accesses no memory, so that every address is allowed. Every 64-bit ARM
    // processor has the instruction, and it changes no register.
    unsafe {
        core::arch::asm!(
            "prfm pldl1keep, [{}]",
            in(reg) from_ref(value),
            options(readonly, nostack, preserves_flags),
        );
    }
    #[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri))))]
    let _ = from_ref(value);
}
