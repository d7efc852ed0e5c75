//! The tag of a store, which all of its ids have.
//!
//! The tag needs no field: every word of the slot table contains it, and a store
//! without slots has it in the free list. (A field of a type that depends on the record
//! would make the hub invariant, too.)

use super::Typed;
use crate::handle::AnyHandle;
use crate::record::{HandleOf, Shape};

impl<S: Shape> Typed<S> {
    /// Returns the tag.
    #[inline]
    pub(crate) fn tag(&self) -> u32 {
        if const { HandleOf::<S>::TAG_BITS > 0 } {
            self.keys().tag()
        } else {
            0
        }
    }

    /// Returns the first id of a slot.
    #[inline(always)]
    pub(crate) fn first_id(&self, slot: u32) -> HandleOf<S> {
        HandleOf::<S>::assemble_tagged(slot, HandleOf::<S>::FIRST_GENERATION, self.tag())
    }
}
