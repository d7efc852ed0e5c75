//! Fetching a value into the cache before it is needed.

/// Asks the processor to fetch the start of a value, and does not wait for it. Values that are far
/// apart then arrive together, and not one after the other. Does nothing on processors other
/// than x86-64.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: a prefetch accesses no memory, so that every address is allowed, and every
        // x86-64 processor has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = value;
}
