//! Functions for a mirror only: slots that change in ways that no hub of its own has.

use super::Typed;
use super::change::write_id_of;
use crate::handle::AnyHandle;
use crate::policy::Wrap;
use crate::record::{HandleOf, RecycleOf, Shape};

impl<S: Shape> Typed<S> {
    /// Gives the row of a live id another id of the same slot.
    pub(crate) fn rename(&mut self, id: HandleOf<S>, renamed: HandleOf<S>) {
        let Some(row) = self.row_of(id).filter(|_| id.index() == renamed.index()) else {
            unreachable!("the slot is live");
        };
        self.table().0[id.index() as usize] = renamed.to_bits();
        // SAFETY: by invariant 1 of `Store`; the row of a live id is below the
        // number of rows and therefore below the capacity.
        unsafe { write_id_of::<S>(self.store.base(), row, renamed) };
    }

    /// Frees the slot of a live id, also after its last generation.
    pub(crate) fn release_unretired(&mut self, id: HandleOf<S>) {
        self.edit(|words, free, back| {
            free.put::<HandleOf<S>, RecycleOf<S>, Wrap>(words, back, id);
        });
        // SAFETY: `put` has written the slot's word, checked.
        unsafe { self.note_hole(id.index()) };
    }

    /// Takes the free slot of an id out of the free list and withholds the id. There are
    /// links, or the slot is the first in the list.
    pub(crate) fn withhold_free(&mut self, id: HandleOf<S>) {
        self.edit(|words, free, back| free.withhold_free(words, back, id));
    }
}
