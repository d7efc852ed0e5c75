//! Ids without rows, in both layouts: how they are issued, filled, emptied and
//! freed.

use alloc::vec::Vec;
use core::ops::Range;

use super::{dense, slots};
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::ids::{Layout, LayoutKind};
use crate::record::{IdAllocator, Shape, ShapeOf, Vacate, shape_of};
use crate::slot_table::{NextSlot, SlotState, Supply};
use crate::store::Store;

/// Issues an id without a row.
///
/// # Errors
///
/// Nothing has changed then.
pub(crate) fn reserve_id<T: Vacate>(store: &mut Store<T>) -> Result<T::Id, AllocError> {
    match store.next_slot()? {
        NextSlot::Recycled(slot) => {
            let shape = shape_of::<T>();
            let vacancy = store.preview(shape, slot);
            Ok(store.withhold(shape, vacancy))
        }
        NextSlot::Fresh(_) => push_withheld(store, shape_of::<T>()),
    }
}

/// Withholds a fresh slot, for which there is an index.
fn push_withheld<T: Vacate, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
) -> Result<T::Id, AllocError> {
    let id = T::Id::assemble(store.slots(), T::Id::FIRST_GENERATION);
    let room = store.room(shape)?;
    let hole = T::hole();
    room.withhold(shape, id, hole.map(S::split));
    Ok(id)
}

/// Issues the ids without rows that calls of [`reserve_id`] would, one for each of
/// a supply that was asked for just now, in their order; returns which of them
/// were never issued before. `issued` has room for them.
///
/// # Errors
///
/// Nothing has changed then, and neither if a hole's default panics.
pub(crate) fn reserve_ids<T: Vacate>(
    store: &mut Store<T>,
    supply: Supply,
    issued: &mut Vec<T::Id>,
) -> Result<Range<usize>, AllocError> {
    let shape = shape_of::<T>();
    store.reserve_slots(shape, supply.fresh)?;
    let first = store.slots();
    let mut fresh = Fresh { store, slots: 0 };
    while fresh.slots < supply.fresh {
        push_withheld(fresh.store, shape)?;
        fresh.slots += 1;
    }
    fresh.slots = 0;
    // From here on nothing fails.
    recycle(fresh.store, shape, supply.recycled, issued);
    let start = issued.len();
    let fresh_ids = first..first + supply.fresh;
    issued.extend(fresh_ids.map(|slot| T::Id::assemble(slot, T::Id::FIRST_GENERATION)));
    let never_issued = start..issued.len();
    recycle(fresh.store, shape, supply.kept_back, issued);
    Ok(never_issued)
}

/// Withholds so many slots that were used before; they are there.
fn recycle<T: IdAllocator, S: Shape<Record = T>>(
    store: &mut Store<T>,
    shape: ShapeOf<S>,
    slots: u32,
    issued: &mut Vec<T::Id>,
) {
    for _ in 0..slots {
        let Ok(NextSlot::Recycled(slot)) = store.next_slot() else {
            unreachable!("the free list is shorter than it was said to be");
        };
        let vacancy = store.preview(shape, slot);
        issued.push(store.withhold(shape, vacancy));
    }
}

/// Fresh slots at the end, which are forgotten with the guard.
struct Fresh<'s, T: IdAllocator> {
    store: &'s mut Store<T>,
    slots: u32,
}

impl<T: IdAllocator> Drop for Fresh<'_, T> {
    fn drop(&mut self) {
        for _ in 0..self.slots {
            let last = self.store.slots() - 1;
            let id = T::Id::assemble(last, T::Id::FIRST_GENERATION);
            self.store.forget_last(shape_of::<T>(), id);
        }
    }
}

/// Puts `record` in the row of an id; hands it back if the id is not withheld.
#[inline]
pub(crate) fn fill<T: IdAllocator>(store: &mut Store<T>, id: T::Id, record: T) -> Result<(), T> {
    let shape = shape_of::<T>();
    if !store.keys(shape).is_withheld(id) {
        return Err(record);
    }
    match T::Layout::KIND {
        LayoutKind::Slots => slots::fill(store, shape, id, record),
        LayoutKind::Dense => dense::fill(store, shape, id, record),
    }
    Ok(())
}

/// Withholds an id, if it is live, and returns what was in its row.
#[inline]
pub(crate) fn detach<T: Vacate>(store: &mut Store<T>, id: T::Id) -> Option<T> {
    let shape = shape_of::<T>();
    let row = store.live_row(shape, id)?;
    let index = row.index();
    Some(match T::hole() {
        Some(hole) => slots::detach(row, shape, hole),
        None => dense::detach(store, shape, id, index),
    })
}

/// Frees the slot of an id, if it is withheld. Returns whether it was. Out of line, so
/// that freeing a row is as short as it was without.
#[cold]
#[inline(never)]
pub(crate) fn free_withheld<T: IdAllocator>(store: &mut Store<T>, id: T::Id) -> bool {
    let shape = shape_of::<T>();
    let withheld = store.keys(shape).is_withheld(id);
    if withheld {
        store.release_withheld(shape, id);
    }
    withheld
}

/// Frees all slots that are withheld, in their order; returns how many.
pub(crate) fn free_all_withheld<T: IdAllocator>(store: &mut Store<T>) -> usize {
    let shape = shape_of::<T>();
    let mut freed = 0;
    for slot in 0..store.slots() {
        if let SlotState::Withheld { generation } = store.keys(shape).state(slot) {
            store.release_withheld(shape, T::Id::assemble(slot, generation));
            freed += 1;
        }
    }
    freed
}
