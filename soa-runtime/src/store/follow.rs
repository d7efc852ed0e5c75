//! Functions for a mirror only: slots that change in ways that no hub of its own has.

use super::Typed;
use crate::handle::AnyHandle;
use crate::record::{HandleOf, RecycleOf, Shape};
use crate::slot_table;

impl<S: Shape> Typed<S> {
    /// Frees the slot of a live id. The slot issues `next` next.
    pub(crate) fn release_as(&mut self, id: HandleOf<S>, next: HandleOf<S>) {
        self.edit(|words, free, back| {
            free.put_as::<HandleOf<S>, RecycleOf<S>>(words, back, id, next);
        });
        // SAFETY: by fact 1 of `slot_table`, since `put_as` has written the word of the slot.
        unsafe { self.note_hole(id.index()) };
    }

    /// Makes `next` the id that its slot, which is free, issues next.
    pub(crate) fn renumber(&mut self, next: HandleOf<S>) {
        if slot_table::renumber(self.table().0, next) {
            self.stamp_slot_of(next);
        }
    }

    /// Records that the slot of an id changed.
    pub(crate) fn stamp_slot_of(&mut self, id: HandleOf<S>) {
        assert!(
            id.index() < self.store.slots(),
            "the slot is one of the slots"
        );
        // SAFETY: checked above.
        unsafe { self.stamp_slot(id.index()) };
    }

    /// Begins a life of its own: the free slots are used in ascending order at first, except
    /// for those that are retired, and the ticks start anew. Each slot is live or free.
    pub(crate) fn stop_following(&mut self, is_retired: impl Fn(u32) -> bool) {
        self.edit(|words, free, back| free.ascend::<HandleOf<S>>(words, back, is_retired));
        self.restart();
    }

    /// Takes the free slot of an id out of the free list and withholds the id. There are
    /// back links, or the slot is the first in the list.
    pub(crate) fn withhold_free(&mut self, id: HandleOf<S>) {
        self.edit(|words, free, back| free.withhold_free(words, back, id));
    }
}
