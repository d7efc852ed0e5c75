//! The slots layout: a row is its slot, and a hole contains the defaults.

use crate::handle::AnyHandle;
use crate::live::Cursor;
use crate::record::{HandleOf, RowMut, Shape, Vacate};
use crate::slot_table::Vacancy;
use crate::store::{LiveRow, Typed};

/// Puts a record in the place of a hole.
#[inline]
pub(super) fn reuse<S: Shape>(
    store: &mut Typed<S>,
    vacancy: Vacancy<HandleOf<S>>,
    record: S::Record,
) -> HandleOf<S> {
    let row = vacancy.slot() as usize;
    let hole = store.replace_row(row, S::split(record));
    let id = store.issue(vacancy);
    drop(hole);
    id
}

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
pub(super) fn retain<S: Shape<Record: Vacate>>(
    store: &mut Typed<S>,
    mut keep: impl FnMut(HandleOf<S>, RowMut<'_, S::Record>) -> bool,
) {
    let mut rows = Cursor::new(&store.keys());
    while let Some(row) = rows.next(&store.keys()) {
        let id = store.keys().id_of(row);
        if !keep(id, store.row_mut(row)) {
            store.free(id);
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
