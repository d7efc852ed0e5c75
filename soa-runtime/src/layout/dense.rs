//! The dense layout: the rows are 0..len, and the last one fills a gap.

use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::raw::Store;
use crate::record::{IdAllocator, Shape, ShapeOf};
use crate::slot_table::NextSlot;

#[inline]
pub(super) fn insert_with<T: IdAllocator, S: Shape<Record = T>, V>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    value: V,
    make: impl FnOnce(V, T::Id) -> T,
) -> Result<T::Id, (V, AllocError)> {
    match store.next_slot() {
        Ok(NextSlot::Recycled(slot)) => {
            let id = store.preview(shape, slot);
            let fields = S::split(make(value, id));
            store.push_row(shape, id, fields);
            Ok(store.issue(shape, slot))
        }
        Ok(NextSlot::Fresh(slot)) => match store.room(shape) {
            Ok(room) => {
                let id = T::Id::assemble(slot, T::Id::FIRST_GENERATION);
                let fields = S::split(make(value, id));
                room.fill(shape, id, fields);
                Ok(id)
            }
            Err(error) => Err((value, error)),
        },
        Err(error) => Err((value, error)),
    }
}

/// Takes the row of a live id out.
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
