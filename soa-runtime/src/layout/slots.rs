//! The slots layout: a row is its slot, and a hole holds the defaults.

use crate::handle::AnyHandle;
use crate::live::Cursor;
use crate::record::{IdAllocator, RowMut, Shape, ShapeOf, Vacate};
use crate::slot_table::Vacancy;
use crate::store::{LiveRow, Store};

/// Puts a record in the place of a hole.
#[inline]
pub(super) fn reuse<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    vacancy: Vacancy<T::Id>,
    record: T,
) -> T::Id {
    let row = vacancy.slot() as usize;
    let hole = store.replace(shape, row, S::split(record));
    let id = store.issue(shape, vacancy);
    drop(hole);
    id
}

/// Leaves `hole` in the row, whose slot is freed.
#[inline]
pub(super) fn remove<T: IdAllocator, S: Shape<Record = T>>(
    mut row: LiveRow<'_, T>,
    shape: ShapeOf<S>,
    hole: T,
) -> T {
    let fields = row.replace(shape, S::split(hole));
    row.release(shape);
    S::join(fields)
}

/// Leaves `hole` in those columns of the row that need drop, and in the others
/// what is there; its slot is freed.
#[inline]
pub(super) fn leave<T: IdAllocator, S: Shape<Record = T>>(
    mut row: LiveRow<'_, T>,
    shape: ShapeOf<S>,
    hole: T,
) {
    let mut fields = S::split(hole);
    row.swap_dropping(shape, &mut fields);
    row.release(shape);
    drop(fields);
}

/// Frees the rows for which `keep` says `false`.
pub(super) fn retain<T: Vacate, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    mut keep: impl FnMut(T::Id, RowMut<'_, T>) -> bool,
) {
    let mut rows = Cursor::new(&store.keys(shape));
    while let Some(row) = rows.next(&store.keys(shape)) {
        let id = store.keys(shape).id_of(row);
        if !keep(id, store.row_mut(shape, row)) {
            super::free(store, id);
        }
    }
}

/// Puts a record in the place of the hole of a withheld id.
#[inline]
pub(super) fn fill<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    id: T::Id,
    record: T,
) {
    let hole = store.replace(shape, id.index() as usize, S::split(record));
    store.admit(shape, id);
    drop(hole);
}

/// Leaves `hole` in the row, whose id is withheld from now on.
#[inline]
pub(super) fn detach<T: IdAllocator, S: Shape<Record = T>>(
    mut row: LiveRow<'_, T>,
    shape: ShapeOf<S>,
    hole: T,
) -> T {
    let fields = row.replace(shape, S::split(hole));
    row.set_aside(shape);
    S::join(fields)
}
