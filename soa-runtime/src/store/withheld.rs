//! Slots whose ids are issued and have no row.

use super::change::{Room, write_row_of};
use super::{FieldsOf, Typed};
use crate::handle::AnyHandle;
use crate::memory::{One, read, write};
use crate::record::{BareOf, ExhaustedOf, HandleOf, RecycleOf, Shape};
use crate::slot_table::{self, FreeList, SlotState, Vacancy};

impl<S: Shape> Typed<S> {
    /// Returns the withheld ids in the order of their slots.
    pub(crate) fn withheld(&self) -> impl Iterator<Item = HandleOf<S>> + use<'_, S> {
        let (keys, tag) = (self.keys(), self.tag());
        (0..self.store.slots()).filter_map(move |slot| match keys.state(slot) {
            SlotState::Withheld { generation } => {
                Some(HandleOf::<S>::assemble_tagged(slot, generation, tag))
            }
            _ => None,
        })
    }

    /// Removes the head of the free list and withholds it.
    #[inline]
    pub(crate) fn withhold(&mut self, vacancy: Vacancy<BareOf<S>>) -> HandleOf<S> {
        let id = self.edit(|words, free, _| free.withhold(words, vacancy));
        let id = HandleOf::<S>::of_bare(id);
        // SAFETY: by fact 1 of `slot_table`, since `withhold` has written the word of the slot.
        unsafe { self.stamp_slot(id.index()) };
        id
    }

    /// Withholds an id: a live id whose row was moved out, or the id of a slot that
    /// is being loaded.
    #[inline]
    pub(crate) fn set_aside(&mut self, id: HandleOf<S>) {
        let (words, free) = self.table();
        free.set_aside(words, id);
        // SAFETY: by fact 1 of `slot_table`, since `set_aside` has written the word of the slot.
        unsafe { self.note_hole(id.index()) };
    }

    /// Makes a withheld id live. Its row was written before.
    #[inline]
    pub(crate) fn admit(&mut self, id: HandleOf<S>) {
        let (words, free) = self.table();
        free.admit(words, id);
        // SAFETY: by fact 1 of `slot_table`, since `admit` has written the word of the slot.
        unsafe { self.note_row(id.index()) };
    }

    /// Frees or retires the slot of a withheld id.
    #[inline]
    pub(crate) fn release_withheld(&mut self, id: HandleOf<S>) {
        self.edit(|words, free, back| {
            free.put_withheld::<HandleOf<S>, RecycleOf<S>, ExhaustedOf<S>>(words, back, id);
        });
        // SAFETY: by fact 1 of `slot_table`, since `put_withheld` has written the word of the slot.
        unsafe { self.stamp_slot(id.index()) };
    }

    /// Makes a withheld id that no caller has seen the next id to be issued.
    pub(crate) fn give_back(&mut self, id: HandleOf<S>) {
        self.edit(|words, free, back| free.give_back(words, back, id));
        // SAFETY: by fact 1 of `slot_table`, since `give_back` has written the word of the slot.
        unsafe { self.stamp_slot(id.index()) };
    }

    /// Removes the last slot, which belongs to a withheld id that no caller has
    /// seen.
    pub(crate) fn forget_last(&mut self, id: HandleOf<S>) {
        drop(self.take_last(id));
    }

    /// Removes the last slot, which belongs to a withheld id. Returns the values of its
    /// row, if the layout has a row for it.
    pub(crate) fn take_last(&mut self, id: HandleOf<S>) -> Option<FieldsOf<S>> {
        let slot = self.store.slots().checked_sub(1);
        assert!(slot == Some(id.index()), "only the last slot is removed");
        let (words, free) = self.table();
        free.forget(words, id);
        if let Some(holes) = self.holes() {
            // SAFETY: by invariant 5 of `Store`; checked above: it is one of the
            // slots.
            unsafe { holes.clear(id.index()) };
        }
        self.store.core.block.used -= 1;
        if HandleOf::<S>::TAG_BITS > 0 && self.store.slots() == 0 {
            // No word contains the tag any more.
            self.untyped().set_free_list(FreeList::of_tag(id.tag()));
        }
        // SAFETY: by invariants 1 and 3 of `Store` the row was initialised; the store no
        // longer counts it.
        let take = |row| unsafe { read(Typed::<S>::FIELDS, self.store.base(), row) };
        (!Self::DENSE).then(|| take(id.index() as usize))
    }
}

impl<S: Shape> Room<'_, S> {
    /// Withholds the slot. In the slots layout its row is a hole.
    #[inline]
    pub(crate) fn withhold(self, id: HandleOf<S>, hole: Option<FieldsOf<S>>) {
        let Room { typed } = self;
        let (base, slot) = (typed.store.base(), typed.store.slots());
        assert!(
            hole.is_some() != Typed::<S>::DENSE,
            "a slot of the slots layout has a row"
        );
        debug_assert_eq!(slot, id.index(), "the handle belongs to the new slot");
        let word = slot_table::unlinked::<HandleOf<S>>(id.generation(), id.tag());
        // SAFETY: by invariant 1 of `Store` and of `Room`; with `Slots` the row is the slot. The
        // slot is not live, so invariant 4 of `Store` does not apply to its row.
        unsafe {
            if let Some(hole) = hole {
                write(Typed::<S>::FIELDS, base, slot as usize, hole);
            }
            write(Typed::<S>::WORDS, base, slot as usize, One(word));
            write_row_of::<S>(base, slot, 0);
            if let Some(holes) = typed.holes() {
                holes.set(slot);
            }
        }
        typed.store.core.block.used += 1;
        // SAFETY: the slot is counted now.
        unsafe { typed.stamp_slot(slot) };
        let (words, free) = typed.table();
        free.set_aside(words, id);
    }
}
