//! Slots that follow those of another hub, whatever their own history is.

use super::free_list::NONE;
use super::links::Back;
use super::{FreeList, SlotState, WordOf, linked, state, tag_of};
use crate::handle::AnyHandle;

impl FreeList {
    /// Gives a slot that is not live any next generation. A retired or withheld slot
    /// becomes the last free one.
    pub(crate) fn reset<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        slot: u32,
        generation: u32,
    ) {
        match state::<H>(words, self.tail(), slot) {
            SlotState::Live { .. } => unreachable!("slot {slot} is live"),
            SlotState::Free { next, .. } => {
                let word = &mut words[slot as usize];
                *word = linked::<H>(next.unwrap_or(NONE), generation, tag_of::<H>(*word));
            }
            SlotState::Withheld { .. } | SlotState::Retired => {
                self.aside -= 1;
                self.append::<H>(words, back, slot, generation);
            }
        }
    }

    /// Returns the list without the slots from `slots` on, of which none is live. The
    /// others keep their order. The caller writes the links back.
    pub(crate) fn cut<H: AnyHandle>(&self, words: &mut [WordOf<H>], slots: u32) -> FreeList {
        let tail = self.tail();
        let mut cut = FreeList {
            aside: self.aside,
            // A list without slots stores the tag.
            ..FreeList::of_tag(self.tag::<H>(words))
        };
        for slot in (slots..).take(words.len() - slots as usize) {
            if matches!(
                state::<H>(words, tail, slot),
                SlotState::Withheld { .. } | SlotState::Retired
            ) {
                cut.aside -= 1;
            }
        }
        let mut next = (self.head != NONE).then_some(self.head);
        while let Some(slot) = next {
            let SlotState::Free {
                next: after,
                generation,
            } = state::<H>(words, tail, slot)
            else {
                unreachable!("slot {slot} is on the free list and not free");
            };
            // Only words of slots that were passed are written.
            if slot < slots {
                cut.append::<H>(words, None, slot, generation);
            }
            next = after;
        }
        cut
    }
}
