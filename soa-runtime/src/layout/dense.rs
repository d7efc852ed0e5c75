//! The dense layout: the rows are 0..len, and the last one fills a gap.

use crate::handle::AnyHandle;
use crate::raw::Store;
use crate::record::{IdAllocator, Shape, ShapeOf};

/// Appends the row of `slot`, the head of the free list.
#[inline]
pub(super) fn reuse<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    slot: u32,
    record: T,
) -> T::Id {
    let id = store.preview(shape, slot);
    store.push_row(shape, id, S::split(record));
    store.issue(shape, slot)
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
    store.release(shape, id.index());
    S::join(fields)
}

/// Frees all slots in the order of their rows, then drops the rows.
pub(super) fn clear<T: IdAllocator, S: Shape<Record = T>>(store: &mut Store<T>, shape: ShapeOf<S>) {
    for row in 0..store.rows() as usize {
        if let Some(id) = store.keys(shape).id_at(row) {
            store.release(shape, id.index());
        }
    }
    store.drop_rows(shape);
}
