//! The slots layout: a row is its slot, and a hole contains the defaults.

use crate::handle::AnyHandle;
use crate::memory::ROWS_PER_WORD;
use crate::record::{HandleOf, RowMut, Shape, Vacate};
use crate::store::{LiveRow, Typed};

/// Removes the row and leaves `hole` in its place. Frees the slot.
#[inline]
pub(super) fn remove<S: Shape>(mut row: LiveRow<'_, S>, hole: S::Record) -> S::Record {
    let fields = row.replace(S::split(hole));
    row.release();
    S::join(fields)
}

/// Drops the row and frees its slot. Columns that need drop receive their part
/// of `hole`, and the other columns keep the old value.
#[inline]
pub(super) fn leave<S: Shape>(mut row: LiveRow<'_, S>, hole: S::Record) {
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
    each_word(store, |store, first, live| {
        let (mut judged, mut refused) = (live, 0);
        while judged != 0 {
            let bit = judged.trailing_zeros();
            judged &= judged - 1;
            let row = first + bit as usize;
            let id = store.id_of(row);
            refused |= u64::from(!keep(id, store.row_mut(row))) << bit;
        }
        free_rows(store, first, refused);
    });
}

/// Frees all rows in their order.
pub(super) fn clear<S: Shape<Record: Vacate>>(store: &mut Typed<S>) {
    each_word(store, free_rows);
}

/// Visits the live rows, 64 at once: the first row of a word, and the live rows as bits.
fn each_word<S: Shape>(store: &mut Typed<S>, mut visit: impl FnMut(&mut Typed<S>, usize, u64)) {
    for first in (0..store.store().rows() as usize).step_by(ROWS_PER_WORD) {
        let live = store.keys().live_mask(first);
        visit(store, first, live);
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
        store.free_row(row);
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
