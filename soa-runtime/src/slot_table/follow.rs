//! Slots that follow the slots of another table, for a mirror: their next generation is the
//! other table's choice. None of them is retired or withheld.

use super::free_list::{Back, NONE};
use super::policy::{Exhausted, Recycle};
use super::{
    FreeList, SlotState, WordOf, generation_of, handle_at, is_live, linked, next_generation,
    next_of, tag_of,
};
use crate::handle::AnyHandle;

impl SlotState {
    /// Returns the generation that a slot without a row issues when it is free, or `None` if
    /// it is retired then.
    pub(crate) fn next_generation<H: AnyHandle, E: Exhausted>(self) -> Option<u32> {
        match self {
            SlotState::Free { generation, .. } => Some(generation),
            SlotState::Live { generation } | SlotState::Withheld { generation } => {
                next_generation::<H, E>(generation)
            }
            SlotState::Retired => None,
        }
    }
}

impl FreeList {
    /// Frees the slot of a live handle. The slot issues `next` next.
    pub(crate) fn put_as<H: AnyHandle, R: Recycle>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        handle: H,
        next: H,
    ) {
        debug_assert!(is_live(words, handle), "a slot is freed once");
        debug_assert_eq!(handle.index(), next.index(), "both are of one slot");
        self.enlist::<H, R>(words, back, next.index(), next.generation());
    }

    /// Takes the slots apart and makes a list of all that are free, in ascending order. Those
    /// for which `is_retired` returns `true` are retired.
    pub(crate) fn ascend<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        mut back: Back<'_>,
        is_retired: impl Fn(u32) -> bool,
    ) {
        debug_assert_eq!(self.aside, 0, "each slot is live or free");
        self.head = NONE;
        for slot in (0..).take(words.len()) {
            if handle_at::<H>(words, slot).is_some() {
                continue;
            }
            let generation = generation_of::<H>(words[slot as usize]);
            if is_retired(slot) {
                self.retire::<H>(words, slot);
            } else {
                self.append::<H>(words, back.as_deref_mut(), slot, generation);
            }
        }
    }
}

/// Gives a free slot the next generation of `next`, a handle of the slot. Returns whether it
/// had another one.
pub(crate) fn renumber<H: AnyHandle>(words: &mut [WordOf<H>], next: H) -> bool {
    let word = &mut words[next.index() as usize];
    let link = next_of::<H>(*word).unwrap_or(NONE);
    let renumbered = linked::<H>(link, next.generation(), tag_of::<H>(*word));
    core::mem::replace(word, renumbered) != renumbered
}
