//! What tracked columns store beside one stamp per row: one stamp for each whole column, and one
//! per block of rows. They follow the columns of the block:
//!
//! `[.. columns | whole, whole, .. | blocks of the first | blocks of the second | .. | bits]`
//!
//! All of them are initialised, for the whole capacity of a block with memory. Its owner
//! ensures that: it allocates zeros, and where it extends the memory, it calls [`copy_stamps`] and
//! [`zero_stamps`](super::zero_stamps).

use core::sync::atomic::{AtomicU32, Ordering};
use core::{ptr, slice};

use super::access::slice_of_mut;
use super::row_layout::RowLayout;
use super::tree::{At, Base, Position, Tracked, Tree, layout_of};
use crate::ticks::{ROWS_PER_BLOCK, Stamps, StampsMut};

/// Returns the stamps of whole columns, one for each tracked column. They are followed by the
/// stamps of blocks.
///
/// # Safety
///
/// `base` is a block that was made with `row`, with at least one row and one tracked column.
#[inline(always)]
unsafe fn wholes(base: Base, row: &RowLayout) -> *mut u32 {
    let offset = row.stamps_at(base.capacity);
    // SAFETY: by this function's contract and by what `layout` adds to the columns, the cells
    // are inside the block. They are aligned, because a block with stamps is.
    unsafe { base.start.add(offset) }.as_ptr().cast()
}

/// Returns the stamps of the blocks of a column, by the number of the tracked column.
///
/// # Safety
///
/// The contract of [`wholes`]. The block has more than `column` tracked columns.
#[inline(always)]
unsafe fn blocks(base: Base, row: &RowLayout, column: usize) -> *mut u32 {
    let before = row.tracked + column * base.capacity.div_ceil(ROWS_PER_BLOCK);
    // SAFETY: by this function's contract and by what `layout` adds to the columns, they start
    // there, inside the block.
    unsafe { wholes(base, row).add(before) }
}

/// Returns the number of a column among the tracked columns of its tree.
#[inline(always)]
const fn number<P: Position>() -> usize {
    const { P::All::TREE.tracked_before(P::INDEX) }
}

/// Returns the stamp of a whole column; `None` if the block has no rows.
///
/// # Safety
///
/// `base` is a block of the tree of `P`, or one without rows.
#[inline(always)]
unsafe fn whole_column<P: Position, F>(base: Base, _: At<P, Tracked<F>>) -> Option<*mut u32> {
    // SAFETY: by this function's contract, and because by invariant 1 of `At` the tree
    // has the tracked column, whose number is below the number of cells.
    (base.capacity > 0)
        .then(|| unsafe { wholes(base, &const { layout_of::<P::All>() }).add(number::<P>()) })
}

/// Returns where the stamps of a column's blocks start. They are aligned, also without rows.
///
/// # Safety
///
/// `base` is a block of the tree of `P`, or one without rows.
#[inline(always)]
unsafe fn blocks_of<P: Position, F>(base: Base, _: At<P, Tracked<F>>) -> *mut u32 {
    if base.capacity == 0 {
        return ptr::dangling_mut();
    }
    // SAFETY: by this function's contract, and because by invariant 1 of `At` the tree
    // has the tracked column.
    unsafe { blocks(base, &const { layout_of::<P::All>() }, number::<P>()) }
}

/// Shares the stamps of blocks among rows that are lent one by one, also to several threads.
pub(crate) fn shared_blocks(stamps: &mut [u32]) -> &[AtomicU32] {
    const {
        assert!(align_of::<AtomicU32>() == align_of::<u32>());
    }
    let (first, blocks) = (stamps.as_mut_ptr().cast(), stamps.len());
    // SAFETY: an atomic number has the size and, as checked above, the alignment of the
    // number. These are borrowed exclusively for as long as the atomics are.
    unsafe { slice::from_raw_parts(first, blocks) }
}

/// Returns the stamps of a tracked column, shared.
///
/// # Safety
///
/// `base` is a block of the tree of `P`, or one without rows, for as long as `'a`. The
/// rows are at most its capacity, and borrowed shared.
#[inline(always)]
pub(super) unsafe fn shared_stamps<'a, P: Position, F>(
    base: Base,
    at: At<P, Tracked<F>>,
    rows: usize,
) -> Stamps<'a> {
    let blocks = rows.div_ceil(ROWS_PER_BLOCK);
    // SAFETY: by this function's contract the rows are inside the column, and shared. Their
    // stamps, those of their blocks and the cell of the whole column are initialised, and
    // aligned also without rows. They are written only where rows are accessed exclusively,
    // and so not while these are shared.
    unsafe {
        let stamps = slice::from_raw_parts(base.cell(at.stamps(), 0).as_ptr(), rows);
        let blocks = slice::from_raw_parts(blocks_of(base, at), blocks);
        let whole = whole_column(base, at).map_or(0, |whole| whole.read());
        Stamps::new(stamps, blocks, whole)
    }
}

/// Returns the stamps of a tracked column, mutable.
///
/// # Safety
///
/// `base` is a block of the tree of `P`, or one without rows, for as long as `'a`. The
/// rows are at most its capacity, and all rows of the column are accessed exclusively.
#[inline(always)]
pub(super) unsafe fn stamps_mut<'a, P: Position, F>(
    base: Base,
    at: At<P, Tracked<F>>,
    rows: usize,
) -> StampsMut<'a> {
    let blocks = rows.div_ceil(ROWS_PER_BLOCK);
    // SAFETY: by this function's contract the rows are inside the column. Their stamps, those of
    // their blocks and the cell of the whole column are initialised, aligned also without rows,
    // and accessed by nothing else.
    unsafe {
        let stamps = slice_of_mut(base.cell(at.stamps(), 0), rows);
        let blocks = slice::from_raw_parts_mut(blocks_of(base, at), blocks);
        let whole = whole_column(base, at).map(|whole| &mut *whole);
        StampsMut::new(stamps, blocks, whole, base.stamp)
    }
}

/// Returns the stamp of the block of a row.
///
/// # Safety
///
/// `base` is a block of the tree of `P` for as long as `'a`, and `row` is below its
/// capacity.
#[inline(always)]
pub(super) unsafe fn block_of_row<'a, P: Position, F>(
    base: Base,
    _: At<P, Tracked<F>>,
    row: usize,
) -> &'a AtomicU32 {
    // SAFETY: by invariant 1 of `At` the tree has the tracked column, and by this function's
    // contract the block has a stamp for the row's block, aligned and initialised. While it is
    // lent it is accessed as an atomic alone: what writes it otherwise has the whole block to
    // itself.
    unsafe {
        let first = blocks(base, &const { layout_of::<P::All>() }, number::<P>());
        AtomicU32::from_ptr(first.add(row / ROWS_PER_BLOCK))
    }
}

/// Stamps a row.
///
/// # Safety
///
/// `base` is a block of the tree of `P`. The row is below its capacity and
/// accessed exclusively.
#[inline(always)]
pub(super) unsafe fn stamp_row<P: Position, F>(base: Base, at: At<P, Tracked<F>>, row: usize) {
    // SAFETY: by this function's contract the row's cell is inside the block, aligned, and
    // accessed exclusively.
    unsafe {
        base.cell(at.stamps(), row).write(base.stamp);
        block_of_row(base, at, row).store(base.stamp, Ordering::Relaxed);
    }
}

/// Copies the stamps of blocks and of whole columns to another block, or within one
/// that was extended. The stamps of further blocks are zeros.
///
/// # Safety
///
/// 1. Both were made with `row`, apart from back links, and have rows. The stamps of `from` are
///    initialised.
/// 2. `to` is another block; or the memory of `from` extended to a
///    larger capacity, in which no column was shifted yet, and what follows the stamps
///    was moved already, or is not used again.
pub(crate) unsafe fn copy_stamps(row: &RowLayout, from: Base, to: Base) {
    if row.tracked == 0 {
        return;
    }
    let [old, new] = [from, to].map(|base| base.capacity.div_ceil(ROWS_PER_BLOCK));
    let kept = old.min(new);
    for column in (0..row.tracked).rev() {
        // SAFETY: by this function's contract both have these stamps, and the target has `new`
        // of them. Within one memory, the places of the columns before this one end at or
        // before its old place, which is not after its new place, so they are not overwritten.
        // The zeros follow the stamps that are still to be moved.
        unsafe {
            let target = blocks(to, row, column);
            blocks(from, row, column).copy_to(target, kept);
            target.add(kept).write_bytes(0, new - kept);
        }
    }
    // SAFETY: by this function's contract both have a cell per tracked column; the columns of
    // the block, which are shifted later, end at or before the old cells.
    unsafe { wholes(from, row).copy_to(wholes(to, row), row.tracked) };
}
