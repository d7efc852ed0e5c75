//! The free slots in the order of their reuse: a stack or a queue whose links are in the words
//! of the slots. And the table of slots, through which every slot changes its state.

use super::policy::{Exhausted, Recycle};
use super::{
    NONE, SlotState, WordOf, find, generation_of, handle_of, linked, next_generation, next_of,
    state, tag_of, unlinked,
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
    slot: u32,
    handle: H,
    /// The head of the free list after the slot was taken.
    next: u32,
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

/// The ends of the free list, whose links are in the slots' words, and the number of slots
/// that are neither in it nor live.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FreeList {
    /// The first slot, or [`NONE`].
    head: u32,
    /// The last slot. It means nothing while the list is empty.
    tail: u32,
    /// The number of slots that are retired or reserved.
    aside: u32,
}

impl FreeList {
    pub(crate) const EMPTY: FreeList = FreeList {
        head: NONE,
        tail: NONE,
        aside: 0,
    };

    /// Returns the number of slots that are retired or reserved.
    #[inline]
    pub(crate) fn aside(&self) -> u32 {
        self.aside
    }

    /// Returns whether the list ends at `slot`. It is the only free slot whose word looks like
    /// the word of a reserved slot.
    #[inline]
    pub(crate) fn ends_with(&self, slot: u32) -> bool {
        self.head != NONE && self.tail == slot
    }

    /// Returns whether a slot is the first one.
    #[inline]
    pub(crate) fn starts_with(&self, slot: u32) -> bool {
        self.head == slot
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

    /// Returns the free slots and their next generations, in the order of their
    /// reuse.
    pub(crate) fn iter<H: AnyHandle>(
        self,
        words: &[WordOf<H>],
    ) -> impl Iterator<Item = (u32, u32)> + use<'_, H> {
        let mut slot = (self.head != NONE).then_some(self.head);
        core::iter::from_fn(move || {
            let this = slot?;
            let SlotState::Free { next, generation } = state::<H>(words, &self, this) else {
                unreachable!("slot {this} is on the free list and not free");
            };
            slot = next;
            Some((this, generation))
        })
    }

    /// Writes the back links of all slots in the list.
    pub(crate) fn link_back<H: AnyHandle>(&self, words: &[WordOf<H>], back: &mut [u32]) {
        let mut before = NONE;
        for (slot, _) in self.iter::<H>(words) {
            back[slot as usize] = before;
            before = slot;
        }
    }
}

/// The slots of a hub or of a pool with handles `H`, borrowed mutably.
pub(crate) struct SlotTable<'a, H: AnyHandle> {
    pub(crate) words: &'a mut [WordOf<H>],
    pub(crate) free: &'a mut FreeList,
    /// For each free slot except the first the slot before it, so that a slot can leave the list
    /// wherever it is. Without them slots leave it only at the front.
    pub(crate) back: Option<&'a mut [u32]>,
}

impl<H: AnyHandle> SlotTable<'_, H> {
    /// Reserves a slot that is not in the list: a live slot or a new slot.
    #[inline]
    pub(crate) fn set_aside(&mut self, handle: H) {
        self.words[handle.index() as usize] = unlinked::<H>(handle.generation(), handle.tag());
        self.free.aside += 1;
    }

    /// Stops counting a reserved handle, whose slot is about to change its
    /// state.
    #[inline]
    pub(crate) fn take_back(&mut self, handle: H) {
        debug_assert!(
            super::is_reserved(self.words, self.free, handle) && find(self.words, handle).is_none(),
            "{handle:?} is reserved"
        );
        self.free.aside -= 1;
    }

    /// Takes a slot out of the list, without a change of its word. Without back links it must be
    /// the first.
    pub(crate) fn unlink(&mut self, slot: u32) {
        let next = next_of::<H>(self.words[slot as usize]).unwrap_or(NONE);
        if slot == self.free.head {
            self.free.head = next;
        } else if let Some(back) = &mut self.back {
            let before = back[slot as usize];
            match back.get_mut(next as usize) {
                Some(link) => *link = before,
                None => self.free.tail = before,
            }
            self.set_next(before, next);
        } else {
            unreachable!("slot {slot} is not the first, and there are no back links");
        }
    }

    /// Replaces a live handle by the handle of the next generation of its slot.
    /// Returns `None` and changes nothing if no other generation is left.
    #[inline]
    pub(crate) fn renew<E: Exhausted>(self, handle: H) -> Option<H> {
        debug_assert!(
            find(self.words, handle).is_some(),
            "only a live handle is renewed"
        );
        let generation = next_generation::<H, E>(handle.generation())
            .filter(|&generation| generation != handle.generation())?;
        let renewed = H::assemble_tagged(handle.index(), generation, handle.tag());
        self.words[handle.index() as usize] = renewed.to_bits();
        Some(renewed)
    }

    /// Frees the slot of a handle that was issued, or retires it.
    #[inline(always)]
    pub(crate) fn recycle<R: Recycle, E: Exhausted>(mut self, handle: H) {
        let slot = handle.index();
        match next_generation::<H, E>(handle.generation()) {
            Some(generation) => self.enlist::<R>(slot, generation),
            None => self.retire(slot),
        }
    }

    /// Adds a slot that is not in the list yet, where the policy wants it.
    #[inline(always)]
    pub(crate) fn enlist<R: Recycle>(&mut self, slot: u32, generation: u32) {
        if R::QUEUE {
            self.append(slot, generation);
        } else {
            self.prepend(slot, generation);
        }
    }

    /// Appends a slot that is not in the list yet.
    #[inline]
    pub(crate) fn append(&mut self, slot: u32, generation: u32) {
        let word = &mut self.words[slot as usize];
        *word = unlinked::<H>(generation, tag_of::<H>(*word));
        if self.free.head == NONE {
            self.free.head = slot;
        } else {
            self.follow_tail(slot);
        }
        self.free.tail = slot;
    }

    /// Prepends a slot that is not in the list yet.
    #[inline]
    pub(crate) fn prepend(&mut self, slot: u32, generation: u32) {
        if self.free.head == NONE {
            self.free.tail = slot;
        } else if let Some(back) = &mut self.back {
            back[self.free.head as usize] = slot;
        }
        let word = &mut self.words[slot as usize];
        *word = linked::<H>(self.free.head, generation, tag_of::<H>(*word));
        self.free.head = slot;
    }

    /// Takes a slot that is not in the list out of use for good.
    #[inline(always)]
    pub(crate) fn retire(&mut self, slot: u32) {
        retire::<H>(self.words, self.free, slot);
    }

    /// Makes a slot follow the last one of the list, which is not empty.
    #[inline]
    fn follow_tail(&mut self, slot: u32) {
        self.set_next(self.free.tail, slot);
        if let Some(back) = &mut self.back {
            back[slot as usize] = self.free.tail;
        }
    }

    #[inline]
    fn set_next(&mut self, slot: u32, next: u32) {
        let word = &mut self.words[slot as usize];
        *word = linked::<H>(next, generation_of::<H>(*word), tag_of::<H>(*word));
    }
}

/// Retires a slot. Out of line, because it happens to a slot only once. It takes the parts of the
/// table, because a reference to it would keep it in memory wherever a slot is freed.
#[cold]
#[inline(never)]
fn retire<H: AnyHandle>(words: &mut [WordOf<H>], free: &mut FreeList, slot: u32) {
    let word = &mut words[slot as usize];
    *word = unlinked::<H>(0, tag_of::<H>(*word));
    free.aside += 1;
}

/// Slots that follow the slots of another table, for a mirror: their next generation is the
/// other table's choice. Between deltas, none of them is retired or reserved.
#[cfg(feature = "serde")]
impl<H: AnyHandle> SlotTable<'_, H> {
    /// Takes a free slot out of the list, or stops counting a reserved one. Its word stays, until
    /// [`link`](Self::link) writes it. Without back links a free slot must be the first.
    pub(crate) fn leave(mut self, slot: u32) {
        match state::<H>(self.words, self.free, slot) {
            SlotState::Free { .. } => self.unlink(slot),
            _ => self.free.aside -= 1,
        }
    }

    /// Returns the slot that follows the last one of a run that enters the list.
    pub(crate) fn follower<R: Recycle>(&self) -> u32 {
        if R::QUEUE { NONE } else { self.free.head }
    }

    /// Writes the word of a slot that has left the list: `next` follows it, and it issues
    /// `handle` next. Returns whether the word was another one.
    pub(crate) fn link(self, handle: H, next: u32) -> bool {
        if let Some(link) = self.back.and_then(|back| back.get_mut(next as usize)) {
            *link = handle.index();
        }
        let word = linked::<H>(next, handle.generation(), handle.tag());
        core::mem::replace(&mut self.words[handle.index() as usize], word) != word
    }

    /// Adds a run of slots that are linked to each other, where the policy wants freed slots.
    pub(crate) fn join<R: Recycle>(mut self, first: u32, last: u32) {
        if self.free.head == NONE {
            (self.free.head, self.free.tail) = (first, last);
        } else if R::QUEUE {
            self.follow_tail(first);
            self.free.tail = last;
        } else {
            self.free.head = first;
        }
    }

    /// Takes slots out of the list, which keeps its order, and retires or reserves them.
    pub(crate) fn sift(
        mut self,
        is_retired: impl Fn(u32) -> bool,
        is_reserved: impl Fn(u32) -> bool,
    ) {
        let mut next = core::mem::replace(&mut self.free.head, NONE);
        while next != NONE {
            let slot = next;
            let word = self.words[slot as usize];
            next = next_of::<H>(word).unwrap_or(NONE);
            if is_retired(slot) {
                self.retire(slot);
            } else if is_reserved(slot) {
                self.set_aside(handle_of(word, slot));
            } else {
                self.append(slot, generation_of::<H>(word));
            }
        }
    }
}

impl SlotState {
    /// Returns the generation that a slot without a row issues when it is free, or `None` if
    /// it is retired then.
    #[cfg(feature = "serde")]
    pub(crate) fn next_generation<H: AnyHandle, E: Exhausted>(self) -> Option<u32> {
        match self {
            SlotState::Free { generation, .. } => Some(generation),
            SlotState::Live { generation } | SlotState::Reserved { generation } => {
                next_generation::<H, E>(generation)
            }
            SlotState::Retired => None,
        }
    }
}
