//! The tag of a store, which all of its ids have.
//!
//! The tag needs no field: every word of the slot table contains it, and a store
//! without slots has it in the free list. (A field of a type that depends on the record
//! would make the hub invariant, too.)

use super::Typed;
use crate::handle::AnyHandle;
use crate::record::{HandleOf, Shape};
#[cfg(feature = "serde")]
use crate::slot_table::FreeList;
use crate::slot_table::tag_of;

impl<S: Shape> Typed<S> {
    /// Returns the tag.
    #[inline]
    pub(crate) fn tag(&self) -> u32 {
        /// Out of line, because it happens before the first row.
        #[cold]
        #[inline(never)]
        fn without_slots<S: Shape>(typed: &Typed<S>) -> u32 {
            typed.free_list().tag::<HandleOf<S>>(&[])
        }
        if const { HandleOf::<S>::TAG_BITS == 0 } {
            return 0;
        }
        match self.store.slots() {
            0 => without_slots(self),
            slots => tag_of::<HandleOf<S>>(self.word(slots as usize - 1)),
        }
    }

    /// Gives a tag to a store without slots.
    #[cfg(feature = "serde")]
    pub(crate) fn set_tag(&mut self, tag: u32) {
        assert!(self.store.slots() == 0, "a slot's word contains its tag");
        self.untyped().set_free_list(FreeList::of_tag(tag));
    }

    /// Returns the first id of a slot.
    #[inline(always)]
    pub(crate) fn first_id(&self, slot: u32) -> HandleOf<S> {
        HandleOf::<S>::assemble_tagged(slot, HandleOf::<S>::FIRST_GENERATION, self.tag())
    }
}
