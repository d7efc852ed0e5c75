//! Slots whose ids are issued and have no row.

use super::change::{Room, write_row_of};
use super::{Fields, FieldsAt, FieldsOf, Layout, LayoutKind, One, Store, WordsAt};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::record::{IdAllocator, Shape, ShapeOf};
use crate::slot_table::{self, SlotState, Supply, Vacancy};

impl<T: IdAllocator> Store<T> {
    /// Where `additional` more ids come from.
    ///
    /// # Errors
    ///
    /// [`AllocError::Full`] if the index bits cannot tell so many apart.
    pub(crate) fn supply(&self, additional: usize) -> Result<Supply, AllocError> {
        self.free
            .supply::<T::Id, T::Recycle>(self.slots(), self.live, additional)
    }

    /// The ids that are withheld, in the order of their slots.
    pub(crate) fn withheld<S: Shape<Record = T>>(
        &self,
        shape: ShapeOf<S>,
    ) -> impl Iterator<Item = T::Id> + use<'_, T, S> {
        let keys = self.keys(shape);
        (0..self.slots()).filter_map(move |slot| match keys.state(slot) {
            SlotState::Withheld { generation } => Some(T::Id::assemble(slot, generation)),
            _ => None,
        })
    }

    /// Takes the head of the free list out of it and withholds it.
    #[inline]
    pub(crate) fn withhold<S: Shape<Record = T>>(
        &mut self,
        shape: ShapeOf<S>,
        vacancy: Vacancy<T::Id>,
    ) -> T::Id {
        let (words, free) = self.table(shape);
        free.withhold(words, vacancy)
    }

    /// Withholds an id: a live one whose row was moved out, or that of a slot
    /// which is being loaded.
    #[inline]
    pub(crate) fn set_aside<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, id: T::Id) {
        let (words, free) = self.table(shape);
        free.set_aside(words, id);
        // SAFETY: `set_aside` has written the slot's word, checked.
        unsafe { self.note_hole(shape, id.index()) };
    }

    /// Makes a withheld id live, whose row was written.
    #[inline]
    pub(crate) fn admit<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, id: T::Id) {
        let (words, free) = self.table(shape);
        free.admit(words, id);
        // SAFETY: `admit` has written the slot's word, checked.
        unsafe { self.note_row(shape, id.index()) };
    }

    /// Frees or retires the slot of a withheld id.
    #[inline]
    pub(crate) fn release_withheld<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, id: T::Id) {
        let (words, free) = self.table(shape);
        free.put_withheld::<T::Id, T::Recycle, T::Exhausted>(words, id);
    }

    /// Makes a withheld id, which nobody has seen, the next to be issued.
    pub(crate) fn give_back<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, id: T::Id) {
        let (words, free) = self.table(shape);
        free.give_back(words, id);
    }

    /// Forgets the last slot, that of a withheld id which nobody has seen.
    pub(crate) fn forget_last<S: Shape<Record = T>>(&mut self, shape: ShapeOf<S>, id: T::Id) {
        let slot = self.slots().checked_sub(1);
        assert!(slot == Some(id.index()), "only the last slot is forgotten");
        let (words, free) = self.table(shape);
        free.forget(words, id);
        if let Some(holes) = self.holes(shape) {
            // SAFETY: by invariant 5 of `Store`; checked above: it is one of the slots.
            unsafe { holes.clear(id.index()) };
        }
        self.block.used -= 1;
        if T::Layout::KIND == LayoutKind::Slots {
            let row = id.index() as usize;
            // SAFETY: by invariants 1 and 3 of `Store` the row was initialised; it
            // has just left the rows.
            unsafe { FieldsOf::<S>::drop_rows::<FieldsAt<S>>(self.base(), row..row + 1) };
        }
    }
}

impl<T: IdAllocator> Room<'_, T> {
    /// Withholds the slot, with a hole where the layout has holes.
    #[inline]
    pub(crate) fn withhold<S: Shape<Record = T>>(
        self,
        shape: ShapeOf<S>,
        id: T::Id,
        hole: Option<FieldsOf<S>>,
    ) {
        let Room { store } = self;
        let (base, slot) = (store.base(), store.slots());
        assert!(
            hole.is_some() == (T::Layout::KIND == LayoutKind::Slots),
            "a slot of the slots layout has a row"
        );
        debug_assert_eq!(slot, id.index(), "the handle is that of the fresh slot");
        if let Some(hole) = hole {
            // SAFETY: by invariant 1 of `Store` and of `Room`; with `Slots` the
            // row is the slot.
            unsafe { hole.write::<FieldsAt<S>>(base, slot as usize) };
        }
        let word = slot_table::unlinked::<T::Id>(id.generation());
        // SAFETY: by invariant 1 of `Store` and of `Room`.
        unsafe { One(word).write::<WordsAt<S>>(base, slot as usize) };
        // SAFETY: by invariant 1 of `Store` and of `Room`; as the slot is not
        // live, invariant 4 of `Store` asks nothing of its row.
        unsafe { write_row_of::<T, S>(base, slot, 0) };
        if let Some(holes) = store.holes(shape) {
            // SAFETY: by invariant 1 of `Room` and invariant 5 of `Store`.
            unsafe { holes.set(slot) };
        }
        store.block.used += 1;
        store.go_on_to_next_word(shape);
        let (words, free) = store.table(shape);
        free.set_aside(words, id);
    }
}
