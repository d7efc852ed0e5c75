//! Writing rows and moving them out.

use core::mem::ManuallyDrop;

use super::ticks::stamp_row_of;
use super::typed::SlotStampOf;
use super::{FieldsOf, Typed, outside};
use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::memory::{Access, Base, Fields as _, One, read, write};
use crate::record::{HandleOf, LayoutOf, Shape, Stamp as _};

impl<S: Shape> Typed<S> {
    /// Replaces the fields of an initialised row and returns the old fields.
    #[inline]
    pub(crate) fn replace_row(&mut self, row: usize, fields: FieldsOf<S>) -> FieldsOf<S> {
        if row >= self.store.rows() as usize {
            outside(row);
        }
        // SAFETY: by invariant 3 of `Store`; checked above: the row is initialised.
        unsafe { self.exchange(row, fields) }
    }

    /// Replaces the fields of a row and returns the old fields.
    ///
    /// # Safety
    ///
    /// The row is initialised.
    #[inline(always)]
    pub(super) unsafe fn exchange(&mut self, row: usize, fields: FieldsOf<S>) -> FieldsOf<S> {
        debug_assert!(row < self.store.rows() as usize, "it is a row of the hub");
        let base = self.store.base();
        // As in `NextRow::write`: without code that drops values where a debug build may panic.
        let fields = ManuallyDrop::new(fields);
        // SAFETY: by invariant 1 of `Store` and this function's contract the row is below the
        // rows and so below the capacity. What is read is overwritten next, and the fields are
        // not dropped here.
        let old = unsafe {
            let old = ManuallyDrop::new(read(Typed::<S>::FIELDS, base, row));
            write_fields::<S>(base, row, &fields);
            stamp_row_of::<S>(base, row);
            old
        };
        ManuallyDrop::into_inner(old)
    }
}

/// Moves the fields to a row, whose old values are forgotten.
///
/// A debug build compiles it once for each record, and calls it.
///
/// # Safety
///
/// `base` is the block of a store of the record of `S`. `row` is below its capacity and
/// accessed exclusively. The caller neither uses nor drops the fields again.
#[inline]
pub(super) unsafe fn write_fields<S: Shape>(base: Base, row: usize, fields: &FieldsOf<S>) {
    // SAFETY: by this function's contract the row is below the capacity and accessed
    // exclusively, and the fields are not used again.
    unsafe { fields.write(Typed::<S>::FIELDS, &Access::of_row(base, row)) };
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
