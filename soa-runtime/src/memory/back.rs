//! A number per row after the columns and bits of a block: a table that most blocks do not
//! have. What the numbers mean is the business of its owner.

use super::access::slice_of_mut;
use super::block::cast;
use super::row_layout::RowLayout;
use super::tree::Base;

/// Borrows the back links of a block exclusively, if it has them.
///
/// # Safety
///
/// `base` is a block that was made with `row`. Its back links are initialised, and nothing else
/// accesses them for `'a`.
pub(crate) unsafe fn back_links<'a>(base: Base, row: &RowLayout) -> Option<&'a mut [u32]> {
    let offset = row.back_links_at(base.capacity)?;
    // SAFETY: by this function's contract and what `layout` adds to the columns and the bits,
    // the numbers start there, one per row, inside the block and aligned. They are initialised
    // and only ours.
    Some(unsafe { slice_of_mut(cast(base.start.add(offset)), base.capacity) })
}

/// Writes zeros to the back links of a block from row `from` on, if it has them.
///
/// # Safety
///
/// `base` is a block that was made with `row`, and nothing else accesses it.
pub(crate) unsafe fn clear_back_links(base: Base, row: &RowLayout, from: usize) {
    let Some(offset) = row.back_links_at(base.capacity) else {
        return;
    };
    assert!(from <= base.capacity, "row {from} is outside the block");
    // SAFETY: as in `back_links`; checked above: the rows are inside the block.
    unsafe {
        let first = cast::<u32>(base.start.add(offset)).add(from);
        first.write_bytes(0, base.capacity - from);
    }
}

/// Copies the back links of a block to the same memory extended to a larger capacity, where they
/// may overlap. Those of the further rows are zeros.
///
/// # Safety
///
/// Both were made with `row`, and the numbers of `from` are initialised. Nothing was moved yet, and
/// nothing else accesses them.
pub(crate) unsafe fn move_back_links(from: Base, to: Base, row: &RowLayout) {
    let offsets = [from, to].map(|base| row.back_links_at(base.capacity));
    if let [Some(old), Some(new)] = offsets {
        // SAFETY: as in `back_links`, for both. Everything before the new table is before the old
        // one too or free, because no part of a block gets shorter.
        unsafe {
            let (old, new) = (from.start.add(old), to.start.add(new));
            old.copy_to(new, from.capacity * size_of::<u32>());
        }
    }
    // SAFETY: by this function's contract the block was made with `row`, and is only ours.
    unsafe { clear_back_links(to, row, from.capacity) };
}
