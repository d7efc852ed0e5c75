//! The open tick of a store, and the stamps of everything in it.

use super::typed::{RowStampOf, SlotStampOf};
use super::{Store, Typed, outside};
use crate::memory::{Base, Entry as _, Tree as _, lend_stamps};
use crate::record::{Shape, Ticking, TickingOf};
use crate::ticks::{Incarnation, StampsMut, Tick};

impl<S: Shape> Typed<S> {
    /// Ends the open tick and returns it.
    pub(crate) fn advance(&mut self) -> Tick {
        let open = self.store.core.clock.number();
        self.open_tick_after(open);
        self.last_tick()
    }

    /// Ends the open tick as `tick`, unless that is earlier. What was written in the open tick was
    /// then written in `tick`. Returns the last tick that ended.
    pub(crate) fn advance_to(&mut self, tick: Tick) -> Tick {
        let (open, ended) = (self.store.core.clock, tick.to_bits());
        if ended > open.number() {
            self.open_tick(ended);
            let (from, to) = (open.stamp(), self.store.core.clock.stamp());
            self.each_stamps(|mut stamps| stamps.restamp(from, to));
            self.store.core.clock.move_unstamped(from);
        }
        if ended >= open.number() {
            self.open_tick_after(ended);
        }
        self.last_tick()
    }

    /// Opens the tick after `ended`. The very last tick never ends: from then on everything
    /// counts as changed.
    fn open_tick_after(&mut self, ended: u64) {
        self.open_tick(ended.saturating_add(1));
    }

    /// Makes the tick `number` the open one, unless it is earlier or the store has no clock. If it
    /// has no stamp, the stamps are forgotten: everything changed in it, and the store is another
    /// incarnation.
    fn open_tick(&mut self, number: u64) {
        let clock = self.store.core.clock;
        if !TickingOf::<S>::HAS_CLOCK || number <= clock.number() {
            return;
        }
        if let Some(next) = clock.at(number) {
            self.store.core.clock = next;
        } else {
            self.each_stamps(|mut stamps| stamps.clear());
            self.store.core.clock = clock.restarted_at(number);
            self.stamp_everything();
        }
    }

    /// Lends the stamps of all rows and slots, column by column.
    fn each_stamps(&mut self, each: impl FnMut(StampsMut<'_>)) {
        let base = self.store.base();
        // SAFETY: by invariants 1 and 7 of `Store`, which is lent exclusively.
        unsafe { lend_stamps(Self::ALL, base, base.capacity, each) };
    }

    /// Makes all rows, and all slots if they have stamps, later than every tick that
    /// this store or another one has returned.
    pub(crate) fn start_after(&mut self, other: &Store<S::Record>) {
        let [own, other] = [&self.store, other].map(|store| store.core.clock.number());
        self.open_tick_after(own.max(other));
        self.stamp_everything();
    }

    /// Makes this store one that no reader has seen: the first tick is open, everything changed
    /// in it, and the incarnation is new. The stamps of other ticks are forgotten.
    #[cfg(feature = "serde")]
    pub(crate) fn restart(&mut self) {
        self.each_stamps(|mut stamps| stamps.clear());
        self.store.core.clock = self.store.core.clock.restarted_at(1);
        self.stamp_everything();
    }

    /// Makes this store the later state of another one, which it replaces: all rows and slots
    /// are later than every tick that either has returned, and it has the incarnation of
    /// the other one, if that has one.
    pub(crate) fn replace_later(&mut self, other: &Store<S::Record>) {
        self.start_after(other);
        let (own, other) = (self.incarnation(), other.core.clock.incarnation());
        self.store.core.clock.set_incarnation(other.or(own));
    }

    /// Returns the incarnation, which a store without a clock or without memory has not.
    pub(crate) fn incarnation(&self) -> Option<Incarnation> {
        self.store.core.clock.incarnation()
    }

    /// Records that all rows, and all slots if they have stamps, changed.
    pub(crate) fn stamp_everything(&mut self) {
        let base = self.store.base();
        // SAFETY: by invariant 1 of `Store`, which is lent exclusively.
        unsafe { lend_stamps(Self::ALL, base, 0, |mut all| all.stamp_all()) };
    }

    /// Returns the last tick that ended.
    pub(crate) fn last_tick(&self) -> Tick {
        self.store.core.clock.last()
    }

    /// Returns whether a row may have got another id, or the last slot been removed, after `tick`
    /// ended, which the stamps of rows do not record.
    pub(crate) fn has_unstamped(&self, tick: Tick) -> bool {
        self.store.core.clock.has_unstamped(tick)
    }

    /// Records that a slot changed hands, if the hub records that.
    #[inline(always)]
    pub(crate) fn stamp_slot(&mut self, slot: u32) {
        if const { SlotStampOf::<S>::TREE.columns() > 0 } {
            if slot >= self.store.slots() {
                outside(slot as usize);
            }
            // SAFETY: by invariant 1 of `Store`; checked above: it is one of the slots.
            unsafe {
                SlotStampOf::<S>::write((), Self::SLOT_STAMPS, self.store.base(), slot as usize);
            }
        }
    }
}

/// Stamps a row, if the hub has stamps of rows beside those of columns.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`, and `row` is below its capacity.
#[inline(always)]
pub(super) unsafe fn stamp_row_of<S: Shape>(base: Base, row: usize) {
    // SAFETY: by this function's contract `row` is below the capacity of the block.
    unsafe { RowStampOf::<S>::write((), Typed::<S>::ROW_STAMPS, base, row) };
}
