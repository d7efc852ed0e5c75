//! The two layouts: how each of them inserts and removes a row.
//!
//! The functions in this module are methods of [`Typed`], the store with its
//! shape. Both layouts first do everything that can panic or fail. Then they
//! write, then commit, and drop last. If that panics, a row whose id is not returned is freed
//! again.

#![expect(clippy::inline_always, reason = "a debug build inlines nothing else")]

mod adopt;
mod dense;
#[cfg(feature = "serde")]
mod follow;
mod insert_at;
mod many;
mod slots;
mod withheld;

use crate::record::{HandleOf, RowMut, Shape, Vacate};
use crate::store::{NextRow, Typed};

impl<S: Shape> NextRow<'_, S> {
    /// Makes a row of the record that `make` returns for the id of the row.
    #[inline(always)]
    pub(crate) fn insert(self, make: impl FnOnce(HandleOf<S>) -> S::Record) -> HandleOf<S> {
        let id = self.id();
        self.fill(S::split(make(id)));
        id
    }
}

impl<S: Shape> Typed<S> {
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

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Frees the row of an id and returns its record, or returns `None` if the
    /// id is not live.
    #[expect(clippy::question_mark, reason = "`?` is two calls in a debug build")]
    #[inline]
    pub(crate) fn remove(&mut self, id: HandleOf<S>) -> Option<S::Record> {
        let Some(row) = self.live_row(id) else {
            return None;
        };
        Some(if Self::DENSE {
            let index = row.index();
            dense::remove(self, id, index)
        } else {
            slots::remove(row, S::Record::hole_of_slots())
        })
    }

    /// Frees the row of an id if it is live, and drops its record. Returns
    /// whether the id was live.
    #[inline]
    pub(crate) fn free(&mut self, id: HandleOf<S>) -> bool {
        let Some(row) = self.live_row(id) else {
            return false;
        };
        if Self::DENSE {
            let index = row.index();
            dense::free(self, id, index);
        } else {
            slots::free(row);
        }
        true
    }

    /// Frees a row that is live.
    #[inline]
    pub(super) fn free_row(&mut self, row: usize) {
        let id = self.id_of(row);
        self.free(id);
    }

    /// Frees the rows for which `keep` returns `false`, in the order of the
    /// rows.
    pub(crate) fn retain(&mut self, keep: impl FnMut(HandleOf<S>, RowMut<'_, S::Record>) -> bool) {
        if Self::DENSE {
            dense::retain(self, keep);
        } else {
            slots::retain(self, keep);
        }
    }

    /// Frees all rows in their order.
    pub(crate) fn clear(&mut self) {
        if Self::DENSE {
            dense::clear(self);
        } else {
            slots::clear(self);
        }
    }
}
