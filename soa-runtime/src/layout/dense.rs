//! The dense layout: the rows are `0..len`, and the last row fills a gap.

use crate::record::{HandleOf, RowMut, Shape, Vacate};
use crate::store::Typed;

/// Removes `row`, the row of the live `id`.
#[inline]
pub(super) fn remove<S: Shape>(store: &mut Typed<S>, id: HandleOf<S>, row: usize) -> S::Record {
    let fields = store.swap_remove(row);
    store.release(id);
    S::join(fields)
}

/// Frees `row`, the row of the live `id`, and drops it.
#[inline]
pub(super) fn free<S: Shape>(store: &mut Typed<S>, id: HandleOf<S>, row: usize) {
    if Typed::<S>::NEEDS_DROP {
        drop(remove(store, id, row));
    } else {
        store.overwrite_with_last(row);
        store.release(id);
    }
}

/// Removes the rows for which `keep` returns `false`.
pub(super) fn retain<S: Shape>(
    store: &mut Typed<S>,
    mut keep: impl FnMut(HandleOf<S>, RowMut<'_, S::Record>) -> bool,
) {
    let mut row = 0;
    while row < store.store().rows() as usize {
        let id = store.id_of(row);
        if keep(id, store.row_mut(row)) {
            row += 1;
        } else {
            // The position is visited again, because it now contains the former
            // last row.
            free(store, id, row);
        }
    }
}

/// Frees some of the 64 rows that start at `first`, from the last to the first. They must
/// be live.
pub(super) fn free_rows<S: Shape<Record: Vacate>>(
    store: &mut Typed<S>,
    first: usize,
    mut rows: u64,
) {
    while rows != 0 {
        let bit = rows.ilog2();
        rows ^= 1 << bit;
        store.free_row(first + bit as usize);
    }
}

/// Appends the row of a withheld id.
#[inline]
pub(super) fn fill<S: Shape>(store: &mut Typed<S>, id: HandleOf<S>, record: S::Record) {
    store.push_row(id, S::split(record));
    store.admit(id);
}

/// Appends the row of an id whose slot is free and was prepared.
#[inline]
pub(super) fn claim<S: Shape>(store: &mut Typed<S>, id: HandleOf<S>, record: S::Record) {
    store.push_row(id, S::split(record));
    store.claim(id);
}

/// Takes out `row`, the row of the live `id`; the id is withheld from now on.
#[inline]
pub(super) fn detach<S: Shape>(store: &mut Typed<S>, id: HandleOf<S>, row: usize) -> S::Record {
    let fields = store.swap_remove(row);
    store.set_aside(id);
    S::join(fields)
}

/// Frees all slots in the order of their rows, then drops the rows.
pub(super) fn clear<S: Shape>(store: &mut Typed<S>) {
    for row in 0..store.store().rows() as usize {
        if let Some(id) = store.keys().id_at(row) {
            store.release(id);
        }
    }
    store.drop_rows();
}
