//! The slot table, which is its own free list.
//!
//! There is one word per slot, in the representation of the handle. The word of
//! a **live** slot is the word of its handle, so checking a handle is one
//! comparison. The word of a **free** slot contains the next free slot (or
//! none) in the index bits, and the generation to be issued next in the
//! generation bits. No free slot is its own successor, so the word never equals
//! a handle of its slot. A **reserved** slot has an id and no row: its word
//! contains no index and the generation that was issued. The word of a
//! **retired** slot contains no index and generation 0, which no handle has.
//! Every word contains the tag of the table, so comparing a word checks the tag too.
//!
//! The word of the last free slot looks like the word of a reserved slot. Only
//! one slot can be the last, and the free list stores which one.
//!
//! # What unsafe code trusts
//!
//! This folder has no unsafe code, but the folder `store` relies on two facts:
//!
//! 1. The handle of a [`Vacancy`], and the handle that is made of the word of a slot, name
//!    that slot.
//! 2. A word equals a handle exactly if the slot is live under this handle. The word of any other
//!    slot has the index of another slot, or of none.
//!
//! In debug builds `store` asserts each of them where it relies on it.

#![expect(
    clippy::inline_always,
    reason = "a debug build inlines nothing else, and these are an instruction or two"
)]

mod free_list;
mod policy;

use crate::handle::AnyHandle;
use crate::memory::Word;

pub(crate) use free_list::{FreeList, SlotTable, Supply, Vacancy};
pub use policy::{Exhausted, Fifo, HolePolicy, Lifo, Recycle, Retire, Wrap};

/// No slot: one more than the largest index of any handle.
const NONE: u32 = u32::MAX;

/// The word of a slot of handles `H`.
pub(crate) type WordOf<H> = <H as AnyHandle>::Word;

/// The state that the word of a slot encodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SlotState {
    Live { generation: u32 },
    Free { next: Option<u32>, generation: u32 },
    Reserved { generation: u32 },
    Retired,
}

/// Returns the state of `slot`, which must be in `words`.
#[inline]
pub(crate) fn state<H: AnyHandle>(words: &[WordOf<H>], free: &FreeList, slot: u32) -> SlotState {
    let word = words[slot as usize];
    let generation = generation_of::<H>(word);
    let field = word.widen() & index_mask::<H>();
    if field == u64::from(slot) + bias::<H>() {
        SlotState::Live { generation }
    } else if field != index_mask::<H>() || free.ends_with(slot) {
        let next = next_of::<H>(word);
        SlotState::Free { next, generation }
    } else if generation == 0 && H::GENERATION_BITS > 0 {
        SlotState::Retired
    } else {
        SlotState::Reserved { generation }
    }
}

/// Returns the handle of `slot`, or `None` if the slot is not live. `slot` must
/// be in `words`.
#[inline(always)]
pub(crate) fn handle_at<H: AnyHandle>(words: &[WordOf<H>], slot: u32) -> Option<H> {
    let word = words[slot as usize];
    if word.widen() & index_mask::<H>() == u64::from(slot) + bias::<H>() {
        Some(handle_of(word, slot))
    } else {
        None
    }
}

/// Returns a bit mask of the first 64 slots of `words` that are not live. The
/// first of these slots is slot `first`.
#[inline(never)] // only hubs of few slots call it; inlined, it takes registers from all walks
pub(crate) fn holes<H: AnyHandle>(words: &[WordOf<H>], first: usize) -> u64 {
    let (mut holes, mut bit) = (0, 0);
    while bit < words.len() && bit < 64 {
        let field = (first + bit) as u64 + bias::<H>();
        holes |= u64::from(words[bit].widen() & index_mask::<H>() != field) << bit;
        bit += 1;
    }
    holes
}

/// Returns the slot that the word of a handle names.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "an index has at most 32 bits"
)]
pub(crate) fn slot_of<H: AnyHandle>(word: WordOf<H>) -> u32 {
    (word.widen() & index_mask::<H>()).wrapping_sub(bias::<H>()) as u32
}

/// Returns the slot of a handle, which may be past the end of the table.
///
/// The computation avoids a detour through 32 bits, so the compiler can merge
/// two bounds checks into one.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "an index has at most 32 bits"
)]
pub(crate) fn index_of<H: AnyHandle>(handle: H) -> usize {
    let field = handle.to_bits().widen() & const { (1 << H::INDEX_BITS) - 1 };
    field.wrapping_sub(const { bias::<H>() }) as usize
}

/// Returns whether a slot with this word is live under a handle that names it.
///
/// Every check of an id is this comparison: of slot, generation, tag and liveness in one.
#[inline(always)]
pub(crate) fn is_live<H: AnyHandle>(word: WordOf<H>, handle: H) -> bool {
    word.widen() == handle.to_bits().widen()
}

/// Returns the slot of a handle if the handle is live. The slot is within `words`.
#[inline(always)]
pub(crate) fn find<H: AnyHandle>(words: &[WordOf<H>], handle: H) -> Option<usize> {
    let slot = index_of(handle);
    if slot < words.len() && is_live(words[slot], handle) {
        Some(slot)
    } else {
        None
    }
}

/// Returns whether `handle` is reserved. The slot of a reserved handle is
/// within `words`.
#[inline]
pub(crate) fn is_reserved<H: AnyHandle>(words: &[WordOf<H>], free: &FreeList, handle: H) -> bool {
    let slot = handle.index();
    let (generation, tag) = (handle.generation(), handle.tag());
    // Bits of a buffer can be a handle with more bits than it has parts.
    let is_whole = H::assemble_tagged(slot, generation, tag) == handle;
    let reserved = unlinked::<H>(generation, tag);
    is_whole && words.get(slot as usize) == Some(&reserved) && !free.ends_with(slot)
}

/// Returns the generation after `generation`, or `None` if no generation is
/// left.
#[inline(always)]
fn next_generation<H: AnyHandle, E: Exhausted>(generation: u32) -> Option<u32> {
    if generation < H::LAST_GENERATION {
        Some(generation + 1)
    } else if E::WRAPS || H::GENERATION_BITS == 0 {
        Some(H::FIRST_GENERATION)
    } else {
        None
    }
}

/// Returns the word of a slot without a successor: a reserved slot or the last
/// free slot. With generation 0 it is the word of a retired slot.
#[inline]
pub(crate) fn unlinked<H: AnyHandle>(generation: u32, tag: u32) -> WordOf<H> {
    linked::<H>(NONE, generation, tag)
}

/// Returns the word of a free slot that is followed by `next`, which may be
/// none.
#[inline]
fn linked<H: AnyHandle>(next: u32, generation: u32, tag: u32) -> WordOf<H> {
    // `NONE` is larger than every index, so it becomes the pattern of no slot. A
    // comparison, because `min` is a call in a debug build.
    let (field, none) = (u64::from(next) + bias::<H>(), index_mask::<H>());
    let field = if field < none { field } else { none };
    H::Word::narrow(tag_bits::<H>(tag) | u64::from(generation) << H::INDEX_BITS | field)
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "masked to at most 32 bits")]
fn generation_of<H: AnyHandle>(word: WordOf<H>) -> u32 {
    (word.widen() >> H::INDEX_BITS & ((1 << H::GENERATION_BITS) - 1)) as u32
}

/// Returns the slot after a free slot in the free list.
#[inline(always)]
fn next_of<H: AnyHandle>(word: WordOf<H>) -> Option<u32> {
    if word.widen() & index_mask::<H>() == index_mask::<H>() {
        None
    } else {
        Some(slot_of::<H>(word))
    }
}

#[inline(always)]
fn index_mask<H: AnyHandle>() -> u64 {
    (1 << H::INDEX_BITS) - 1
}

/// Returns the offset between an index and its stored form.
#[inline(always)]
const fn bias<H: AnyHandle>() -> u64 {
    if H::GENERATION_BITS == 0 { 1 } else { 0 }
}

/// Returns the tag in the word of a slot.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a tag has at most 32 bits")]
pub(crate) fn tag_of<H: AnyHandle>(word: WordOf<H>) -> u32 {
    if H::TAG_BITS == 0 {
        0
    } else {
        (word.widen() >> (H::INDEX_BITS + H::GENERATION_BITS) & ((1 << H::TAG_BITS) - 1)) as u32
    }
}

/// Returns a tag at its place in a word.
#[inline(always)]
fn tag_bits<H: AnyHandle>(tag: u32) -> u64 {
    if H::TAG_BITS == 0 {
        0
    } else {
        u64::from(tag) << (H::INDEX_BITS + H::GENERATION_BITS)
    }
}

/// Returns the handle of `slot` with the generation and the tag in its word.
#[inline(always)]
fn handle_of<H: AnyHandle>(word: WordOf<H>, slot: u32) -> H {
    H::assemble_tagged(slot, generation_of::<H>(word), tag_of::<H>(word))
}
