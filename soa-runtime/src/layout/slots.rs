//! The slots layout: a row is its slot, and a hole holds the defaults.

use crate::handle::AnyHandle;
use crate::raw::Store;
use crate::record::{IdAllocator, Shape, ShapeOf};

/// Puts a record in the place of the hole at `slot`, the head of the free list.
#[inline]
pub(super) fn reuse<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    slot: u32,
    record: T,
) -> T::Id {
    let hole = store.replace(shape, slot as usize, S::split(record));
    let id = store.issue(shape, slot);
    drop(hole);
    id
}

/// Leaves `hole` in `row`, that of the live `id`.
#[inline]
pub(super) fn remove<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    id: T::Id,
    row: usize,
    hole: T,
) -> T {
    let fields = store.replace(shape, row, S::split(hole));
    store.release(shape, id.index());
    S::join(fields)
}
