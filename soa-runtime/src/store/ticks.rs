//! The clock and the incarnation of a store, and the stamps that follow them.
//!
//! Both are in the block, beside the stamps. A store without memory has no incarnation, and
//! keeps the clock in the address at which its block dangles. So a store is as small as without
//! a clock. (A field of a type that depends on the record would make the hub invariant, too.)

use super::typed::{RowStampOf, SlotStampOf};
use super::untyped::Untyped;
use super::{Store, Typed, row_layout};
use crate::handle::AnyHandle;
use crate::ids::Core;
use crate::memory::{Base, RowLayout, clock, incarnation, lend_stamps, renewal, write};
use crate::record::{Shape, Stamp, Ticking, TickingOf};
use crate::ticks::{Aged, Incarnation, Now, Tick};

/// What a store keeps when it moves to another block.
#[derive(Clone, Copy)]
pub(super) struct Identity {
    now: Now,
    incarnation: Option<Incarnation>,
    /// The tick of the last renewal, or 0.
    renewal: u64,
}

/// What a store has that no reader has seen.
const NEW: Identity = Identity {
    now: Now::FIRST,
    incarnation: None,
    renewal: 0,
};

impl Core {
    /// Returns what the store keeps when its block is replaced or extended.
    ///
    /// # Safety
    ///
    /// The block was made with `row`, apart from back links, and its stamps are initialised. It
    /// has a clock exactly if `has_clock` is true.
    #[inline]
    unsafe fn identity(&self, row: &RowLayout, has_clock: bool) -> Identity {
        let base = self.block.base();
        if base.capacity > 0 && row.tracked > 0 {
            // SAFETY: by this function's contract; checked above: there are rows and a tracked
            // column.
            return unsafe {
                Identity {
                    now: Now::from_number(clock(base, row).read()),
                    incarnation: Incarnation::from_number(incarnation(base, row).read()),
                    renewal: renewal(base, row).map_or(0, |cell| cell.read()),
                }
            };
        }
        if base.capacity == 0 && has_clock {
            let now = Now::from_number(self.block.clock());
            return Identity { now, ..NEW };
        }
        NEW
    }

    /// Stores what the store has kept, in a block that was replaced or extended. A store
    /// that had no incarnation gets one with its memory.
    ///
    /// # Safety
    ///
    /// The contract of [`Core::identity`], but the clock, the incarnation and the tick of the last
    /// renewal need not be initialised.
    #[inline]
    unsafe fn set_identity(&mut self, row: &RowLayout, has_clock: bool, kept: Identity) {
        let (base, now) = (self.block.base(), kept.now.number());
        if base.capacity > 0 && row.tracked > 0 {
            let number = Incarnation::number(kept.incarnation.or_else(Incarnation::next));
            // SAFETY: by this function's contract; checked above: there are rows and a
            // tracked column. The store is lent exclusively.
            unsafe {
                clock(base, row).write(now);
                incarnation(base, row).write(number);
                if let Some(cell) = renewal(base, row) {
                    cell.write(kept.renewal);
                }
            }
        } else if base.capacity == 0 && has_clock {
            self.block.set_clock(now);
        }
    }
}

impl<H: AnyHandle> Untyped<'_, H> {
    /// Returns what the store keeps when its block is replaced or extended.
    #[inline(always)]
    pub(super) fn identity(&self) -> Identity {
        // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 7 of `Store`.
        unsafe { self.core.identity(self.plan.row, self.plan.has_clock) }
    }

    /// Stores what the store has kept, in a block that was replaced or extended.
    #[inline(always)]
    pub(super) fn set_identity(&mut self, kept: Identity) {
        let (row, has_clock) = (self.plan.row, self.plan.has_clock);
        // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 7 of `Store`.
        unsafe { self.core.set_identity(row, has_clock, kept) };
    }
}

impl<S: Shape> Typed<S> {
    /// Whether the block has stamps.
    pub(super) const HAS_STAMPS: bool = row_layout::<S>().tracked > 0;

    #[inline(always)]
    fn identity(&self) -> Identity {
        // SAFETY: by invariants 1 and 7 of `Store`.
        unsafe { (self.store.core).identity(Self::ROW, TickingOf::<S>::HAS_CLOCK) }
    }

    /// Changes what the store keeps.
    #[inline(always)]
    fn change_identity(&mut self, change: impl FnOnce(Identity) -> Identity) {
        let identity = self.identity();
        self.untyped().set_identity(change(identity));
    }

    /// Returns the open tick.
    #[inline(always)]
    fn now(&self) -> Now {
        self.identity().now
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
        if let Some(aged) = now.aged_since(before) {
            self.age(aged);
        }
        self.change_identity(|kept| Identity { now, ..kept });
    }

    /// Makes all stamps of rows, slots and their blocks older.
    fn age(&mut self, aged: Aged) {
        let base = self.store.base();
        // SAFETY: by invariants 1 and 7 of `Store`, which is lent exclusively.
        unsafe { lend_stamps(Self::ALL, base, base.capacity, |mut all| all.age(aged)) };
    }

    /// Makes all rows, and all slots if they have stamps, later than every tick that
    /// this store or another one has returned.
    pub(crate) fn start_after(&mut self, other: &Store<S::Record>) {
        self.begin(self.now().max(other.typed().now()).next());
        self.stamp_everything();
    }

    /// Makes this store one that no reader has seen: the first tick is open, everything changed
    /// in it, and the incarnation is new. The stamps of other ticks are forgotten.
    #[cfg(feature = "serde")]
    pub(crate) fn restart(&mut self) {
        self.age(Aged::at_the_start());
        self.untyped().set_identity(NEW);
        self.stamp_everything();
    }

    /// Makes this store the later state of another one, which it replaces: all rows and slots
    /// are later than every tick that either has returned, and it has the incarnation of
    /// the other one, if that has one.
    pub(crate) fn replace_later(&mut self, other: &Store<S::Record>) {
        self.start_after(other);
        let other = other.typed().incarnation();
        self.change_identity(|kept| Identity {
            incarnation: other.or(kept.incarnation),
            ..kept
        });
    }

    /// Returns the incarnation, which a store without a clock or without memory has not.
    pub(crate) fn incarnation(&self) -> Option<Incarnation> {
        self.identity().incarnation
    }

    /// Records that all rows, and all slots if they have stamps, changed.
    pub(crate) fn stamp_everything(&mut self) {
        let base = self.store.base();
        // SAFETY: by invariant 1 of `Store`, which is lent exclusively.
        unsafe { lend_stamps(Self::ALL, base, 0, |mut all| all.stamp_all()) };
    }

    /// Returns the last tick that ended.
    pub(crate) fn last_tick(&self) -> Tick {
        self.now().last()
    }

    /// Records that a row has another id, if the hub records that and the stamp of its slot
    /// is not that of the row.
    pub(super) fn record_renewal(&mut self) {
        self.change_identity(|kept| Identity {
            renewal: kept.now.number(),
            ..kept
        });
    }

    /// Returns whether a row may have got another id after `tick` ended, which its own stamps
    /// do not record.
    pub(crate) fn has_renewed(&self, tick: Tick) -> bool {
        self.identity().renewal > tick.to_bits()
    }

    /// Records that a slot changed hands, if the hub records that.
    ///
    /// # Safety
    ///
    /// `slot` is one of the slots.
    #[inline(always)]
    pub(super) unsafe fn stamp_slot(&mut self, slot: u32) {
        if const { SlotStampOf::<S>::EXISTS } {
            debug_assert!(slot < self.store.slots(), "the slot is one of the slots");
            // SAFETY: by invariant 1 of `Store` and this function's contract.
            unsafe {
                let entry = SlotStampOf::<S>::entry();
                write(Self::SLOT_STAMPS, self.store.base(), slot as usize, entry);
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
    if const { RowStampOf::<S>::EXISTS } {
        // SAFETY: by this function's contract `row` is below the capacity of the block.
        unsafe { write(Typed::<S>::ROW_STAMPS, base, row, RowStampOf::<S>::entry()) };
    }
}
