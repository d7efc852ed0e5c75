//! One bit per slot, stored next to the slot table of the slots layout. A bit is
//! set if its slot has no live row. Some blocks also have a back link per slot, a number whose
//! meaning is its owner's business.
//!
//! A new slot is live, and its bit is not set already, so making a row in a new slot writes no bits. The
//! word of a slot contains everything else about the slot. The bits exist for
//! walks, which read 64 slots at once.

use core::ops::Range;
use core::ptr::NonNull;

use super::access::{slice_of, slice_of_mut};
use super::block::cast;
use super::block::is_made_of_zeros;
use super::row_layout::{ROWS_PER_WORD, RowLayout};
use super::tree::Base;

/// The words of bits of one block.
///
/// Every `unsafe` function requires that no borrow of the words is alive, and that:
///
/// 1. the given slot is below the capacity of the block;
/// 2. the word of bits for the slot is initialised.
#[derive(Clone, Copy)]
pub(crate) struct HoleBits {
    words: NonNull<u64>,
}

impl HoleBits {
    /// Returns the bits of a block, or `None` if it has no bits.
    ///
    /// # Safety
    ///
    /// `base` is a block that was made with `row`.
    #[inline]
    pub(crate) unsafe fn of(base: Base, row: &RowLayout) -> Option<Self> {
        let offset = row.bits_at(base.capacity)?;
        // SAFETY: by this function's contract, and because `layout` adds the words
        // to the columns, the words start there, inside the block.
        let words = unsafe { base.start.add(offset) };
        Some(HoleBits { words: cast(words) })
    }

    /// Writes zeros to the words that begin with one of these slots: none of the slots is a
    /// hole so far.
    ///
    /// # Safety
    ///
    /// Contract 1 of the type, for all slots in the range. Its start is at most its end.
    pub(crate) unsafe fn begin(self, slots: Range<usize>) {
        debug_assert!(slots.start <= slots.end, "the slots {slots:?} are in order");
        let (begun, needed) = (words_for(slots.start), words_for(slots.end));
        // SAFETY: by this function's contract the block has the words needed. They are aligned,
        // and accessed exclusively.
        unsafe { self.words.add(begun).write_bytes(0, needed - begun) };
    }

    /// Records whether a slot has no live row.
    ///
    /// # Safety
    ///
    /// The contract of the type.
    #[inline(always)]
    pub(crate) unsafe fn mark(self, slot: u32, is_hole: bool) {
        // SAFETY: by this function's contract the word exists, 1, is initialised, 2, and nothing
        // else borrows it.
        let word = unsafe { self.words.add(slot as usize / ROWS_PER_WORD).as_mut() };
        let bit = 1 << (slot as usize % ROWS_PER_WORD);
        if is_hole {
            *word |= bit;
        } else {
            *word &= !bit;
        }
    }

    /// Writes the whole word that starts with slot 0.
    ///
    /// # Safety
    ///
    /// No borrow of the words is alive.
    pub(crate) unsafe fn start(self, bits: u64) {
        // SAFETY: a block with bits has a first word; it is aligned and accessed
        // exclusively.
        unsafe { self.words.write(bits) }
    }
}

/// Borrows the words of the first `slots` slots of a block, or nothing if it has no bits.
///
/// # Safety
///
/// `base` is a block that was made with `row`. The slots below `slots` are below the capacity. Their
/// words are initialised and shared for `'a`.
#[inline]
pub(crate) unsafe fn hole_bits<'a>(base: Base, row: &RowLayout, slots: u32) -> &'a [u64] {
    // SAFETY: by this function's contract the words are initialised and shared for `'a`.
    unsafe {
        match HoleBits::of(base, row) {
            Some(holes) => slice_of(holes.words, words_for(slots as usize)),
            None => &[],
        }
    }
}

/// Copies the bits of the first `slots` slots from one block to another, or within one
/// that was extended. The bits of all further slots are zeros. Returns the bits of the new block if
/// the old one has none; then the caller writes the first word.
///
/// # Safety
///
/// 1. Both blocks were made with `row`, apart from back links, and no borrow of their bits is
///    alive. The slots are at most both capacities, and the bits of `from` are initialised.
/// 2. `to` is another block, or it is the memory of `from` extended to a larger capacity,
///    in which no column was shifted yet.
#[inline]
pub(crate) unsafe fn copy_bits(
    from: Base,
    to: Base,
    row: &RowLayout,
    slots: usize,
) -> Option<HoleBits> {
    // SAFETY: by this function's contract, 1, both blocks were made with `row` and have these words.
    // By 2 the new words start at or after the old ones, and so after all old columns and stamps.
    unsafe {
        let new = HoleBits::of(to, row)?;
        let old = HoleBits::of(from, row);
        if let Some(old) = old {
            old.words.copy_to(new.words, words_for(slots));
        }
        let is_extended = from.start == to.start;
        if is_extended || !is_made_of_zeros(row, to.capacity) {
            new.begin(slots..to.capacity);
        }
        old.is_none().then_some(new)
    }
}

#[inline(always)]
fn words_for(slots: usize) -> usize {
    slots.div_ceil(ROWS_PER_WORD)
}

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
