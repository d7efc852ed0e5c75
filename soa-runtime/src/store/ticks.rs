//! The clock and the incarnation of a store, and the stamps that follow them.
//!
//! Both are in the block, beside the stamps. A store without memory has no incarnation, and
//! keeps the clock in the address at which its block dangles. So a store is as small as without
//! a clock. (A field of a type that depends on the record would make the hub invariant, too.)

use super::typed::{RowStampOf, SlotStampOf};
use super::untyped::{Core, Untyped};
use super::{Store, Typed, row_layout};
use crate::handle::AnyHandle;
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

impl Core {
    /// Returns the open tick.
    ///
    /// # Safety
    ///
    /// The block was made with `row`, apart from links, and its stamps are initialised. It
    /// has a clock exactly if `has_clock` is true.
    #[inline]
    pub(super) unsafe fn now(&self, row: &RowLayout, has_clock: bool) -> Now {
        if self.block.capacity() == 0 {
            return if has_clock {
                Now::from_number(self.block.clock())
            } else {
                Now::FIRST
            };
        }
        if row.tracked == 0 {
            return Now::FIRST;
        }
        // SAFETY: by this function's contract; checked above: there are rows and a tracked
        // column.
        Now::from_number(unsafe { clock(self.block.base(), row).read() })
    }

    /// Makes a tick the open one.
    ///
    /// # Safety
    ///
    /// The contract of [`Core::now`].
    #[inline]
    pub(super) unsafe fn set_now(&mut self, row: &RowLayout, has_clock: bool, now: Now) {
        if self.block.capacity() == 0 {
            if has_clock {
                self.block.set_clock(now.number());
            }
        } else if row.tracked > 0 {
            // SAFETY: by this function's contract; checked above: there are rows and a
            // tracked column. The store is lent exclusively.
            unsafe { clock(self.block.base(), row).write(now.number()) }
        }
    }

    /// Returns the incarnation, which a store without a clock or without memory has not.
    ///
    /// # Safety
    ///
    /// The block was made with `row`, apart from links, and its stamps are initialised.
    #[inline]
    pub(super) unsafe fn incarnation(&self, row: &RowLayout) -> Option<Incarnation> {
        if self.block.capacity() == 0 || row.tracked == 0 {
            return None;
        }
        // SAFETY: by this function's contract; checked above: there are rows and a tracked
        // column.
        Incarnation::from_number(unsafe { incarnation(self.block.base(), row).read() })
    }

    /// Stores an incarnation, if the store has a clock and memory.
    ///
    /// # Safety
    ///
    /// The contract of [`Core::incarnation`], but the cell need not be initialised.
    #[inline]
    pub(super) unsafe fn set_incarnation(
        &mut self,
        row: &RowLayout,
        choose: impl FnOnce() -> Option<Incarnation>,
    ) {
        if self.block.capacity() > 0 && row.tracked > 0 {
            let number = Incarnation::number(choose());
            // SAFETY: by this function's contract; checked above: there are rows and a
            // tracked column. The store is lent exclusively.
            unsafe { incarnation(self.block.base(), row).write(number) }
        }
    }
}

impl Core {
    /// Returns the tick of the last renewal, if the store records it.
    ///
    /// # Safety
    ///
    /// The contract of [`Core::incarnation`].
    #[inline]
    unsafe fn renewal(&self, row: &RowLayout) -> Option<u64> {
        if self.block.capacity() == 0 {
            return None;
        }
        // SAFETY: by this function's contract; checked above: there are rows.
        unsafe { renewal(self.block.base(), row).map(|cell| cell.read()) }
    }

    /// Stores the tick of the last renewal, if the store records it.
    ///
    /// # Safety
    ///
    /// The contract of [`Core::set_incarnation`].
    #[inline]
    unsafe fn set_renewal(&mut self, row: &RowLayout, tick: u64) {
        if self.block.capacity() == 0 {
            return;
        }
        // SAFETY: by this function's contract; checked above: there are rows. The store is lent
        // exclusively.
        unsafe {
            if let Some(cell) = renewal(self.block.base(), row) {
                cell.write(tick);
            }
        }
    }
}

impl<H: AnyHandle> Untyped<'_, H> {
    /// Returns the open tick.
    #[inline(always)]
    pub(super) fn now(&self) -> Now {
        // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 7 of `Store`.
        unsafe { self.core.now(self.plan.row, self.plan.has_clock) }
    }

    /// Makes a tick the open one.
    #[inline(always)]
    pub(super) fn set_now(&mut self, now: Now) {
        // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 7 of `Store`.
        unsafe { self.core.set_now(self.plan.row, self.plan.has_clock, now) };
    }

    /// Returns what the store keeps when its block is replaced or extended.
    #[inline(always)]
    pub(super) fn identity(&self) -> Identity {
        let row = self.plan.row;
        // SAFETY: by invariant 1 of `Untyped` and invariants 1 and 7 of `Store`.
        let (incarnation, renewal) =
            unsafe { (self.core.incarnation(row), self.core.renewal(row)) };
        Identity {
            now: self.now(),
            incarnation,
            renewal: renewal.unwrap_or(0),
        }
    }

    /// Stores what the store has kept, in a block that was replaced or extended. A store
    /// that had no incarnation gets one with its memory.
    #[inline(always)]
    pub(super) fn set_identity(&mut self, kept: Identity) {
        self.set_now(kept.now);
        let choose = || kept.incarnation.or_else(Incarnation::next);
        // SAFETY: by invariant 1 of `Untyped` and invariant 1 of `Store`.
        unsafe {
            self.core.set_incarnation(self.plan.row, choose);
            self.core.set_renewal(self.plan.row, kept.renewal);
        }
    }
}

impl<S: Shape> Typed<S> {
    const HAS_CLOCK: bool = <TickingOf<S> as Ticking>::HAS_CLOCK;
    /// Whether the block has stamps.
    pub(super) const HAS_STAMPS: bool = row_layout::<S>().tracked > 0;

    /// Returns the open tick.
    #[inline(always)]
    pub(super) fn now(&self) -> Now {
        // SAFETY: by invariants 1 and 7 of `Store`.
        unsafe { self.store.core.now(Self::ROW, Self::HAS_CLOCK) }
    }

    /// Makes a tick the open one.
    #[inline(always)]
    pub(super) fn set_now(&mut self, now: Now) {
        self.untyped().set_now(now);
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
        self.set_now(now);
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
        self.untyped().set_identity(Identity {
            now: Now::FIRST,
            incarnation: None,
            renewal: 0,
        });
        self.stamp_everything();
    }

    /// Makes this store the later state of another one, which it replaces: all rows and slots
    /// are later than every tick that either has returned, and it has the incarnation of
    /// the other one, if that has one.
    pub(crate) fn replace_later(&mut self, other: &Store<S::Record>) {
        self.start_after(other);
        if let Some(incarnation) = other.typed().incarnation() {
            // SAFETY: by invariant 1 of `Store`.
            unsafe {
                self.store
                    .core
                    .set_incarnation(Self::ROW, || Some(incarnation));
            }
        }
    }

    /// Returns the incarnation, which a store without a clock or without memory has not.
    pub(crate) fn incarnation(&self) -> Option<Incarnation> {
        // SAFETY: by invariants 1 and 7 of `Store`.
        unsafe { self.store.core.incarnation(Self::ROW) }
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
        let now = self.now().number();
        // SAFETY: by invariants 1 and 7 of `Store`.
        unsafe { self.store.core.set_renewal(Self::ROW, now) };
    }

    /// Returns whether a row may have got another id after `tick` ended, which its own stamps
    /// do not record.
    pub(crate) fn has_renewed(&self, tick: Tick) -> bool {
        // SAFETY: by invariants 1 and 7 of `Store`.
        let renewal = unsafe { self.store.core.renewal(Self::ROW) };
        renewal.is_some_and(|renewal| renewal > tick.to_bits())
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
            unsafe { stamp_slot_of::<S>(self.store.base(), slot) };
        }
    }
}

/// Stamps a slot, if the hub records which slots changed hands.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`, and `slot` is below its capacity.
#[inline(always)]
pub(super) unsafe fn stamp_slot_of<S: Shape>(base: Base, slot: u32) {
    if const { SlotStampOf::<S>::EXISTS } {
        let (at, entry) = (Typed::<S>::SLOT_STAMPS, SlotStampOf::<S>::entry());
        // SAFETY: by this function's contract `slot` is below the capacity of the block.
        unsafe { write(at, base, slot as usize, entry) };
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
