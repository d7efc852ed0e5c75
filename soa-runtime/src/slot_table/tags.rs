//! The tag of a table: the bits by which its handles differ from the handles of
//! other tables.
//!
//! The word of every slot contains the tag, whatever the state of the slot. A table
//! without slots keeps its tag in the free list, as the end of a list that is empty.

use super::free_list::NONE;
use super::{FreeList, Tail, WordOf, generation_of};
use crate::bits::Word;
use crate::handle::AnyHandle;

impl FreeList {
    /// Returns the list of a table without slots, whose slots get this tag.
    pub(crate) const fn of_tag(tag: u32) -> FreeList {
        FreeList {
            head: NONE,
            tail: tag,
            aside: 0,
        }
    }

    /// Returns the tag of the table.
    #[inline]
    pub(crate) fn tag<H: AnyHandle>(&self, words: &[WordOf<H>]) -> u32 {
        self.end::<H>(words).tag::<H>(words)
    }

    /// Returns the end of the list, which stores the tag of a table without slots.
    #[inline(always)]
    pub(crate) fn end<H: AnyHandle>(&self, words: &[WordOf<H>]) -> Tail {
        if const { H::TAG_BITS > 0 } && words.is_empty() {
            Tail(self.tail)
        } else {
            self.tail()
        }
    }
}

impl Tail {
    /// Returns the tag of the table whose [`FreeList::end`] this is.
    #[inline]
    pub(crate) fn tag<H: AnyHandle>(self, words: &[WordOf<H>]) -> u32 {
        match words.last() {
            _ if H::TAG_BITS == 0 => 0,
            Some(&word) => tag_of::<H>(word),
            None => self.0,
        }
    }
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
pub(super) fn tag_bits<H: AnyHandle>(tag: u32) -> u64 {
    if H::TAG_BITS == 0 {
        0
    } else {
        u64::from(tag) << (H::INDEX_BITS + H::GENERATION_BITS)
    }
}

/// Returns the handle of `slot` with the generation and the tag in its word.
#[inline(always)]
pub(super) fn handle_of<H: AnyHandle>(word: WordOf<H>, slot: u32) -> H {
    H::assemble_tagged(slot, generation_of::<H>(word), tag_of::<H>(word))
}
