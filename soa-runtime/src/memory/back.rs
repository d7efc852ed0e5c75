//! A number per row after the columns and bits of a block, and one in front of
//! them: a table that most blocks do not have. What the numbers mean is the
//! business of its owner.

use core::slice;

use super::row_layout::{FRONT, RowLayout};
use super::tree::Base;

/// The table of back links of one block.
///
/// # Invariants
///
/// 1. `numbers` starts the table of a block with back links, of `capacity` rows: there
///    are [`FRONT`] numbers and then `capacity` ones, inside the block and aligned.
///
/// Every `unsafe` function asks of its caller that the block is still there. Those that write
/// or lend numbers ask also that nothing else accesses the table.
#[derive(Clone, Copy)]
pub(crate) struct BackTable {
    numbers: *mut u32,
    capacity: usize,
}

impl BackTable {
    /// The table of a block, if it has one.
    ///
    /// # Safety
    ///
    /// `base` is a block that was made with `row`.
    #[inline]
    pub(crate) unsafe fn of(base: Base, row: RowLayout) -> Option<Self> {
        let offset = row.back_links_at(base.capacity)?;
        // SAFETY: by this function's contract and what `layout` adds to the columns
        // and the bits, the table starts there, inside the block and aligned.
        let numbers = unsafe { base.start.as_ptr().add(offset) }.cast();
        Some(BackTable {
            numbers,
            capacity: base.capacity,
        })
    }

    /// Writes zeros to all numbers.
    ///
    /// # Safety
    ///
    /// That of the type.
    pub(crate) unsafe fn clear(self) {
        // SAFETY: by invariant 1 there are these numbers, and by this function's contract they
        // are only ours.
        unsafe { self.numbers.write_bytes(0, FRONT + self.capacity) };
    }

    /// Moves the numbers to a table of at least as many rows, which may overlap this one. Those
    /// of the further rows are zeros.
    ///
    /// # Safety
    ///
    /// That of the type, for both.
    pub(crate) unsafe fn move_to(self, to: BackTable) {
        assert!(self.capacity <= to.capacity, "a link is lost");
        let moved = FRONT + self.capacity;
        // SAFETY: by invariant 1 for both; checked above.
        unsafe {
            self.numbers.copy_to(to.numbers, moved);
            let further = to.numbers.add(moved);
            further.write_bytes(0, to.capacity - self.capacity);
        }
    }

    /// Returns the number in front. It is read without a borrow of the table, since several
    /// threads may read it at the same time.
    ///
    /// # Safety
    ///
    /// The block is still there, the number is initialised, and nothing writes to it or has
    /// borrowed it exclusively.
    #[inline]
    pub(crate) unsafe fn front(self) -> u32 {
        // SAFETY: by invariant 1 the number is there, and by this function's contract it may be
        // read.
        unsafe { self.numbers.read() }
    }

    /// Borrows the number in front and the numbers of all rows exclusively.
    ///
    /// # Safety
    ///
    /// The contract of the type holds for all of `'a`, and the numbers are initialised.
    #[inline]
    pub(crate) unsafe fn parts<'a>(self) -> (&'a mut u32, &'a mut [u32]) {
        // SAFETY: by invariant 1 there are these numbers. By this function's contract they are
        // initialised, and lent for `'a`.
        unsafe {
            let rows = self.numbers.add(FRONT);
            (
                &mut *self.numbers,
                slice::from_raw_parts_mut(rows, self.capacity),
            )
        }
    }
}
