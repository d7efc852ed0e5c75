//! Applying a delta that was read, in two halves: the first can fail and changes nothing,
//! the second runs no code of a record.

use alloc::vec::Vec;

use super::{Applied, Mirror};
use crate::column::TrackedColumnMut;
use crate::delta::{
    Aside, DeltaError, Freed, NewValues, OwnedDelta, ReadChanges, Run, VisitChanges,
};
use crate::handle::AnyHandle;
use crate::hub::Hub;
use crate::ids::Layout as _;
use crate::record::{HandleOf, IdAllocator, Shape, Vacate, hole};
use crate::store::Typed;

/// The memory that a delta needs, reserved before anything is written.
#[derive(Debug)]
pub struct Prepared<T> {
    /// What freed rows and free slots leave behind, in the layout with holes.
    holes: Vec<T>,
    /// Room for the records that the delta replaces. They are dropped at the end.
    replaced: Vec<T>,
    /// Room for the slots of rows that may move while other rows are freed, and where they were.
    /// Only dense rows move.
    before: Vec<(u32, u32)>,
}

impl<T: Vacate + ReadChanges> Mirror<T> {
    /// Applies a delta whose ticks were checked.
    pub(super) fn take(&mut self, mut delta: OwnedDelta<T>) -> Result<Applied, DeltaError> {
        let mut prepared = self.prepare(&mut delta)?;
        self.write(&mut delta, &mut prepared);
        let applied = Applied::Now(delta.tick);
        // Code of records runs: the mirror is done with the delta.
        drop((prepared, delta));
        Ok(applied)
    }

    /// Checks a delta whose ticks were checked, reserves the memory that it takes, and makes the holes.
    pub(crate) fn prepare(&mut self, delta: &mut OwnedDelta<T>) -> Result<Prepared<T>, DeltaError> {
        self.limit.check(delta.slots)?;
        let hub = &mut self.hub;
        let (present, expected) = (hub.store.slots(), hub.tag());
        // A mirror without slots takes any tag.
        if present > 0 && expected != delta.tag {
            let tag = delta.tag;
            return Err(DeltaError::OtherTag { tag, expected });
        }
        check_slots(hub, delta)?;
        check_values(hub, delta)?;

        let is_claimed = |slot: u32| slot < present && hub.id_of_slot(slot).is_none();
        let made = delta.made.iter().map(|(id, _)| id.index());
        let mut vacant = made.chain(delta.freed.iter().map(|freed| freed.slot));
        let claims = present > delta.slots || (present > 0 && vacant.any(is_claimed));

        let lost = present.saturating_sub(delta.slots) as usize;
        let most = delta.freed.len() + delta.made.len() + lost;
        let mut aside = delta.freed.iter().rev();
        let aside = aside.find(|freed| freed.aside::<T::Id>().is_some());
        let mut prepared = Prepared {
            holes: Vec::new(),
            replaced: Vec::new(),
            before: Vec::new(),
        };
        let Prepared {
            holes,
            replaced,
            before,
        } = &mut prepared;
        let reserved = replaced
            .try_reserve_exact(most)
            .and_then(|()| before.try_reserve_exact(if T::Layout::DENSE { most } else { 0 }))
            .and_then(|()| aside.map_or(Ok(()), |last| self.aside.try_reserve(last.slot)));
        reserved.map_err(|_| DeltaError::OutOfMemory)?;
        for _ in (delta.freed.iter()).filter(|freed| !is_claimed(freed.slot)) {
            let Some(hole) = hole::<T>() else { break };
            holes.try_reserve(1).map_err(|_| DeltaError::OutOfMemory)?;
            holes.push(hole);
        }
        let follows = (hub.store.typed_mut()).prepare_to_follow(delta.slots, claims);
        follows.map_err(|_| DeltaError::OutOfMemory)?;
        Ok(prepared)
    }

    /// Applies a delta that was prepared. Nothing fails, and no code of a record runs. What is replaced
    /// stays in `prepared` and in the delta.
    pub(crate) fn write(&mut self, delta: &mut OwnedDelta<T>, prepared: &mut Prepared<T>) {
        self.tick = delta.tick;
        let Prepared {
            holes,
            replaced,
            before,
        } = prepared;
        let (store, aside) = (self.hub.store.typed_mut(), &mut self.aside);
        if store.store().slots() == 0 {
            store.set_tag(delta.tag);
        }
        let live = store.store().live();
        while store.store().slots() > delta.slots {
            before.extend(last_row(store));
            replaced.extend(store.pop_slot());
            aside.set(store.store().slots(), None);
        }
        if store.store().live() < live {
            // A reader of the mirror cannot see that these rows are gone, because their slots are.
            store.stamp_everything();
        }
        let tag = delta.tag;
        let mut freed = delta.freed.iter().peekable();
        for (id, record) in delta.made.drain(..) {
            while let Some(freed) = freed.next_if(|freed| freed.slot < id.index()) {
                before.extend(last_row(store));
                replaced.extend(vacate(store, aside, freed, tag, || holes.pop()));
            }
            aside.set(id.index(), None);
            replaced.extend(store.put_at(id, record));
        }
        for freed in freed {
            before.extend(last_row(store));
            replaced.extend(vacate(store, aside, freed, tag, || holes.pop()));
        }
        store.free_in_order(delta.listed.iter().map(|freed| next_id(freed, tag)));
        put_in_order(store, before, &delta.order);
        T::visit_changes(&mut delta.changes, &mut self.hub.columns_mut(), &mut Write);
    }
}

/// Checks that the delta names each slot that the mirror lacks.
fn check_slots<T: ReadChanges>(hub: &Hub<T>, delta: &OwnedDelta<T>) -> Result<(), DeltaError> {
    let lacking = hub.store.slots()..delta.slots;
    let freed = (delta.freed).partition_point(|freed| freed.slot < lacking.start);
    let made = (delta.made).partition_point(|(id, _)| id.index() < lacking.start);
    // By invariant 1 of `OwnedDelta` the slots are below the end and different, so that
    // none is skipped if there are as many.
    let mut freed = delta.freed[freed..]
        .iter()
        .map(|freed| freed.slot)
        .peekable();
    let made = &delta.made[made..];
    if freed.len() + made.len() == lacking.len() {
        return Ok(());
    }
    let mut made = made.iter().map(|(id, _)| id.index()).peekable();
    let mut skipped =
        lacking.filter(|slot| freed.next_if_eq(slot).is_none() && made.next_if_eq(slot).is_none());
    match skipped.next() {
        Some(slot) => Err(DeltaError::SlotSkipped { slot }),
        None => Ok(()),
    }
}

/// Checks that each changed value has a row.
fn check_values<T: ReadChanges>(
    hub: &mut Hub<T>,
    delta: &mut OwnedDelta<T>,
) -> Result<(), DeltaError> {
    /// The first slot without a row.
    struct Check(Result<(), u32>);

    impl<T: IdAllocator> VisitChanges<T> for Check {
        fn column<F, R>(
            &mut self,
            values: &mut NewValues<F, R>,
            column: &mut TrackedColumnMut<'_, T, F>,
        ) {
            let rows = column.rows();
            let mut slots = values.slots().iter();
            if let (Ok(()), Some(slot)) = (
                self.0,
                slots.find(|slot| rows.table().row_of_slot(**slot).is_none()),
            ) {
                self.0 = Err(*slot);
            }
        }
    }

    let mut check = Check(Ok(()));
    T::visit_changes(&mut delta.changes, &mut hub.columns_mut(), &mut check);
    check.0.map_err(|slot| DeltaError::NoRow { slot })
}

/// Returns the slot of the last row, which fills the gap if another row is freed, and the row, in
/// the layout in which rows move.
fn last_row<S: Shape>(store: &Typed<S>) -> Option<(u32, u32)> {
    let row = store.store().rows().checked_sub(1)?;
    Typed::<S>::DENSE.then(|| (store.id_of(row as usize).index(), row))
}

/// Puts dense rows where the source has them. First, rows that filled gaps go back, the last one
/// first, because a row may have filled several gaps. Then the rows that moved in the source
/// follow. A delta that was forged, or that comes from a hub with slots, may name other rows: it
/// leaves the rows in another order.
fn put_in_order<S: Shape>(store: &mut Typed<S>, before: &[(u32, u32)], order: &[Run]) {
    if !Typed::<S>::DENSE {
        return;
    }
    let before = before.iter().rev().copied();
    let moved = order.iter().flat_map(Run::rows);
    let rows = store.store().rows();
    for (slot, row) in before.chain(moved.map(|(row, slot)| (slot, row))) {
        if let Some(from) = store.table().row_of_slot(slot).filter(|_| row < rows) {
            store.swap_rows(from, row as usize);
        }
    }
}

/// Returns the id that a slot issues next. A retired slot keeps its last id, which the mirror never
/// issues.
fn next_id<H: AnyHandle>(freed: &Freed, tag: u32) -> H {
    let generation = freed.next::<H>().unwrap_or(H::LAST_GENERATION);
    H::assemble_tagged(freed.slot, generation, tag)
}

/// Makes a slot vacant, and records what it is in the source. Returns what was in the slot.
fn vacate<S: Shape<Record: Vacate>>(
    store: &mut Typed<S>,
    aside: &mut Aside,
    freed: &Freed,
    tag: u32,
    hole: impl FnOnce() -> Option<S::Record>,
) -> Option<S::Record> {
    let changes = aside.set(freed.slot, freed.aside::<HandleOf<S>>());
    let replaced = store.vacate_slot(next_id(freed, tag), hole);
    if changes {
        store.stamp_slot(freed.slot);
    }
    replaced
}

/// Swaps the changed values in.
struct Write;

impl<T: IdAllocator> VisitChanges<T> for Write {
    fn column<F, R>(
        &mut self,
        values: &mut NewValues<F, R>,
        column: &mut TrackedColumnMut<'_, T, F>,
    ) {
        let rows = column.rows();
        for (slot, value) in values.iter_mut() {
            // A row that the same delta frees has no value.
            if let Some(row) = rows.table().row_of_slot(slot) {
                column.swap_value(row, value);
            }
        }
    }
}
