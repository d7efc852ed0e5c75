//! Slots whose ids are issued and have no row.

use super::change::write_row_of;
use super::{NextRow, Typed};
use crate::handle::AnyHandle;
use crate::memory::{One, write};
use crate::record::{BareOf, ExhaustedOf, HandleOf, RecycleOf, Shape};
use crate::slot_table::{self, FreeList, SlotState};

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

    /// Withholds an id: a live id whose row was moved out, or the id of a slot that
    /// is being loaded.
    #[inline]
    pub(crate) fn set_aside(&mut self, id: HandleOf<S>) {
        let (words, free) = self.table();
        free.set_aside(words, id);
        // SAFETY: by fact 1 of `slot_table`, since `set_aside` has written the word of the slot.
        unsafe { self.note_hole(id.index()) };
    }

    /// Makes a withheld id live. Its row must be written next.
    #[inline]
    pub(crate) fn admit(&mut self, id: HandleOf<S>) -> NextRow<'_, S> {
        let (words, free) = self.table();
        free.admit(words, id);
        self.vacant_row(id)
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
    pub(crate) fn take_last(&mut self, id: HandleOf<S>) -> Option<S::Record> {
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
        // SAFETY: by invariant 3 of `Store` the row was initialised; the store no longer counts it.
        let take = |row| unsafe { self.move_out(row) };
        (!Self::DENSE).then(|| take(id.index() as usize))
    }
}

impl<S: Shape> NextRow<'_, S> {
    /// Withholds the id and returns it. The row of a new slot is a hole in the slots layout.
    #[inline]
    pub(crate) fn withhold(self, hole: impl FnOnce() -> Option<S::Record>) -> HandleOf<S> {
        let id = self.id();
        if !self.is_new() {
            let NextRow { typed, vacancy } = self;
            typed.edit(|words, free, _| free.withhold(words, vacancy));
            // SAFETY: by fact 1 of `slot_table`, since `withhold` has written the word of the slot.
            unsafe { typed.stamp_slot(id.index()) };
            return id;
        }
        let NextRow { typed, vacancy } = self;
        let row = NextRow {
            typed: &mut *typed,
            vacancy,
        };
        match hole() {
            Some(hole) => {
                assert!(!Typed::<S>::DENSE, "a withheld slot has no row");
                drop(row.replace_hole(hole));
            }
            None => row.push_slot(),
        }
        typed.set_aside(id);
        id
    }

    /// Makes the new slot, without a row and in no list, for the dense layout.
    pub(super) fn push_slot(self) {
        assert!(Typed::<S>::DENSE, "a slot has a row");
        let NextRow { typed, vacancy } = self;
        let (base, slot) = (typed.store.base(), vacancy.slot());
        assert!(slot == typed.store.slots(), "the slot is a new one");
        let word = slot_table::unlinked::<BareOf<S>>(0, typed.tag());
        // SAFETY: by invariant 1 of `Store` and invariant 2 of `NextRow` there is capacity for the
        // slot. It is not live, so invariant 4 of `Store` does not apply to its row.
        unsafe {
            write(Typed::<S>::WORDS, base, slot as usize, One(word));
            write_row_of::<S>(base, slot, 0);
        }
        typed.store.core.block.used += 1;
    }
}
