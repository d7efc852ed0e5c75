//! Writing rows and moving them out.

use core::mem::MaybeUninit;
use core::ptr::NonNull;

use super::ticks::stamp_row_of;
use super::typed::{IdOf, RowOf, SlotStampOf};
use super::{Typed, outside};
use crate::handle::AnyHandle;
use crate::memory::{Base, Entry as _, One, Way, move_record};
use crate::record::{HandleOf, Shape};

impl<S: Shape> Typed<S> {
    /// Swaps the values of an initialised row with the values of a record.
    #[inline]
    pub(crate) fn swap_row(&mut self, row: usize, record: &mut S::Record) {
        if row >= self.store.rows() as usize {
            outside(row);
        }
        // SAFETY: by invariant 3 of `Store`; checked above: the row is initialised.
        unsafe { self.exchange(row, record, Way::Swapped) }
    }

    /// Swaps values of a row with the values of a record, which is one of the two ways that swap.
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
        One::write(id.to_bits(), Typed::<S>::WORDS, base, slot as usize);
        write_id_of::<S>(base, row, id);
        write_row_of::<S>(base, slot, row);
        SlotStampOf::<S>::write((), Typed::<S>::SLOT_STAMPS, base, slot as usize);
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
    // SAFETY: by this function's contract `slot` is below the capacity of the block.
    unsafe { RowOf::<S>::write(row as u32, Typed::<S>::ROW_OF, base, slot as usize) };
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
        IdOf::<S>::write(id.to_bits(), Typed::<S>::IDS, base, row);
        stamp_row_of::<S>(base, row);
    }
}
