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
mod reserved;
mod retain;

use crate::handle::AnyHandle as _;
use crate::record::{BareOf, HandleOf, IdAllocator as _, Shape, Vacate};
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

/// Changes the slot of the row and returns its record. With dense rows the last row fills the gap;
/// with slots the row is a hole.
#[inline(always)]
fn take<S: Shape<Record: Vacate>>(
    mut row: LiveRow<'_, S>,
    vacated: Vacated<BareOf<S>>,
) -> S::Record {
    if Typed::<S>::DENSE {
        return row.swap_remove(vacated);
    }
    let mut record = S::Record::hole_of_slots();
    row.swap(&mut record);
    row.vacate(vacated);
    record
}

/// Frees the row and drops it.
#[inline(always)]
fn free<S: Shape<Record: Vacate>>(mut row: LiveRow<'_, S>) {
    if Typed::<S>::DENSE {
        return row.drop_with_last();
    }
    let mut hole = S::Record::hole_of_slots();
    leave_behind(&mut row, &mut hole);
    row.vacate(Vacated::Freed);
}

/// Makes the row a hole. If holes keep their values, only columns that need drop receive their
/// part of the hole.
#[inline(always)]
fn leave_behind<S: Shape>(row: &mut LiveRow<'_, S>, hole: &mut S::Record) {
    match S::Record::LEFT_BEHIND {
        HolePolicy::Defaults => row.swap(hole),
        HolePolicy::Kept => row.swap_dropping(hole),
    }
}

impl<S: Shape<Record: Vacate>> Typed<S> {
    /// Frees the row of an id and returns its record, or returns `None` if the
    /// id is not live.
    #[inline]
    pub(crate) fn remove(&mut self, id: HandleOf<S>) -> Option<S::Record> {
        Some(take(self.live_row(id)?, Vacated::Freed))
    }

    /// Reserves an id and returns the record of its row, or returns `None` if
    /// the id is not live.
    #[inline]
    pub(crate) fn detach(&mut self, id: HandleOf<S>) -> Option<S::Record> {
        Some(take(self.live_row(id)?, Vacated::Reserved(id.bare())))
    }

    /// Frees the row of an id if it is live, and drops its record. Returns
    /// whether the id was live.
    #[inline]
    pub(crate) fn free(&mut self, id: HandleOf<S>) -> bool {
        self.live_row(id).map(free).is_some()
    }
}
