//! Back links, by which a free slot leaves the list wherever it stands.
//!
//! Most lists have none: slots leave them at the front alone. The owner of a list
//! with back links keeps a table of them, one per slot, and the last slot of the list beside
//! it. What it has in place of the list is then [`FreeList::moved`], whose last slot is
//! one that no list has. So a hub has no field for the table, and a slot leaves the list
//! at the front in the same way with and without back links.

use super::free_list::{Back, NONE};
use super::{FreeList, WordOf, generation_of, linked, next_of, tag_of};
use crate::handle::AnyHandle;

impl FreeList {
    /// Returns whether the last slot of the list is kept elsewhere.
    #[inline(always)]
    pub(crate) fn is_moved(&self) -> bool {
        self.tail == NONE
    }

    /// Returns what the owner has instead of the list while its last slot is elsewhere.
    pub(crate) fn moved(&self) -> FreeList {
        FreeList {
            tail: NONE,
            ..*self
        }
    }

    /// Returns the last slot, to be kept elsewhere.
    #[inline]
    pub(crate) fn last(&self) -> u32 {
        self.tail
    }

    /// Returns the list whose last slot was kept elsewhere.
    #[inline(always)]
    pub(crate) fn with_last(&self, tail: u32) -> FreeList {
        FreeList { tail, ..*self }
    }

    /// Returns whether a slot is the first one.
    #[inline]
    pub(crate) fn starts_with(&self, slot: u32) -> bool {
        self.head == slot
    }

    /// Writes the back links of all slots in the list.
    pub(crate) fn link_back<H: AnyHandle>(&self, words: &[WordOf<H>], back: &mut [u32]) {
        let mut before = NONE;
        for (slot, _) in self.iter::<H>(words) {
            back[slot as usize] = before;
            before = slot;
        }
    }

    /// Takes a slot out of the list and makes it live, under a handle of the
    /// caller's choice. Without back links it must be the first.
    pub(crate) fn claim<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        handle: H,
    ) {
        self.unlink::<H>(words, back, handle.index());
        words[handle.index() as usize] = handle.to_bits();
    }

    /// Takes the slot of a handle out of the list and withholds it. Without back links
    /// it must be the first.
    #[cfg(feature = "serde")]
    pub(crate) fn withhold_free<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        handle: H,
    ) {
        self.unlink::<H>(words, back, handle.index());
        self.set_aside(words, handle);
    }

    /// Takes a slot out of the list, without a change of its word.
    fn unlink<H: AnyHandle>(&mut self, words: &mut [WordOf<H>], back: Back<'_>, slot: u32) {
        let next = next_of::<H>(words[slot as usize]).unwrap_or(NONE);
        if slot == self.head {
            self.head = next;
        } else if let Some(back) = back {
            let before = back[slot as usize];
            let word = &mut words[before as usize];
            *word = linked::<H>(next, generation_of::<H>(*word), tag_of::<H>(*word));
            match back.get_mut(next as usize) {
                Some(link) => *link = before,
                None => self.tail = before,
            }
        } else {
            unreachable!("slot {slot} is not the first, and there are no back links");
        }
    }
}
