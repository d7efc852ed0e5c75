//! The dense layout: the rows are 0..len, and the last one fills a gap.

use crate::record::{IdAllocator, RowMut, Shape, ShapeOf};
use crate::slot_table::Vacancy;
use crate::store::Store;

/// Appends the row of a slot that was freed.
#[inline]
pub(super) fn reuse<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    vacancy: Vacancy<T::Id>,
    record: T,
) -> T::Id {
    store.push_row(shape, vacancy.handle(), S::split(record));
    store.issue(shape, vacancy)
}

/// Takes `row`, that of the live `id`, out.
#[inline]
pub(super) fn remove<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    id: T::Id,
    row: usize,
) -> T {
    let fields = store.swap_remove(shape, row);
    store.release(shape, id);
    S::join(fields)
}

/// Takes the rows out for which `keep` says `false`.
pub(super) fn retain<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    mut keep: impl FnMut(T::Id, RowMut<'_, T>) -> bool,
) {
    let mut row = 0;
    while row < store.rows() as usize {
        let id = store.keys(shape).id_of(row);
        if keep(id, store.row_mut(shape, row)) {
            row += 1;
        } else {
            // The place is looked at again: the last row is there now.
            drop(remove(store, shape, id, row));
        }
    }
}

/// Appends the row of a withheld id.
#[inline]
pub(super) fn fill<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    id: T::Id,
    record: T,
) {
    store.push_row(shape, id, S::split(record));
    store.admit(shape, id);
}

/// Takes `row`, that of the live `id`, out; the id is withheld from now on.
#[inline]
pub(super) fn detach<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    id: T::Id,
    row: usize,
) -> T {
    let fields = store.swap_remove(shape, row);
    store.set_aside(shape, id);
    S::join(fields)
}

/// Frees all slots in the order of their rows, then drops the rows.
pub(super) fn clear<T: IdAllocator, S: Shape<Record = T>>(store: &mut Store<T>, shape: ShapeOf<S>) {
    for row in 0..store.rows() as usize {
        if let Some(id) = store.keys(shape).id_at(row) {
            store.release(shape, id);
        }
    }
    store.drop_rows(shape);
}
