//! The free slots in the order of their reuse: a stack or a queue whose links
//! are in the words of the slots.

use super::policy::{Exhausted, Recycle};
use super::{
    SlotState, WordOf, generation_of, handle_of, is_live, linked, next_generation, next_of, state,
    tag_of, unlinked,
};
use crate::error::AllocError;
use crate::handle::AnyHandle;

/// The sources of the next ids, in the order in which the ids are issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Supply {
    /// The number of slots from the head of the free list.
    pub(crate) recycled: u32,
    /// The number of new slots after the last slot.
    pub(crate) fresh: u32,
    /// The number of slots that the policy keeps back until no index is left
    /// for a new slot.
    pub(crate) kept_back: u32,
}

/// The slot of the next id, read once: the head of the free list, or a slot that is not in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vacancy<H> {
    /// The slot of the handle, as it was looked up.
    pub(super) slot: u32,
    pub(super) handle: H,
    /// The head of the free list after the slot was taken.
    pub(super) next: u32,
}

impl<H: AnyHandle> Vacancy<H> {
    #[inline(always)]
    pub(crate) fn slot(self) -> u32 {
        self.slot
    }

    /// Returns the handle that is issued for the slot.
    #[inline(always)]
    pub(crate) fn handle(self) -> H {
        self.handle
    }
}

/// The last slot of the free list, if there is one.
///
/// It is the only free slot whose word looks like the word of a withheld slot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tail(pub(super) u32);

impl Tail {
    /// The tail of a list without slots.
    pub(crate) const NONE: Tail = Tail(NONE);

    /// Returns whether the list ends at `slot`.
    #[inline]
    pub(crate) fn is(self, slot: u32) -> bool {
        self.0 == slot
    }
}

/// The ends of the free list, whose links are in the slots' words, and how many
/// slots are neither in it nor live.
///
/// Where there are back links, the last slot is kept with them, and the owner has what
/// [`FreeList::moved`] returns; see [`back`](super::back).
#[derive(Debug, Clone)]
pub(crate) struct FreeList {
    pub(super) head: u32,
    /// The last slot; if the list is empty, meaningless but never [`NONE`]. A table
    /// without slots has its tag here, because it has no word that contains the tag.
    pub(super) tail: u32,
    /// How many slots are retired or withheld.
    pub(super) aside: u32,
}

/// No slot: one more than the largest index of any handle.
pub(super) const NONE: u32 = u32::MAX;

/// For each free slot except the first the slot before it, if there is a table of that.
pub(crate) type Back<'a> = Option<&'a mut [u32]>;

impl FreeList {
    pub(crate) const EMPTY: FreeList = FreeList::of_tag(0);

    /// Returns the number of slots that are retired or withheld.
    #[inline]
    pub(crate) fn aside(&self) -> u32 {
        self.aside
    }

    /// Returns the end of the list.
    #[inline]
    pub(crate) fn tail(&self) -> Tail {
        if self.head == NONE {
            Tail::NONE
        } else {
            Tail(self.tail)
        }
    }

    /// Returns the number of free slots among `slots`, of which `live` are
    /// live.
    #[inline]
    pub(crate) fn free(&self, slots: u32, live: u32) -> u32 {
        slots - live - self.aside
    }

    /// Returns the sources of `additional` more ids.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::Full`] if the handle cannot address that many ids.
    pub(crate) fn supply<H: AnyHandle, R: Recycle>(
        &self,
        slots: u32,
        live: u32,
        additional: usize,
    ) -> Result<Supply, AllocError> {
        let full = AllocError::Full { limit: H::LIMIT };
        let additional = u32::try_from(additional).map_err(|_| full)?;
        if additional > H::LIMIT - live - self.aside {
            return Err(full);
        }
        let kept_back = R::MIN_FREE.saturating_sub(1);
        let recycled = self.free(slots, live).saturating_sub(kept_back);
        let recycled = recycled.min(additional);
        let fresh = (additional - recycled).min(H::LIMIT - slots);
        Ok(Supply {
            recycled,
            fresh,
            kept_back: additional - recycled - fresh,
        })
    }

    /// Returns the head of the free list if the next id takes it.
    #[inline]
    pub(crate) fn recycled<H: AnyHandle, R: Recycle>(&self, slots: u32, live: u32) -> Option<u32> {
        let enough = R::MIN_FREE <= 1 || self.free(slots, live) >= R::MIN_FREE || slots == H::LIMIT;
        (self.head != NONE && enough).then_some(self.head)
    }

    /// Returns the contents of `slot`, the head of the free list, whose word is `word`.
    /// Changes nothing.
    #[inline]
    pub(crate) fn preview<H: AnyHandle>(&self, slot: u32, word: WordOf<H>) -> Vacancy<H> {
        debug_assert!(slot == self.head, "only the head is taken");
        debug_assert!(next_of::<H>(word) != Some(slot), "slot {slot} is free");
        Vacancy {
            slot,
            handle: handle_of(word, slot),
            next: next_of::<H>(word).unwrap_or(NONE),
        }
    }

    /// Returns a slot that is not in the list, with the handle that is issued for it. The free
    /// list stays as it is.
    #[inline]
    pub(crate) fn fresh<H: AnyHandle>(&self, slot: u32, handle: H) -> Vacancy<H> {
        debug_assert!(slot == handle.index(), "the handle names the slot");
        Vacancy {
            slot,
            handle,
            next: self.head,
        }
    }

    /// Removes the slot of `vacancy` from the list, if it is the head of the list. The
    /// caller writes its word.
    #[inline]
    pub(crate) fn pass<H: AnyHandle>(&mut self, vacancy: Vacancy<H>) {
        debug_assert!(
            vacancy.slot == self.head || vacancy.next == self.head,
            "only the head is taken"
        );
        self.head = vacancy.next;
    }

    /// Removes the head of the free list and makes it live.
    #[inline]
    pub(crate) fn take<H: AnyHandle>(&mut self, words: &mut [WordOf<H>], vacancy: Vacancy<H>) -> H {
        self.pass(vacancy);
        words[vacancy.slot as usize] = vacancy.handle.to_bits();
        vacancy.handle
    }

    /// Frees the slot of a live handle, or retires it.
    #[inline]
    pub(crate) fn put<H: AnyHandle, R: Recycle, E: Exhausted>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        handle: H,
    ) {
        debug_assert!(is_live(words, handle), "a slot is freed once");
        self.recycle::<H, R, E>(words, back, handle);
    }

    /// Frees the slot of an issued handle, or retires it.
    #[inline(always)]
    pub(super) fn recycle<H: AnyHandle, R: Recycle, E: Exhausted>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        handle: H,
    ) {
        let slot = handle.index();
        match next_generation::<H, E>(handle.generation()) {
            Some(generation) => self.enlist::<H, R>(words, back, slot, generation),
            None => self.retire::<H>(words, slot),
        }
    }

    /// Adds a slot that is not in the list yet, where the policy wants it.
    #[inline(always)]
    pub(super) fn enlist<H: AnyHandle, R: Recycle>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        slot: u32,
        generation: u32,
    ) {
        if R::QUEUE {
            self.append::<H>(words, back, slot, generation);
        } else {
            self.prepend::<H>(words, back, slot, generation);
        }
    }

    /// Appends a slot that is not in the list yet.
    pub(crate) fn append<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        slot: u32,
        generation: u32,
    ) {
        let word = &mut words[slot as usize];
        *word = unlinked::<H>(generation, tag_of::<H>(*word));
        if self.head == NONE {
            self.head = slot;
        } else {
            let tail = &mut words[self.tail as usize];
            *tail = linked::<H>(slot, generation_of::<H>(*tail), tag_of::<H>(*tail));
            if let Some(back) = back {
                back[slot as usize] = self.tail;
            }
        }
        self.tail = slot;
    }

    /// Prepends a slot that is not in the list yet.
    #[inline]
    pub(super) fn prepend<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        back: Back<'_>,
        slot: u32,
        generation: u32,
    ) {
        if self.head == NONE {
            self.tail = slot;
        } else if let Some(back) = back {
            back[self.head as usize] = slot;
        }
        let word = &mut words[slot as usize];
        *word = linked::<H>(self.head, generation, tag_of::<H>(*word));
        self.head = slot;
    }

    /// Takes a slot that is not in the list out of use for good. Out of line,
    /// because it happens to a slot only once.
    #[cold]
    #[inline(never)]
    pub(crate) fn retire<H: AnyHandle>(&mut self, words: &mut [WordOf<H>], slot: u32) {
        let word = &mut words[slot as usize];
        *word = unlinked::<H>(0, tag_of::<H>(*word));
        self.aside += 1;
    }

    /// Returns the free slots and their next generations, in the order of their
    /// reuse.
    pub(crate) fn iter<'a, H: AnyHandle>(
        &self,
        words: &'a [WordOf<H>],
    ) -> impl Iterator<Item = (u32, u32)> + use<'a, H> {
        let tail = self.tail();
        let mut slot = (self.head != NONE).then_some(self.head);
        core::iter::from_fn(move || {
            let this = slot?;
            let SlotState::Free { next, generation } = state::<H>(words, tail, this) else {
                unreachable!("slot {this} is on the free list and not free");
            };
            slot = next;
            Some((this, generation))
        })
    }
}
