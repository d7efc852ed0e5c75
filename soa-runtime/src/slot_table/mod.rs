//! The slot table, which is its own free list.
//!
//! One word per slot, in the handle's own representation. The word of a **live**
//! slot is its handle's, so that checking a handle is one compare. A **free**
//! slot's word holds, in the index bits, the next free slot (or none) and, in
//! the generation bits, the generation to be issued next; as no free slot is
//! its own successor, the word never equals a handle of its slot. A **withheld**
//! slot has an id and no row: its word holds no index and the generation that
//! was issued. A **retired** slot's word has no index and generation 0, which no
//! handle has.
//!
//! The last free slot's word looks as if it were withheld. Only one slot can be
//! the last, and the free list knows which; see [`Tail`].

#![expect(
    clippy::inline_always,
    reason = "a debug build inlines nothing else, and these are an instruction or two"
)]

mod free_list;
mod links;
#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;
mod withheld;

use crate::bits::Word;
use crate::handle::AnyHandle;
use crate::policy::Exhausted;

pub(crate) use free_list::{FreeList, NextSlot, Supply, Tail, Vacancy};
pub(crate) use links::Back;

/// The word of a slot of handles `H`.
pub(crate) type WordOf<H> = <H as AnyHandle>::Word;

/// What a slot's word says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SlotState {
    Live { generation: u32 },
    Free { next: Option<u32>, generation: u32 },
    Withheld { generation: u32 },
    Retired,
}

/// What slot `slot` is; it must be one of `words`, whose free list ends at `tail`.
#[inline]
pub(crate) fn state<H: AnyHandle>(words: &[WordOf<H>], tail: Tail, slot: u32) -> SlotState {
    let word = words[slot as usize];
    let generation = generation_of::<H>(word);
    let field = word.widen() & index_mask::<H>();
    if field == u64::from(slot) + bias::<H>() {
        SlotState::Live { generation }
    } else if field != index_mask::<H>() || tail.is(slot) {
        let next = next_of::<H>(word);
        SlotState::Free { next, generation }
    } else if generation == 0 && H::GENERATION_BITS > 0 {
        SlotState::Retired
    } else {
        SlotState::Withheld { generation }
    }
}

/// The handle of slot `slot`, if it is live; it must be one of `words`.
#[inline(always)]
pub(crate) fn handle_at<H: AnyHandle>(words: &[WordOf<H>], slot: u32) -> Option<H> {
    let word = words[slot as usize];
    if word.widen() & index_mask::<H>() == u64::from(slot) + bias::<H>() {
        Some(H::assemble(slot, generation_of::<H>(word)))
    } else {
        None
    }
}

/// Which of the first 64 slots of `words` are not live, as bits; the first of
/// them is slot `first`.
#[inline]
pub(crate) fn holes<H: AnyHandle>(words: &[WordOf<H>], first: usize) -> u64 {
    let fields = first as u64 + bias::<H>()..;
    let slots = words.iter().zip(fields).take(64).enumerate();
    slots.fold(0, |holes, (bit, (word, field))| {
        holes | u64::from(word.widen() & index_mask::<H>() != field) << bit
    })
}

/// The slot that a handle's word names.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "an index has at most 32 bits"
)]
pub(crate) fn slot_of<H: AnyHandle>(word: WordOf<H>) -> u32 {
    (word.widen() & index_mask::<H>()).wrapping_sub(bias::<H>()) as u32
}

/// Where the word of a handle's slot is, if the slot is there. Computed without a
/// step through 32 bits, so that the compiler sees one check serve two uses.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "an index has at most 32 bits"
)]
pub(crate) fn index_of<H: AnyHandle>(handle: H) -> usize {
    (handle.to_bits().widen() & index_mask::<H>()).wrapping_sub(bias::<H>()) as usize
}

/// Whether `handle` is live; its slot is then within `words`.
#[inline(always)]
pub(crate) fn is_live<H: AnyHandle>(words: &[WordOf<H>], handle: H) -> bool {
    let slot = handle.index() as usize;
    slot < words.len() && words[slot].widen() == handle.to_bits().widen()
}

/// Whether `handle` is withheld; its slot is then within `words`, whose free
/// list ends at `tail`.
#[inline]
pub(crate) fn is_withheld<H: AnyHandle>(words: &[WordOf<H>], tail: Tail, handle: H) -> bool {
    let slot = handle.index();
    words.get(slot as usize) == Some(&unlinked::<H>(handle.generation())) && !tail.is(slot)
}

/// The generation after `generation`, if one is left.
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

/// Makes the next generation's handle of a live one's slot the live one. `None`
/// if no other generation is left; nothing has changed then.
#[inline]
pub(crate) fn renew<H: AnyHandle, E: Exhausted>(words: &mut [WordOf<H>], handle: H) -> Option<H> {
    debug_assert!(is_live(words, handle), "only a live handle is renewed");
    let generation = next_generation::<H, E>(handle.generation())
        .filter(|&generation| generation != handle.generation())?;
    let renewed = H::assemble(handle.index(), generation);
    words[handle.index() as usize] = renewed.to_bits();
    Some(renewed)
}

/// The word of a slot that has no next one: of a withheld slot or the last free
/// one; with generation 0, of a retired one.
#[inline]
pub(crate) fn unlinked<H: AnyHandle>(generation: u32) -> WordOf<H> {
    H::Word::narrow(u64::from(generation) << H::INDEX_BITS | index_mask::<H>())
}

/// The word of a free slot that is followed by `next`, which may be none.
#[inline]
fn linked<H: AnyHandle>(next: u32, generation: u32) -> WordOf<H> {
    // No slot is all ones, and stays so.
    let field = (u64::from(next) + bias::<H>()).min(index_mask::<H>());
    H::Word::narrow(u64::from(generation) << H::INDEX_BITS | field)
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "masked to at most 32 bits")]
fn generation_of<H: AnyHandle>(word: WordOf<H>) -> u32 {
    (word.widen() >> H::INDEX_BITS & ((1 << H::GENERATION_BITS) - 1)) as u32
}

/// The slot behind a free slot in the free list.
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

/// What a handle adds to an index to store it.
#[inline(always)]
fn bias<H: AnyHandle>() -> u64 {
    u64::from(H::GENERATION_BITS == 0)
}
