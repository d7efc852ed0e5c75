//! Fetching a value into the cache before it is needed.

/// Asks the processor to fetch the start of a value, and does not wait. Reads nothing. Values
/// that are far apart arrive together then, instead of one after the other. On other
/// processors than x86-64 it does nothing.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: it reads nothing, and every x86-64 processor has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = value;
}
