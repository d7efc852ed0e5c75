//! A bit per slot beside the slot table of the slots layout: set where the slot
//! has no live row.
//!
//! A fresh slot is live, so that making one writes a word of bits once in 64
//! times. All else about a slot is in its word; the bits are there for walks, which
//! see 64 slots at once.

use core::ops::Range;
use core::slice;

use super::block::{ROWS_PER_WORD, RowLayout};
use super::tree::Base;

/// The words of bits of one block. Every `unsafe` function asks of its caller
/// that no borrow of the words is alive, and:
///
/// 1. the slot named is below the capacity of the block;
/// 2. the slot's word is initialised.
#[derive(Clone, Copy)]
pub(crate) struct HoleBits {
    words: *mut u64,
}

impl HoleBits {
    /// The bits of a block, if it has any.
    ///
    /// # Safety
    ///
    /// `base` is a block that was made with `row`.
    #[inline(always)]
    pub(crate) unsafe fn of(base: Base, row: RowLayout) -> Option<Self> {
        let offset = row.bits_at(base.capacity)?;
        // SAFETY: by this function's contract and what `layout` adds to the
        // columns, the words start there, inside the block and aligned.
        let words = unsafe { base.start.as_ptr().add(offset) }.cast();
        Some(HoleBits { words })
    }

    /// Writes the words that begin with one of these slots, none of which is a
    /// hole so far.
    ///
    /// # Safety
    ///
    /// 1 of the type, for all of them; the range is not turned around.
    pub(crate) unsafe fn begin(self, slots: Range<u32>) {
        debug_assert!(slots.start <= slots.end, "the slots {slots:?} are in order");
        let (begun, needed) = (words_for(slots.start), words_for(slots.end));
        // SAFETY: by this function's contract the block has the words needed.
        let first = unsafe { self.words.add(begun) };
        // SAFETY: the words are inside the block, aligned, and only ours.
        unsafe { first.write_bytes(0, needed - begun) };
    }

    /// Notes that a slot has a live row no longer.
    ///
    /// # Safety
    ///
    /// That of the type.
    #[inline(always)]
    pub(crate) unsafe fn set(self, slot: u32) {
        // SAFETY: by this function's contract.
        let word = unsafe { self.word(slot) };
        *word |= bit_of(slot);
    }

    /// Notes that a slot has a live row again.
    ///
    /// # Safety
    ///
    /// That of the type.
    #[inline(always)]
    pub(crate) unsafe fn clear(self, slot: u32) {
        // SAFETY: by this function's contract.
        let word = unsafe { self.word(slot) };
        *word &= !bit_of(slot);
    }

    /// Writes the whole word that starts with slot 0.
    ///
    /// # Safety
    ///
    /// No borrow of the words is alive.
    pub(crate) unsafe fn start(self, bits: u64) {
        // SAFETY: a block with bits has a first word; it is aligned and only ours.
        unsafe { self.words.write(bits) }
    }

    /// Copies the words of the first `slots` slots.
    ///
    /// # Safety
    ///
    /// That of the type, for the slots below `slots`; `to` has as many, and may
    /// overlap `self`.
    pub(crate) unsafe fn copy_to(self, to: HoleBits, slots: u32) {
        // SAFETY: by this function's contract both have the words.
        unsafe { self.words.copy_to(to.words, words_for(slots)) }
    }

    /// Borrows the words of the first `slots` slots.
    ///
    /// # Safety
    ///
    /// The slots below `slots` are below the capacity, their words initialised
    /// and shared for `'a`.
    #[inline(always)]
    pub(crate) unsafe fn slice<'a>(self, slots: u32) -> &'a [u64] {
        // SAFETY: by this function's contract.
        unsafe { slice::from_raw_parts(self.words, words_for(slots)) }
    }

    /// The word of a slot.
    ///
    /// # Safety
    ///
    /// That of the type; the word is borrowed uniquely for `'a`.
    #[inline(always)]
    unsafe fn word<'a>(self, slot: u32) -> &'a mut u64 {
        // SAFETY: by this function's contract, 1, there is such a word.
        let word = unsafe { self.words.add(word_of(slot)) };
        // SAFETY: by this function's contract, 2, and as it is only ours for `'a`.
        unsafe { &mut *word }
    }
}

#[inline(always)]
fn word_of(slot: u32) -> usize {
    slot as usize / ROWS_PER_WORD
}

#[inline(always)]
fn bit_of(slot: u32) -> u64 {
    1 << (slot as usize % ROWS_PER_WORD)
}

#[inline(always)]
fn words_for(slots: u32) -> usize {
    (slots as usize).div_ceil(ROWS_PER_WORD)
}
