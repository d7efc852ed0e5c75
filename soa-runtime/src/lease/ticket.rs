//! The order in which leases were taken.

#[cfg(target_has_atomic = "64")]
use core::sync::atomic::AtomicU64 as Counter;
#[cfg(not(target_has_atomic = "64"))]
use core::sync::atomic::AtomicUsize as Counter;
use core::sync::atomic::Ordering;

/// When a lease was taken: larger than those of all leases that its hub gave
/// before. A hub has no place for a count, and needs none: any that only rises
/// puts its leases in order, so one is enough for all hubs of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ticket(
    #[cfg(target_has_atomic = "64")] u64,
    #[cfg(not(target_has_atomic = "64"))] usize,
);

impl Ticket {
    pub(super) fn take() -> Self {
        static NEXT: Counter = Counter::new(0);
        // No memory is published by it; that a hub's own calls see it rise is
        // what every atomic promises.
        Ticket(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
