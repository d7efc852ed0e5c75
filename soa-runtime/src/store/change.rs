//! Writing rows and moving them out.

use core::mem::MaybeUninit;
use core::ptr::NonNull;

use super::ticks::stamp_row_of;
use super::typed::SlotStampOf;
use super::{Typed, outside};
use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::memory::{Base, Moved, One, Way, drop_rows, move_record, move_row, write};
use crate::record::{ExhaustedOf, HandleOf, LayoutOf, Shape, Stamp as _};
use crate::slot_table;

impl<S: Shape> Typed<S> {
    /// Swaps the values of an initialised row with those of a record.
    #[inline]
    pub(crate) fn swap_row(&mut self, row: usize, record: &mut S::Record) {
        if row >= self.store.rows() as usize {
            outside(row);
        }
        // SAFETY: by invariant 3 of `Store`; checked above: the row is initialised.
        unsafe { self.exchange(row, record, Way::Swapped) }
    }

    /// Swaps values of a row with those of a record, which is one of the two ways that swap.
    ///
    /// # Safety
    ///
    /// The row is initialised.
    #[inline(always)]
    pub(super) unsafe fn exchange(&mut self, row: usize, record: &mut S::Record, way: Way) {
        debug_assert!(row < self.store.rows() as usize, "it is a row of the hub");
        debug_assert!(!matches!(way, Way::In | Way::Out), "both have values");
        let base = self.store.base();
        // SAFETY: by invariant 1 of `Store` and this function's contract the row is below the
        // rows and so below the capacity. Both have all their values afterwards.
        unsafe {
            move_record_of::<S>(base, row, NonNull::from(record), way);
            stamp_row_of::<S>(base, row);
        }
    }

    /// Replaces the id of a row by the id of the next generation. Returns `None`
    /// and changes nothing if the id is not live or no other generation is left.
    pub(crate) fn renew(&mut self, id: HandleOf<S>) -> Option<HandleOf<S>> {
        let row = self.row_of(id)?;
        let renewed = slot_table::renew::<HandleOf<S>, ExhaustedOf<S>>(self.table().0, id)?;
        // SAFETY: by invariant 1 of `Store`; the row of a live id is below the number of rows and
        // therefore below the capacity. By fact 1 of `slot_table` the slot is one of the slots,
        // since `renew` has written its word.
        unsafe {
            write_id_of::<S>(self.store.base(), row, renewed);
            self.stamp_slot(id.index());
        }
        self.record_renewal();
        Some(renewed)
    }

    /// Moves a row out and moves the last row into its place, for the dense layout.
    ///
    /// A live slot has no row until the caller has released the slot of the row, so no code of a record may run before.
    #[inline]
    pub(super) fn swap_remove(&mut self, row: usize) -> S::Record {
        assert!(Self::DENSE, "a row stays at its slot");
        if row >= self.store.core.live as usize {
            outside(row);
        }
        // SAFETY: by invariant 3 of `Store`; checked above: the row is initialised. Below it is
        // either overwritten or no longer counted.
        let record = unsafe { self.move_out(row) };
        self.remove_with_last(row, Moved::Over);
        record
    }

    /// Moves a row out.
    ///
    /// # Safety
    ///
    /// The row is initialised. The caller ensures that its values are not used again.
    #[inline]
    pub(super) unsafe fn move_out(&self, row: usize) -> S::Record {
        let mut record = MaybeUninit::uninit();
        // SAFETY: by invariant 1 of `Store` and this function's contract. All fields of the record
        // are written.
        unsafe {
            let place = NonNull::from(&mut record).cast();
            move_record_of::<S>(self.store.base(), row, place, Way::Out);
            record.assume_init_read()
        }
    }

    /// Moves the last row into the place of a row, for the dense layout. The values of the row
    /// need no drop, or were moved out, or those that need drop are moved to the last place.
    ///
    /// A live slot has no row until the caller has released the slot of the row, so no code of a record may run before.
    #[inline]
    fn remove_with_last(&mut self, row: usize, moved: Moved) {
        assert!(Self::DENSE, "a row stays at its slot");
        if row >= self.store.core.live as usize {
            outside(row);
        }
        let base = self.store.base();
        let last = self.store.core.live as usize - 1;
        if row != last {
            let id = self.id_of(last);
            debug_assert!(id.index() < self.store.slots(), "a row's id names a slot");
            // SAFETY: by invariant 1 of `Store`; checked above: both rows are below `live`, and
            // the last one is no longer counted below. By invariant 9 of `Store` the id names one
            // of the slots.
            unsafe {
                move_row(Typed::<S>::FIELDS, base, last, row, moved);
                write_id_of::<S>(base, row, id);
                write_row_of::<S>(base, id.index(), row);
            }
        }
        self.store.core.live -= 1;
    }

    /// Moves the last row into the place of a row, frees the slot of the row's id, and then drops
    /// the row, for the dense layout.
    #[inline]
    pub(super) fn drop_with_last(&mut self, row: usize, id: HandleOf<S>) {
        self.remove_with_last(row, Moved::SwappedDropping);
        self.release(id);
        if Self::NEEDS_DROP {
            let place = self.store.core.live as usize;
            // SAFETY: by invariants 1 and 3 of `Store` the row was initialised. What needs drop in
            // it is now in the place of the last row, which is no longer counted.
            unsafe { drop_rows(Typed::<S>::FIELDS, self.store.base(), place..place + 1) };
        }
    }

    /// Stops counting the rows and drops them, for the dense layout. The caller has freed all
    /// slots before, because code of the records runs.
    pub(crate) fn drop_rows(&mut self) {
        assert!(Self::DENSE, "a hole holds the defaults");
        let rows = core::mem::take(&mut self.store.core.live) as usize;
        // SAFETY: by invariants 1 and 3 of `Store`; the store no longer counts
        // these rows.
        unsafe { drop_rows(Typed::<S>::FIELDS, self.store.base(), 0..rows) };
    }
}

/// Moves the values of a row and of a record.
///
/// A debug build compiles it once for each record, and calls it.
///
/// # Safety
///
/// The contract of [`move_record`]; `base` is the block of a store of the record of `S`.
#[inline]
pub(super) unsafe fn move_record_of<S: Shape>(
    base: Base,
    row: usize,
    record: NonNull<S::Record>,
    way: Way,
) {
    // SAFETY: by this function's contract.
    unsafe { move_record::<S, _>(Typed::<S>::FIELDS, base, row, record, way) };
}

/// Writes the slot of `id`, whose row is `row`.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`. `slot` and `row` are below its
/// capacity, and the id names `slot`.
#[inline(always)]
pub(super) unsafe fn write_tables<S: Shape>(base: Base, slot: u32, row: usize, id: HandleOf<S>) {
    debug_assert!(
        (slot as usize) < base.capacity,
        "there is room for slot {slot}"
    );
    debug_assert_eq!(slot, id.index(), "the id names the slot");
    // SAFETY: by this function's contract the slot and the row are in the block.
    unsafe {
        write(Typed::<S>::WORDS, base, slot as usize, One(id.to_bits()));
        write_id_of::<S>(base, row, id);
        write_row_of::<S>(base, slot, row);
        if const { SlotStampOf::<S>::EXISTS } {
            let entry = SlotStampOf::<S>::entry();
            write(Typed::<S>::SLOT_STAMPS, base, slot as usize, entry);
        }
    }
}

/// Writes the row of a slot, if the layout stores it.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`, and `slot` is below its capacity.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the rows are counted in u32"
)]
pub(super) unsafe fn write_row_of<S: Shape>(base: Base, slot: u32, row: usize) {
    if Typed::<S>::DENSE {
        let (at, entry) = (Typed::<S>::ROW_OF, LayoutOf::<S>::row_of_entry(row as u32));
        // SAFETY: by this function's contract `slot` is below the capacity of the block.
        unsafe { write(at, base, slot as usize, entry) };
    }
}

/// Writes the id of a row, if the layout stores it, and stamps the row, if it has a
/// stamp beside those of its columns.
///
/// # Safety
///
/// `base` is the block of a store of `T` with shape `S`, and `row` is below its capacity.
#[inline(always)]
pub(super) unsafe fn write_id_of<S: Shape>(base: Base, row: usize, id: HandleOf<S>) {
    debug_assert!(row < base.capacity, "the row is inside the block");
    // SAFETY: by this function's contract `row` is below the capacity of the block.
    unsafe {
        if Typed::<S>::DENSE {
            let (at, entry) = (Typed::<S>::IDS, LayoutOf::<S>::id_of_entry(id.to_bits()));
            write(at, base, row, entry);
        }
        stamp_row_of::<S>(base, row);
    }
}
