//! The content of a snapshot before it is trusted, and the hub that is made from it.

use alloc::vec::Vec;

use crate::handle::{AnyHandle, check_tag};
use crate::ids::Layout;
use crate::record::{IdAllocator, Shape, Vacate, hole};
use crate::store::Typed;

pub(super) const NO_MEMORY: &str = "there is no memory for the slots";

const NO_RECORD: &str = "an id has no record";

/// The lists of a snapshot of either form.
pub(super) struct Contents<T: IdAllocator> {
    /// The ids of the live rows, in the order of the rows.
    pub(super) ids: Vec<T::Id>,
    /// The records of these ids.
    pub(super) records: Vec<T>,
    /// The free slots and their next generations, in the order of their reuse.
    pub(super) free: Vec<(u32, u32)>,
    pub(super) retired: Vec<u32>,
    /// The ids that are issued and have no row.
    pub(super) withheld: Vec<T::Id>,
    /// The tag of all ids.
    pub(super) tag: u32,
}

/// Checks that the tag of a snapshot fits the ids.
pub(super) fn read_tag<H: AnyHandle>(tag: u64) -> Result<u32, &'static str> {
    let tag = u32::try_from(tag).ok();
    let tag = tag.filter(|tag| check_tag::<H>(*tag).is_ok());
    tag.ok_or("the tag of the hub does not fit its ids")
}

impl<T: IdAllocator> Contents<T> {
    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        self.ids.len() + self.free.len() + self.retired.len() + self.withheld.len()
    }

    /// Refuses lists in which a slot is missing, occurs twice or has a state that
    /// it cannot have.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let mut seen = Vec::new();
        seen.try_reserve_exact(self.slots())
            .map_err(|_| NO_MEMORY)?;
        seen.resize(self.slots(), false);
        let live = self.ids.iter().map(|id| id.index());
        let free = self.free.iter().map(|&(slot, _)| slot);
        let withheld = self.withheld.iter().map(|id| id.index());
        let retired = self.retired.iter().copied();
        for slot in live.chain(free).chain(retired).chain(withheld) {
            match seen.get_mut(slot as usize) {
                Some(seen @ false) => *seen = true,
                Some(true) => return Err("a slot occurs twice"),
                None => return Err("a slot is missing"),
            }
        }
        let mut ids = self.ids.iter().chain(&self.withheld);
        if ids.any(|id| id.tag() != self.tag) {
            return Err("an id has another tag than the hub");
        }
        let generations = T::Id::FIRST_GENERATION..=T::Id::LAST_GENERATION;
        if !self
            .free
            .iter()
            .all(|(_, generation)| generations.contains(generation))
        {
            return Err("a free slot has no such generation");
        }
        // A hub whose generations start over has retired slots if it was converted from one
        // that retires them.
        if !self.retired.is_empty() && T::Id::GENERATION_BITS == 0 {
            return Err("slots of this hub are never retired");
        }
        Ok(())
    }

    /// Puts the live rows in the order of their slots, which they have unless the input was
    /// changed. Records are swapped in place, because a sort of large ones needs a large stack.
    fn sort(&mut self) {
        if self.ids.is_sorted_by_key(|id| id.index()) {
            return;
        }
        let mut order: Vec<usize> = (0..self.ids.len()).collect();
        order.sort_unstable_by_key(|row| self.ids[*row].index());
        for row in 0..order.len() {
            // What was in a place before was swapped into the place that is noted there.
            let mut from = order[row];
            while from < row {
                from = order[from];
            }
            order[row] = from;
            self.ids.swap(row, from);
            self.records.swap(row, from);
        }
    }

    /// Makes the slots and rows in an empty store.
    pub(super) fn fill<S: Shape<Record = T>>(
        mut self,
        store: &mut Typed<S>,
    ) -> Result<(), &'static str>
    where
        T: Vacate,
    {
        let slots = self.slots();
        if T::Layout::DENSE {
            for _ in 0..slots {
                store.push_slot().map_err(|_| NO_MEMORY)?;
            }
            let mut records = self.records.into_iter();
            for id in self.ids {
                store.push_row(id, records.next().ok_or(NO_RECORD)?);
            }
        } else {
            self.sort();
            let (mut ids, mut records) = (self.ids.into_iter(), self.records.into_iter());
            for slot in (0..).take(slots) {
                let first = ids.as_slice().first();
                if first.is_some_and(|id| id.index() == slot) {
                    let id = ids.next().ok_or(NO_RECORD)?;
                    let row = store.new_row(id).map_err(|_| NO_MEMORY)?;
                    row.insert(records.next().ok_or(NO_RECORD)?);
                } else {
                    let row = store.new_row(store.first_id(slot));
                    let row = row.map_err(|_| NO_MEMORY)?;
                    row.insert(hole::<T>().ok_or("a hole has no default")?);
                }
            }
        }
        for (slot, generation) in self.free {
            store.withdraw(slot, Some(generation));
        }
        for slot in self.retired {
            store.withdraw(slot, None);
        }
        for id in self.withheld {
            store.reserve_in_use(id);
        }
        Ok(())
    }
}
