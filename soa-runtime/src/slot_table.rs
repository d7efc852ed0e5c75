//! The slot table, which is its own free list.
//!
//! One word per slot, in the handle's own representation. The word of a **live**
//! slot is its handle's, so that checking a handle is one compare. A **free**
//! slot's word holds, in the index bits, the next free slot (or none) and, in
//! the generation bits, the generation to be issued next; as no free slot is
//! its own successor, the word never equals a handle of its slot. A **retired**
//! slot's word has no index and generation 0, which no handle has.

use crate::bits::Word;
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::policy::{Exhausted, Recycle};

/// The word of a slot of handles `H`.
pub(crate) type WordOf<H> = <H as AnyHandle>::Word;

/// What a slot's word says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SlotState {
    Live { generation: u32 },
    Free { next: Option<u32>, generation: u32 },
    Retired,
}

/// Where the next id comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextSlot {
    /// A slot that was used before; the head of the free list.
    Recycled(u32),
    /// The slot after the last one.
    Fresh(u32),
}

/// The head of the free list, read once: what to issue, and what comes next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vacancy<H> {
    handle: H,
    next: u32,
}

impl<H: AnyHandle> Vacancy<H> {
    /// The handle that it is issued with.
    #[inline]
    pub(crate) fn handle(self) -> H {
        self.handle
    }
}

/// The ends of the free list, whose links are in the slots' words.
#[derive(Debug, Clone)]
pub(crate) struct FreeList {
    head: u32,
    /// The last slot of a queue; meaningless if the list is empty or a stack.
    tail: u32,
    retired: u32,
}

/// No slot: one more than the largest index of any handle.
const NONE: u32 = u32::MAX;

impl FreeList {
    pub(crate) const EMPTY: FreeList = FreeList {
        head: NONE,
        tail: NONE,
        retired: 0,
    };

    /// How many slots are retired.
    pub(crate) fn retired(&self) -> u32 {
        self.retired
    }

    /// How many slots are free, of `slots` with `live` of them live.
    #[inline]
    pub(crate) fn free(&self, slots: u32, live: u32) -> u32 {
        slots - live - self.retired
    }

    /// How many slots there will be when `additional` more ids are live.
    ///
    /// # Errors
    ///
    /// [`AllocError::Full`] if the handle cannot tell so many apart.
    pub(crate) fn slots_for<H: AnyHandle, R: Recycle>(
        &self,
        slots: u32,
        live: u32,
        additional: usize,
    ) -> Result<u32, AllocError> {
        let full = AllocError::Full { limit: H::LIMIT };
        let additional = u32::try_from(additional).map_err(|_| full)?;
        if additional > H::LIMIT - live - self.retired {
            return Err(full);
        }
        let kept_back = R::MIN_FREE.saturating_sub(1);
        let recycled = self.free(slots, live).saturating_sub(kept_back);
        let fresh = additional.saturating_sub(recycled);
        Ok(slots.saturating_add(fresh).min(H::LIMIT))
    }

    /// The slot that the next id takes. Changes nothing.
    #[inline]
    pub(crate) fn next<H: AnyHandle, R: Recycle>(
        &self,
        slots: u32,
        live: u32,
    ) -> Result<NextSlot, AllocError> {
        let enough = R::MIN_FREE <= 1 || self.free(slots, live) >= R::MIN_FREE || slots == H::LIMIT;
        if self.head != NONE && enough {
            Ok(NextSlot::Recycled(self.head))
        } else if slots < H::LIMIT {
            Ok(NextSlot::Fresh(slots))
        } else {
            Err(AllocError::Full { limit: H::LIMIT })
        }
    }

    /// What is at `slot`, the head of the free list. Changes nothing.
    #[inline]
    pub(crate) fn preview<H: AnyHandle>(words: &[WordOf<H>], slot: u32) -> Vacancy<H> {
        debug_assert!(
            matches!(state::<H>(words, slot), SlotState::Free { .. }),
            "slot {slot} is on the free list"
        );
        let word = words[slot as usize];
        Vacancy {
            handle: H::assemble(slot, generation_of::<H>(word)),
            next: next_of::<H>(word).unwrap_or(NONE),
        }
    }

    /// Takes the head of the free list out of it and makes it live.
    #[inline]
    pub(crate) fn take<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        Vacancy { handle, next }: Vacancy<H>,
    ) -> H {
        debug_assert_eq!(handle.index(), self.head, "only the head is taken");
        self.head = next;
        words[handle.index() as usize] = handle.to_bits();
        handle
    }

    /// Makes the slot of a live handle free, or retires it.
    #[inline]
    pub(crate) fn put<H: AnyHandle, R: Recycle, E: Exhausted>(
        &mut self,
        words: &mut [WordOf<H>],
        handle: H,
    ) {
        debug_assert!(is_live(words, handle), "a slot is freed once");
        let slot = handle.index();
        match next_generation::<H, E>(handle.generation()) {
            Some(generation) => self.link::<H, R>(words, slot, generation),
            None => self.retire::<H>(words, slot),
        }
    }

    /// Appends a slot that is not in the list yet, behind all others.
    pub(crate) fn append<H: AnyHandle>(
        &mut self,
        words: &mut [WordOf<H>],
        slot: u32,
        generation: u32,
    ) {
        words[slot as usize] = free_word::<H>(None, generation);
        if self.head == NONE {
            self.head = slot;
        } else {
            let tail = self.tail as usize;
            words[tail] = free_word::<H>(Some(slot), generation_of::<H>(words[tail]));
        }
        self.tail = slot;
    }

    /// Takes a slot that is not in the list out of use for ever.
    pub(crate) fn retire<H: AnyHandle>(&mut self, words: &mut [WordOf<H>], slot: u32) {
        words[slot as usize] = free_word::<H>(None, 0);
        self.retired += 1;
    }

    #[inline]
    fn link<H: AnyHandle, R: Recycle>(
        &mut self,
        words: &mut [WordOf<H>],
        slot: u32,
        generation: u32,
    ) {
        if R::QUEUE {
            self.append::<H>(words, slot, generation);
        } else {
            let next = (self.head != NONE).then_some(self.head);
            words[slot as usize] = free_word::<H>(next, generation);
            self.head = slot;
        }
    }

    /// The free slots and their next generations, in the order of their reuse.
    #[cfg(feature = "serde")]
    pub(crate) fn iter<'a, H: AnyHandle>(
        &self,
        words: &'a [WordOf<H>],
    ) -> impl Iterator<Item = (u32, u32)> + use<'a, H> {
        let mut slot = (self.head != NONE).then_some(self.head);
        core::iter::from_fn(move || {
            let this = slot?;
            let SlotState::Free { next, generation } = state::<H>(words, this) else {
                unreachable!("slot {this} is on the free list and not free");
            };
            slot = next;
            Some((this, generation))
        })
    }
}

/// What slot `slot` is; it must be one of `words`.
#[inline]
pub(crate) fn state<H: AnyHandle>(words: &[WordOf<H>], slot: u32) -> SlotState {
    let word = words[slot as usize];
    let generation = generation_of::<H>(word);
    let field = word.widen() & index_mask::<H>();
    if field == u64::from(slot) + bias::<H>() {
        SlotState::Live { generation }
    } else if field == index_mask::<H>() && generation == 0 && H::GENERATION_BITS > 0 {
        SlotState::Retired
    } else {
        let next = next_of::<H>(word);
        SlotState::Free { next, generation }
    }
}

/// The handle of slot `slot`, if it is live; it must be one of `words`.
#[inline]
pub(crate) fn handle_at<H: AnyHandle>(words: &[WordOf<H>], slot: u32) -> Option<H> {
    let word = words[slot as usize];
    (word.widen() & index_mask::<H>() == u64::from(slot) + bias::<H>())
        .then(|| H::assemble(slot, generation_of::<H>(word)))
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
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "an index has at most 32 bits"
)]
pub(crate) fn slot_of<H: AnyHandle>(word: WordOf<H>) -> u32 {
    (word.widen() & index_mask::<H>()).wrapping_sub(bias::<H>()) as u32
}

/// The handle that a live slot's word is.
#[inline]
pub(crate) fn handle_of<H: AnyHandle>(word: WordOf<H>) -> H {
    H::assemble(slot_of::<H>(word), generation_of::<H>(word))
}

/// Whether `handle` is live; its slot is then within `words`.
#[inline]
pub(crate) fn is_live<H: AnyHandle>(words: &[WordOf<H>], handle: H) -> bool {
    words.get(handle.index() as usize) == Some(&handle.to_bits())
}

/// The generation after `generation`, if one is left.
#[inline]
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

/// The word of a slot that is not live; with generation 0, of a retired one.
#[inline]
pub(crate) fn free_word<H: AnyHandle>(next: Option<u32>, generation: u32) -> WordOf<H> {
    let field = next.map_or(index_mask::<H>(), |next| u64::from(next) + bias::<H>());
    H::Word::narrow(u64::from(generation) << H::INDEX_BITS | field)
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "masked to at most 32 bits")]
fn generation_of<H: AnyHandle>(word: WordOf<H>) -> u32 {
    (word.widen() >> H::INDEX_BITS & ((1 << H::GENERATION_BITS) - 1)) as u32
}

/// The slot behind a free slot in the free list.
#[inline]
fn next_of<H: AnyHandle>(word: WordOf<H>) -> Option<u32> {
    let last = word.widen() & index_mask::<H>() == index_mask::<H>();
    (!last).then(|| slot_of::<H>(word))
}

#[inline]
fn index_mask<H: AnyHandle>() -> u64 {
    (1 << H::INDEX_BITS) - 1
}

/// What a handle adds to an index to store it.
#[inline]
fn bias<H: AnyHandle>() -> u64 {
    u64::from(H::GENERATION_BITS == 0)
}
