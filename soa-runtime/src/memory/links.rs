//! A number per row after the columns and bits of a block, and one in front of
//! them: a table that most blocks do not have. What the numbers mean is the
//! business of its owner.

use core::slice;

use super::row_layout::{FRONT, RowLayout};
use super::tree::Base;

/// The table of links of one block.
///
/// # Invariants
///
/// 1. `numbers` starts the table of a block with links, of `capacity` rows: there
///    are [`FRONT`] numbers and then `capacity` ones, inside the block and aligned.
///
/// Every `unsafe` function asks of its caller that the block is still there and
/// that no other borrow of the table is alive.
#[derive(Clone, Copy)]
pub(crate) struct LinkTable {
    numbers: *mut u32,
    capacity: usize,
}

impl LinkTable {
    /// The table of a block, if it has one.
    ///
    /// # Safety
    ///
    /// `base` is a block that was made with `row`.
    #[inline]
    pub(crate) unsafe fn of(base: Base, row: RowLayout) -> Option<Self> {
        let offset = row.links_at(base.capacity)?;
        // SAFETY: by this function's contract and what `layout` adds to the columns
        // and the bits, the table starts there, inside the block and aligned.
        let numbers = unsafe { base.start.as_ptr().add(offset) }.cast();
        Some(LinkTable {
            numbers,
            capacity: base.capacity,
        })
    }

    /// Reads the number in front.
    ///
    /// # Safety
    ///
    /// The contract of the type, and [`LinkTable::set_front`] was called.
    #[inline(always)]
    pub(crate) unsafe fn front(self) -> u32 {
        // SAFETY: by invariant 1 and this function's contract.
        unsafe { self.numbers.read() }
    }

    /// Writes the number in front.
    ///
    /// # Safety
    ///
    /// That of the type.
    #[inline(always)]
    pub(crate) unsafe fn set_front(self, front: u32) {
        // SAFETY: by invariant 1 and this function's contract.
        unsafe { self.numbers.write(front) };
    }

    /// Writes zeros to the numbers of the rows from `first` on.
    ///
    /// # Safety
    ///
    /// That of the type.
    pub(crate) unsafe fn clear_from(self, first: usize) {
        assert!(first <= self.capacity, "row {first} is outside the block");
        // SAFETY: by invariant 1 there are these numbers, as checked above, and by this function's
        // contract they are only ours.
        unsafe {
            let start = self.numbers.add(FRONT + first);
            start.write_bytes(0, self.capacity - first);
        }
    }

    /// Copies the number in front and the numbers of the first `rows` rows.
    ///
    /// # Safety
    ///
    /// That of the type, for both; they may overlap.
    pub(crate) unsafe fn copy_to(self, to: LinkTable, rows: usize) {
        assert!(
            rows <= self.capacity.min(to.capacity),
            "both blocks have {rows} rows"
        );
        // SAFETY: by invariant 1 for both; checked above.
        unsafe { self.numbers.copy_to(to.numbers, FRONT + rows) };
    }

    /// Borrows the numbers of all rows mutably.
    ///
    /// # Safety
    ///
    /// The contract of the type holds for all of `'a`, and the numbers are initialised.
    #[inline]
    pub(crate) unsafe fn slice<'a>(self) -> &'a mut [u32] {
        // SAFETY: by invariant 1 there are these numbers. By this function's contract they are
        // initialised, and lent for `'a`.
        unsafe { slice::from_raw_parts_mut(self.numbers.add(FRONT), self.capacity) }
    }
}
