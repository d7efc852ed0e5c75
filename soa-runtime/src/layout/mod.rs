//! The two layouts: what making and freeing a row means in each of them.
//!
//! Both do first what can panic or fail, then write, then commit, and drop last.

mod dense;
mod slots;
mod withheld;

use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::ids::{Layout, LayoutKind};
use crate::policy::HolePolicy;
use crate::record::{DefaultRow, IdAllocator, RowMut, Shape, ShapeOf, Vacate, shape_of};
use crate::slot_table::NextSlot;
use crate::store::Store;

pub(crate) use withheld::{
    detach, fill, free_all_withheld, free_withheld, reserve_id, reserve_ids,
};

/// Makes a row of the record that `make` returns for `value` and the row's id.
///
/// # Errors
///
/// `value` is handed back with the error; nothing has changed.
#[inline]
pub(crate) fn insert_with<T: IdAllocator, V>(
    store: &mut Store<T>,
    value: V,
    make: impl FnOnce(V, T::Id) -> T,
) -> Result<T::Id, (V, AllocError)> {
    insert_as(store, shape_of::<T>(), value, make)
}

#[inline]
fn insert_as<T: IdAllocator, S: Shape<Record = T>, V>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    value: V,
    make: impl FnOnce(V, T::Id) -> T,
) -> Result<T::Id, (V, AllocError)> {
    match store.next_slot() {
        Ok(NextSlot::Recycled(slot)) => {
            let vacancy = store.preview(shape, slot);
            let record = make(value, vacancy.handle());
            Ok(match T::Layout::KIND {
                LayoutKind::Slots => slots::reuse(store, shape, vacancy, record),
                LayoutKind::Dense => dense::reuse(store, shape, vacancy, record),
            })
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

/// Makes a row of defaults. A hole's are written anew: a loop over the whole
/// column may have changed them.
///
/// # Errors
///
/// Nothing has changed then.
#[inline]
pub(crate) fn alloc<T: DefaultRow>(store: &mut Store<T>) -> Result<T::Id, AllocError> {
    insert_with(store, (), |(), _| T::default_row()).map_err(|((), error)| error)
}

/// Puts `record` in the row of an id and returns what was in it, in either
/// layout; hands `record` back if the id is not live.
#[inline]
pub(crate) fn replace<T: IdAllocator>(store: &mut Store<T>, id: T::Id, record: T) -> Result<T, T> {
    replace_as(store, shape_of::<T>(), id, record)
}

#[inline]
fn replace_as<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    id: T::Id,
    record: T,
) -> Result<T, T> {
    match store.live_row(shape, id) {
        Some(mut row) => Ok(S::join(row.replace(shape, S::split(record)))),
        None => Err(record),
    }
}

/// Frees the row of an id, if it is live, and returns what was in it.
#[inline]
pub(crate) fn remove<T: Vacate>(store: &mut Store<T>, id: T::Id) -> Option<T> {
    let shape = shape_of::<T>();
    let row = store.live_row(shape, id)?;
    let index = row.index();
    Some(match T::hole() {
        Some(hole) => slots::remove(row, shape, hole),
        None => dense::remove(store, shape, id, index),
    })
}

/// Frees the row of an id, if it is live, and drops what was in it. Returns
/// whether it was live.
#[inline]
pub(crate) fn free<T: Vacate>(store: &mut Store<T>, id: T::Id) -> bool {
    let shape = shape_of::<T>();
    let Some(row) = store.live_row(shape, id) else {
        return false;
    };
    let index = row.index();
    match (T::hole(), T::LEFT_BEHIND) {
        (Some(hole), HolePolicy::Defaults) => drop(slots::remove(row, shape, hole)),
        (Some(hole), HolePolicy::Kept) => slots::leave(row, shape, hole),
        (None, _) => drop(dense::remove(store, shape, id, index)),
    }
    true
}

/// Frees the rows for which `keep` says `false`, in the order of the rows.
pub(crate) fn retain<T: Vacate>(
    store: &mut Store<T>,
    keep: impl FnMut(T::Id, RowMut<'_, T>) -> bool,
) {
    match T::Layout::KIND {
        LayoutKind::Slots => slots::retain(store, shape_of::<T>(), keep),
        LayoutKind::Dense => dense::retain(store, shape_of::<T>(), keep),
    }
}

/// Frees all rows, in their order.
pub(crate) fn clear<T: Vacate>(store: &mut Store<T>) {
    match T::Layout::KIND {
        LayoutKind::Slots => slots::retain(store, shape_of::<T>(), |_, _| false),
        LayoutKind::Dense => dense::clear(store, shape_of::<T>()),
    }
}
