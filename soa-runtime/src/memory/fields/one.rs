//! One column: where the recursion ends.

use core::ops::Range;
use core::ptr;

use super::Fields;
use crate::memory::tree::{Base, One, Position};

impl<F> Fields for One<F> {
    type Refs<'a>
        = &'a F
    where
        F: 'a;
    type RefsMut<'a>
        = &'a mut F
    where
        F: 'a;
    type Slices<'a>
        = &'a [F]
    where
        F: 'a;
    type SlicesMut<'a>
        = &'a mut [F]
    where
        F: 'a;

    #[inline(always)]
    unsafe fn write<P: Position>(self, base: Base, row: usize) {
        debug_assert!(row < base.capacity, "row {row} is outside the block");
        // SAFETY: by this function's contract, 1 to 3.
        let cell = unsafe { base.cell::<P, F>(row) };
        // SAFETY: the cell is inside the block, aligned, and only ours.
        unsafe { cell.write(self.0) }
    }

    #[inline(always)]
    unsafe fn read<P: Position>(base: Base, row: usize) -> Self {
        debug_assert!(row < base.capacity, "row {row} is outside the block");
        // SAFETY: by this function's contract, 1 to 3.
        let cell = unsafe { base.cell::<P, F>(row) };
        // SAFETY: by this function's contract the cell is initialised and not used again.
        One(unsafe { cell.read() })
    }

    #[inline(always)]
    unsafe fn swap_dropping<P: Position>(&mut self, base: Base, row: usize) {
        if const { core::mem::needs_drop::<F>() } {
            // SAFETY: by this function's contract.
            let value = unsafe { Self::refs_mut::<P>(base, row) };
            core::mem::swap(&mut self.0, value);
        }
    }

    #[inline(always)]
    unsafe fn refs<'a, P: Position>(base: Base, row: usize) -> &'a F
    where
        F: 'a,
    {
        debug_assert!(row < base.capacity, "row {row} is outside the block");
        // SAFETY: by this function's contract, 1 to 3.
        let cell = unsafe { base.cell::<P, F>(row) };
        // SAFETY: by this function's contract the cell is initialised and shared for 'a.
        unsafe { &*cell }
    }

    #[inline(always)]
    unsafe fn refs_mut<'a, P: Position>(base: Base, row: usize) -> &'a mut F
    where
        F: 'a,
    {
        debug_assert!(row < base.capacity, "row {row} is outside the block");
        // SAFETY: by this function's contract, 1 to 3.
        let cell = unsafe { base.cell::<P, F>(row) };
        // SAFETY: by this function's contract the cell is initialised and only ours for 'a.
        unsafe { &mut *cell }
    }

    #[inline(always)]
    unsafe fn slices<'a, P: Position>(base: Base, rows: usize) -> &'a [F]
    where
        F: 'a,
    {
        debug_assert!(
            rows <= base.capacity,
            "{rows} rows are more than the block has"
        );
        // SAFETY: by this function's contract, 1 and 2.
        let column = unsafe { base.cell::<P, F>(0) };
        // SAFETY: by this function's contract the rows are initialised and
        // shared for 'a; the column is aligned, also when it has no rows.
        unsafe { &*ptr::slice_from_raw_parts(column, rows) }
    }

    #[inline(always)]
    unsafe fn slices_mut<'a, P: Position>(base: Base, rows: usize) -> &'a mut [F]
    where
        F: 'a,
    {
        debug_assert!(
            rows <= base.capacity,
            "{rows} rows are more than the block has"
        );
        // SAFETY: by this function's contract, 1 and 2.
        let column = unsafe { base.cell::<P, F>(0) };
        // SAFETY: by this function's contract the rows are initialised and only
        // ours for 'a; the column is aligned, also when it has no rows.
        unsafe { &mut *ptr::slice_from_raw_parts_mut(column, rows) }
    }

    #[inline(always)]
    unsafe fn drop_rows<P: Position>(base: Base, rows: Range<usize>) {
        debug_assert!(
            rows.start <= rows.end && rows.end <= base.capacity,
            "the rows {rows:?} are outside the block"
        );
        if const { core::mem::needs_drop::<F>() } {
            // SAFETY: by this function's contract, 1 and 2, and as the rows are
            // inside the column.
            let first = unsafe { base.cell::<P, F>(rows.start) };
            // SAFETY: by this function's contract the rows are initialised and not used again.
            unsafe { ptr::slice_from_raw_parts_mut(first, rows.len()).drop_in_place() }
        }
    }

    #[inline(always)]
    unsafe fn move_row<P: Position>(base: Base, from: usize, to: usize) {
        debug_assert!(from < base.capacity, "row {from} is outside the block");
        debug_assert!(to < base.capacity, "row {to} is outside the block");
        // SAFETY: by this function's contract, 1 to 3.
        let source = unsafe { base.cell::<P, F>(from) };
        // SAFETY: by this function's contract, 1 to 3.
        let target = unsafe { base.cell::<P, F>(to) };
        // SAFETY: both cells are inside the block and aligned; they may be the same.
        unsafe { source.copy_to(target, 1) }
    }

    #[inline(always)]
    unsafe fn shift<P: Position>(from: Base, to: Base, rows: usize, align: usize) {
        if align_of::<F>() != align || size_of::<F>() == 0 {
            return;
        }
        debug_assert!(
            rows <= from.capacity,
            "{rows} rows are more than the block has"
        );
        debug_assert!(
            rows <= to.capacity,
            "{rows} rows are more than the new block has"
        );
        // SAFETY: by this function's contract, 1 and 2.
        let source = unsafe { from.cell::<P, F>(0) };
        // SAFETY: by this function's contract, 1 and 2, which hold for `to` as well.
        let target = unsafe { to.cell::<P, F>(0) };
        // SAFETY: by this function's contract both columns have `rows` rows,
        // and no column that is still to be moved is overwritten: its end is
        // at or before this column's old start, which is not behind the new one.
        unsafe { source.copy_to(target, rows) }
    }
}
