//! The tag of a table: the bits by which its handles differ from the handles of
//! other tables.
//!
//! The word of every slot contains the tag, whatever the state of the slot. A table
//! without slots keeps its tag in the free list, as the end of a list that is empty.

use super::free_list::NONE;
use super::{FreeList, Tail, WordOf, tag_of};
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
