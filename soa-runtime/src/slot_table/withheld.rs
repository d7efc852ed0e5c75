//! Withheld slots, whose id is issued and has no row.

use super::free_list::Back;
use super::policy::{Exhausted, Recycle};
use super::{FreeList, Vacancy, WordOf, is_live, is_withheld, unlinked};
use crate::handle::AnyHandle;

impl FreeList {
    /// Removes the head of the free list and withholds it.
    #[inline]
    pub(crate) fn withhold<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        Vacancy { handle, next, .. }: Vacancy<H>,
    ) -> H {
        debug_assert_eq!(handle.index(), self.head, "only the head is taken");
        self.head = next;
        self.set_aside(words, handle)
    }

    /// Withholds a slot that is not in the list: a live slot or a new slot.
    #[inline]
    pub(crate) fn set_aside<H: AnyHandle>(&mut self, words: &mut [WordOf<H>], handle: H) -> H {
        words[handle.index() as usize] = unlinked::<H>(handle.generation(), handle.tag());
        self.aside += 1;
        handle
    }

    /// Makes the slot of a withheld handle live.
    #[inline]
    pub(crate) fn admit<H: AnyHandle>(&mut self, words: &mut [WordOf<H>], handle: H) {
        self.take_back(words, handle);
        words[handle.index() as usize] = handle.to_bits();
    }

    /// Frees the slot of a withheld handle, or retires it.
    #[inline]
    pub(crate) fn put_withheld<H: AnyHandle, R: Recycle, E: Exhausted>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        handle: H,
    ) {
        self.take_back(words, handle);
        self.recycle::<H, R, E>(words, back, handle);
    }

    /// Makes a withheld handle, which was never returned, the next to be issued.
    pub(crate) fn give_back<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        handle: H,
    ) {
        self.take_back(words, handle);
        self.prepend::<H>(words, back, handle.index(), handle.generation());
    }

    /// Makes a withheld handle, which was never returned, the last to be issued.
    pub(crate) fn give_back_last<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        handle: H,
    ) {
        self.take_back(words, handle);
        self.append::<H>(words, back, handle.index(), handle.generation());
    }

    /// Removes the last slot, which belongs to a withheld handle that no caller
    /// has seen.
    pub(crate) fn forget<H: AnyHandle>(&mut self, words: &[WordOf<H>], handle: H) {
        debug_assert_eq!(handle.index() as usize + 1, words.len(), "only the last");
        self.take_back(words, handle);
    }

    /// Stops counting a withheld handle, whose slot is about to change its
    /// state.
    #[inline]
    fn take_back<H: AnyHandle>(&mut self, words: &[WordOf<H>], handle: H) {
        debug_assert!(
            is_withheld(words, self.tail(), handle) && !is_live(words, handle),
            "{handle:?} is withheld"
        );
        self.aside -= 1;
    }
}
