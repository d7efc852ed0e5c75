//! The two layouts: how each of them inserts and removes a row.
//!
//! The functions in this module are methods of [`Typed`], the store with its
//! shape. Both layouts first do everything that can panic or fail. Then they
//! write, then commit, and drop last. If that panics, a row whose id is not returned is freed
//! again.

#![expect(clippy::inline_always, reason = "a debug build inlines nothing else")]

mod adopt;
#[cfg(feature = "serde")]
mod follow;
mod insert_at;
mod many;
mod reserved;
mod retain;

use crate::handle::AnyHandle as _;
use crate::record::{HandleOf, IdAllocator as _, Shape, Vacate};
use crate::slot_table::HolePolicy;
use crate::store::{LiveRow, Typed, Vacated};

impl<S: Shape> Typed<S> {
    /// Replaces the record in the row of an id and returns the old record, in
    /// either layout. Hands `record` back if the id is not live.
    #[inline]
    pub(crate) fn replace(
        &mut self,
        id: HandleOf<S>,
        mut record: S::Record,
    ) -> Result<S::Record, S::Record> {
        match self.live_row(id) {
            Some(mut row) => {
                row.stamp_slot();
                row.swap(&mut record);
                Ok(record)
            }
            None => Err(record),
        }
    }
}

/// Frees the row and returns its record. With dense rows the last row fills the gap; with slots
/// the row is a hole.
#[inline(always)]
fn remove<S: Shape<Record: Vacate>>(row: LiveRow<'_, S>) -> S::Record {
    if Typed::<S>::DENSE {
        row.swap_remove(Vacated::Freed)
    } else {
        leave(row, S::Record::hole_of_slots())
    }
}

/// Leaves `hole` in the row, frees its slot and returns its record.
#[inline]
fn leave<S: Shape>(mut row: LiveRow<'_, S>, mut hole: S::Record) -> S::Record {
    row.swap(&mut hole);
    row.release();
    hole
}

/// Frees the row and drops it.
#[inline(always)]
fn free<S: Shape<Record: Vacate>>(mut row: LiveRow<'_, S>) {
    if Typed::<S>::DENSE {
        return row.drop_with_last();
    }
    let mut hole = S::Record::hole_of_slots();
    match S::Record::LEFT_BEHIND {
        HolePolicy::Defaults => row.swap(&mut hole),
        // Columns that need drop receive their part of the hole, and the others keep the old value.
        HolePolicy::Kept => row.swap_dropping(&mut hole),
    }
    row.release();
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
        Some(remove(row))
    }

    /// Reserves an id and returns the record of its row, or returns `None` if
    /// the id is not live.
    #[inline]
    pub(crate) fn detach(&mut self, id: HandleOf<S>) -> Option<S::Record> {
        let mut row = self.live_row(id)?;
        if Self::DENSE {
            return Some(row.swap_remove(Vacated::Reserved(id.bare())));
        }
        let mut record = S::Record::hole_of_slots();
        row.swap(&mut record);
        row.vacate(Vacated::Reserved(id.bare()));
        Some(record)
    }

    /// Frees the row of an id if it is live, and drops its record. Returns
    /// whether the id was live.
    #[inline]
    pub(crate) fn free(&mut self, id: HandleOf<S>) -> bool {
        match self.live_row(id) {
            Some(row) => {
                free(row);
                true
            }
            None => false,
        }
    }
}
