//! What only snapshots call: telling which slots are retired, and making a store
//! slot by slot, in an order that no other call would give.

use super::change::write_row_of;
use super::{Fields, FieldsOf, Layout, LayoutKind, One, Store, WordsAt};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::record::{IdAllocator, Shape, ShapeOf};
use crate::slot_table::{self, SlotState};

impl<T: IdAllocator> Store<T> {
    /// Appends a free slot, without a row and in no list, for the dense layout.
    pub(crate) fn push_slot<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
    ) -> Result<(), AllocError> {
        assert!(T::Layout::KIND == LayoutKind::Dense, "a slot has a row");
        self.room(shape)?;
        let (base, slot) = (self.base(), self.slots());
        let word = slot_table::unlinked::<T::Id>(0);
        // SAFETY: by invariant 1 of `Store`; there is room for one more slot.
        unsafe { One(word).write::<WordsAt<S>>(base, slot as usize) };
        // SAFETY: by invariant 1 of `Store`; there is room for one more slot, and
        // as it is not live, invariant 4 asks nothing of its row.
        unsafe { write_row_of::<T, S>(base, slot, 0) };
        self.block.used += 1;
        Ok(())
    }

    /// Appends the row of a slot and makes the slot live, for the dense layout.
    pub(crate) fn adopt_row<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        id: T::Id,
        fields: FieldsOf<S>,
    ) {
        self.push_row(shape, id, fields);
        self.table(shape).0[id.index() as usize] = id.to_bits();
    }

    /// Puts a slot that is in use behind the free list, at `generation`, or
    /// retires it.
    pub(crate) fn withdraw<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        slot: u32,
        generation: Option<u32>,
    ) {
        let (words, free) = self.table(shape);
        match generation {
            Some(generation) => free.append::<T::Id>(words, slot, generation),
            None => free.retire::<T::Id>(words, slot),
        }
        // SAFETY: `append` and `retire` have written the slot's word, checked.
        unsafe { self.note_hole(shape, slot) };
    }

    /// The slots that are retired.
    pub(crate) fn retired<S: Shape<Record = T>>(
        &self,
        shape: ShapeOf<S>,
    ) -> impl Iterator<Item = u32> + use<'_, T, S> {
        let keys = self.keys(shape);
        (0..self.slots()).filter(move |&slot| keys.state(slot) == SlotState::Retired)
    }
}
