//! The slots layout: a row is its slot, and a hole holds the defaults.

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
            let fields = S::split(make(value, store.preview(shape, slot)));
            let hole = store.replace(shape, slot, fields);
            let id = store.issue(shape, slot);
            drop(hole);
            Ok(id)
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

/// Leaves `hole` in the row of a live id.
#[inline]
pub(super) fn remove<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    id: T::Id,
    hole: T,
) -> T {
    let fields = store.replace(shape, id.index(), S::split(hole));
    store.release(shape, id.index());
    S::join(fields)
}
