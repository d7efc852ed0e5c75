//! The slots layout: a row is its slot, and a hole contains the defaults.

#![expect(clippy::inline_always, reason = "a debug build inlines nothing else")]

use crate::handle::AnyHandle;
use crate::memory::ROWS_PER_WORD;
use crate::slot_table::HolePolicy;
use crate::record::{HandleOf, IdAllocator as _, RowMut, Shape, Vacate};
use crate::store::{LiveRow, Typed};

/// Removes the row and leaves `hole` in its place. Frees the slot.
#[inline]
pub(super) fn remove<S: Shape>(mut row: LiveRow<'_, S>, hole: S::Record) -> S::Record {
    let fields = row.replace(S::split(hole));
    row.release();
    S::join(fields)
}

/// Frees the row and drops it.
#[inline(always)]
pub(super) fn free<S: Shape<Record: Vacate>>(row: LiveRow<'_, S>) {
    if const { matches!(S::Record::LEFT_BEHIND, HolePolicy::Kept) } {
        leave(row, S::Record::hole_of_slots());
    } else if Typed::<S>::NEEDS_DROP {
        drop(remove(row, S::Record::hole_of_slots()));
    } else {
        overwrite(row, S::Record::hole_of_slots());
    }
}

/// Writes `hole` over the row, which needs no drop, and frees its slot.
#[inline(always)]
fn overwrite<S: Shape>(mut row: LiveRow<'_, S>, hole: S::Record) {
    row.overwrite(S::split(hole));
    row.release();
}

/// Drops the row and frees its slot. Columns that need drop receive their part
/// of `hole`, and the other columns keep the old value.
#[inline]
fn leave<S: Shape>(mut row: LiveRow<'_, S>, hole: S::Record) {
    let mut fields = S::split(hole);
    row.swap_dropping(&mut fields);
    row.release();
    drop(fields);
}

/// Frees the rows for which `keep` returns `false`.
///
/// The rows of a word are judged before the first of them is freed. So neither loop has a
/// branch per row that depends on what `keep` returned.
pub(super) fn retain<S: Shape<Record: Vacate>>(
    store: &mut Typed<S>,
    mut keep: impl FnMut(HandleOf<S>, RowMut<'_, S::Record>) -> bool,
) {
    let mut first = 0;
    while first < store.store().rows() as usize {
        let refused = refused(store, first, &mut keep);
        free_rows(store, first, refused);
        first += ROWS_PER_WORD;
    }
}

/// Returns which of the 64 rows that start at `first` are live and refused by `keep`.
#[inline]
fn refused<S: Shape>(
    store: &mut Typed<S>,
    first: usize,
    keep: &mut impl FnMut(HandleOf<S>, RowMut<'_, S::Record>) -> bool,
) -> u64 {
    let (keys, mut rows) = store.rows_mut();
    let (mut judged, mut refused) = (keys.live_mask(first), 0);
    while judged != 0 {
        let bit = judged.trailing_zeros();
        judged &= judged - 1;
        let row = first + bit as usize;
        refused |= u64::from(!keep(keys.id_of(row), rows.row(row))) << bit;
    }
    refused
}

/// Frees all rows in their order.
pub(super) fn clear<S: Shape<Record: Vacate>>(store: &mut Typed<S>) {
    let mut first = 0;
    while first < store.store().rows() as usize {
        let live = store.keys().live_mask(first);
        free_rows(store, first, live);
        first += ROWS_PER_WORD;
    }
}

/// Frees some of the 64 rows that start at `first`, in their order. They must be live.
pub(super) fn free_rows<S: Shape<Record: Vacate>>(
    store: &mut Typed<S>,
    first: usize,
    mut rows: u64,
) {
    while rows != 0 {
        let row = first + rows.trailing_zeros() as usize;
        rows &= rows - 1;
        if let Some(row) = store.live_row_at(row) {
            free(row);
        }
    }
}

/// Puts a record in the place of the hole of a withheld id.
#[inline]
pub(super) fn fill<S: Shape>(store: &mut Typed<S>, id: HandleOf<S>, record: S::Record) {
    let hole = store.replace_row(id.index() as usize, S::split(record));
    store.admit(id);
    drop(hole);
}

/// Puts a record in the place of the hole of an id whose slot is free and was prepared.
#[inline]
pub(super) fn claim<S: Shape>(store: &mut Typed<S>, id: HandleOf<S>, record: S::Record) {
    let hole = store.replace_row(id.index() as usize, S::split(record));
    store.claim(id);
    drop(hole);
}

/// Leaves `hole` in the row, whose id is withheld from now on.
#[inline]
pub(super) fn detach<S: Shape>(mut row: LiveRow<'_, S>, hole: S::Record) -> S::Record {
    let fields = row.replace(S::split(hole));
    row.set_aside();
    S::join(fields)
}
