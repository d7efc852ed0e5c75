//! The two layouts: how each of them inserts and removes a row.
//!
//! The functions in this module are methods of [`Typed`], the store with its
//! shape. Both layouts first do everything that can panic or fail. Then they
//! write, then commit, and drop last.

mod dense;
#[cfg(feature = "serde")]
mod follow;
mod insert_at;
mod many;
mod slots;
mod withheld;

use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::ids::LayoutKind;
use crate::policy::HolePolicy;
use crate::record::{DefaultRow, HandleOf, IdAllocator, RowMut, Shape, Vacate};
use crate::slot_table::NextSlot;
use crate::store::Typed;

impl<S: Shape> Typed<S> {
    /// Inserts the record that `make` returns for `value` and the id of the
    /// row.
    ///
    /// # Errors
    ///
    /// Hands `value` back with the error. Nothing has changed.
    #[inline]
    pub(crate) fn insert_with<V>(
        &mut self,
        value: V,
        make: impl FnOnce(V, HandleOf<S>) -> S::Record,
    ) -> Result<HandleOf<S>, (V, AllocError)> {
        match self.store().next_slot_without_links() {
            Ok(NextSlot::Recycled(slot)) => {
                let vacancy = self.preview(slot);
                let record = make(value, vacancy.handle());
                Ok(match Self::KIND {
                    LayoutKind::Slots => slots::reuse(self, vacancy, record),
                    LayoutKind::Dense => dense::reuse(self, vacancy, record),
                })
            }
            _ if self.store().has_links() => self.insert_in_links(value, make),
            Ok(NextSlot::Fresh(slot)) => self.insert_fresh(slot, value, make),
            Err(error) => Err((value, error)),
        }
    }

    /// Makes a row in a fresh slot.
    #[inline]
    fn insert_fresh<V>(
        &mut self,
        slot: u32,
        value: V,
        make: impl FnOnce(V, HandleOf<S>) -> S::Record,
    ) -> Result<HandleOf<S>, (V, AllocError)> {
        match self.room() {
            Ok(room) => {
                let id = HandleOf::<S>::assemble(slot, HandleOf::<S>::FIRST_GENERATION);
                let fields = S::split(make(value, id));
                room.fill(id, fields);
                Ok(id)
            }
            Err(error) => Err((value, error)),
        }
    }

    /// Makes a row where the free list has links back. Out of line, so that a hub
    /// without them is as fast as it was.
    #[cold]
    #[inline(never)]
    fn insert_in_links<V>(
        &mut self,
        value: V,
        make: impl FnOnce(V, HandleOf<S>) -> S::Record,
    ) -> Result<HandleOf<S>, (V, AllocError)> {
        match self.store().next_slot() {
            Ok(NextSlot::Recycled(slot)) => {
                let id = self.preview(slot).handle();
                let record = make(value, id);
                match Self::KIND {
                    LayoutKind::Slots => slots::claim(self, id, record),
                    LayoutKind::Dense => dense::claim(self, id, record),
                }
                Ok(id)
            }
            Ok(NextSlot::Fresh(slot)) => self.insert_fresh(slot, value, make),
            Err(error) => Err((value, error)),
        }
    }

    /// Replaces the record in the row of an id and returns the old record, in
    /// either layout. Hands `record` back if the id is not live.
    #[inline]
    pub(crate) fn replace(
        &mut self,
        id: HandleOf<S>,
        record: S::Record,
    ) -> Result<S::Record, S::Record> {
        match self.live_row(id) {
            Some(mut row) => {
                row.stamp_slot();
                Ok(S::join(row.replace(S::split(record))))
            }
            None => Err(record),
        }
    }
}

impl<S: Shape<Record: DefaultRow>> Typed<S> {
    /// Inserts a row of defaults.
    ///
    /// The defaults of a hole are written again, because a loop over the whole
    /// column may have changed them.
    ///
    /// # Errors
    ///
    /// Returns an error if no id or no memory is left. In both cases nothing
    /// has changed.
    #[inline]
    pub(crate) fn alloc(&mut self) -> Result<HandleOf<S>, AllocError> {
        self.insert_with((), |(), _| S::Record::default_row())
            .map_err(|((), error)| error)
    }
}

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Frees the row of an id and returns its record, or returns `None` if the
    /// id is not live.
    #[inline]
    pub(crate) fn remove(&mut self, id: HandleOf<S>) -> Option<S::Record> {
        let row = self.live_row(id)?;
        let index = row.index();
        Some(match S::Record::hole() {
            Some(hole) => slots::remove(row, hole),
            None => dense::remove(self, id, index),
        })
    }

    /// Frees the row of an id if it is live, and drops its record. Returns
    /// whether the id was live.
    #[inline]
    pub(crate) fn free(&mut self, id: HandleOf<S>) -> bool {
        let Some(row) = self.live_row(id) else {
            return false;
        };
        let index = row.index();
        match (S::Record::hole(), S::Record::LEFT_BEHIND) {
            (Some(hole), HolePolicy::Defaults) => drop(slots::remove(row, hole)),
            (Some(hole), HolePolicy::Kept) => slots::leave(row, hole),
            (None, _) => drop(dense::remove(self, id, index)),
        }
        true
    }

    /// Frees the rows for which `keep` returns `false`, in the order of the
    /// rows.
    pub(crate) fn retain(&mut self, keep: impl FnMut(HandleOf<S>, RowMut<'_, S::Record>) -> bool) {
        match Self::KIND {
            LayoutKind::Slots => slots::retain(self, keep),
            LayoutKind::Dense => dense::retain(self, keep),
        }
    }

    /// Frees all rows in their order.
    pub(crate) fn clear(&mut self) {
        match Self::KIND {
            LayoutKind::Slots => slots::retain(self, |_, _| false),
            LayoutKind::Dense => dense::clear(self),
        }
    }
}
