//! The clock of a store, and the stamps that follow it.
//!
//! The clock is in the block, beside the stamps. A store without memory keeps it in the
//! address at which its block dangles. So a store is as small as without a clock. (A
//! field of a type that depends on the record would make the hub invariant, too.)

use super::{Store, Typed, row_layout};
use crate::memory::{age_stamps, clock, stamp_all};
use crate::record::{IdAllocator, Shape, Ticking};
use crate::ticks::{Now, Tick};

impl<S: Shape> Typed<S> {
    const HAS_CLOCK: bool = <S::Record as IdAllocator>::Ticking::HAS_CLOCK;
    /// Whether the block has stamps.
    pub(super) const HAS_STAMPS: bool = row_layout::<S>().tracked > 0;

    /// Returns the open tick.
    pub(super) fn now(&self) -> Now {
        let row = row_layout::<S>();
        if self.store.capacity() == 0 {
            return if Self::HAS_CLOCK {
                Now::from_number(self.store.block.clock())
            } else {
                Now::FIRST
            };
        }
        if row.tracked == 0 {
            return Now::FIRST;
        }
        // SAFETY: by invariant 1 of `Store`; checked above: there are rows and a tracked
        // column.
        let clock = unsafe { clock(self.store.base(), row) };
        // SAFETY: by invariant 7 of `Store`.
        Now::from_number(unsafe { clock.read() })
    }

    /// Makes a tick the open one.
    pub(super) fn set_now(&mut self, now: Now) {
        let row = row_layout::<S>();
        if self.store.capacity() == 0 {
            if Self::HAS_CLOCK {
                self.store.block.set_clock(now.number());
            }
        } else if row.tracked > 0 {
            // SAFETY: by invariant 1 of `Store`; checked above: there are rows and a
            // tracked column.
            let clock = unsafe { clock(self.store.base(), row) };
            // SAFETY: the cell is inside the block, and the store is lent exclusively.
            unsafe { clock.write(now.number()) }
        }
    }

    /// Ends the open tick and returns it.
    pub(crate) fn advance(&mut self) -> Tick {
        self.begin(self.now().next());
        self.now().last()
    }

    /// Ends the open tick as `tick`, unless that is earlier. Returns the last tick that
    /// ended.
    pub(crate) fn advance_to(&mut self, tick: Tick) -> Tick {
        self.begin(Now::after(tick));
        self.now().last()
    }

    /// Makes a later tick the open one.
    pub(super) fn begin(&mut self, now: Now) {
        let before = self.now();
        if now <= before {
            return;
        }
        let ages = now.aged_since(before);
        if ages > 0 {
            // SAFETY: by invariants 1 and 7 of `Store`, which is lent exclusively.
            unsafe { age_stamps(Typed::<S>::ALL, self.store.base(), ages) };
        }
        self.set_now(now);
    }

    /// Makes all rows, and all slots if they have stamps, later than every tick that
    /// this store or another one has returned.
    pub(crate) fn start_after(&mut self, other: &Store<S::Record>) {
        self.begin(self.now().max(other.typed().now()).next());
        // SAFETY: by invariant 1 of `Store`, which is lent exclusively.
        unsafe { stamp_all(Typed::<S>::ALL, self.store.base()) };
    }
}
