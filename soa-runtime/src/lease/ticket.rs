//! The order in which leases were taken.

#[cfg(target_has_atomic = "64")]
use core::sync::atomic::AtomicU64 as Counter;
#[cfg(not(target_has_atomic = "64"))]
use core::sync::atomic::AtomicUsize as Counter;
use core::sync::atomic::Ordering;

/// The number of a lease, larger than the numbers of all leases that its hub issued
/// before.
///
/// A hub has no space for a counter and needs none. Any counter that only increases
/// puts the leases of a hub in order, so the whole program shares one counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ticket(
    #[cfg(target_has_atomic = "64")] u64,
    #[cfg(not(target_has_atomic = "64"))] usize,
);

impl Ticket {
    pub(super) fn take() -> Self {
        static NEXT: Counter = Counter::new(0);
        // The counter publishes no memory. Calls of one hub see it increase,
        // because every atomic guarantees that.
        Ticket(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
