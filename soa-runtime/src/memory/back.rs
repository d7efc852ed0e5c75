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

/// Writes zeros to the back links of a block, if it has them.
///
/// # Safety
///
/// `base` is a block that was made with `row`, and nothing else accesses it.
pub(crate) unsafe fn clear_back_links(base: Base, row: &RowLayout) {
    if let Some(offset) = row.back_links_at(base.capacity) {
        // SAFETY: as in `back_links`.
        unsafe { cast::<u32>(base.start.add(offset)).write_bytes(0, base.capacity) };
    }
}
