//! The content of a snapshot before it is trusted, and the hub that is made from it.

use alloc::vec::Vec;

use crate::handle::{AnyHandle, check_tag};
use crate::ids::Layout;
use crate::record::{IdAllocator, Shape, Vacate, hole};
use crate::store::Typed;

const NO_MEMORY: &str = "there is no memory for the slots";

/// The lists of a snapshot of either form.
pub(super) struct Contents<T: IdAllocator> {
    /// The live rows, in the order of the rows.
    pub(super) live: Vec<(T::Id, T)>,
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
        self.live.len() + self.free.len() + self.retired.len() + self.withheld.len()
    }

    /// Refuses lists in which a slot is missing, occurs twice or has a state that
    /// it cannot have.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let mut seen = Vec::new();
        seen.try_reserve_exact(self.slots())
            .map_err(|_| NO_MEMORY)?;
        seen.resize(self.slots(), false);
        let live = self.live.iter().map(|(id, _)| id.index());
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
        let live = self.live.iter().map(|(id, _)| *id);
        let mut ids = live.chain(self.withheld.iter().copied());
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
            for (id, record) in self.live {
                store.push_row(id, record);
            }
        } else {
            // The live rows are in this order, unless the input was changed.
            self.live.sort_unstable_by_key(|(id, _)| id.index());
            let mut live = self.live.into_iter().peekable();
            for slot in (0..).take(slots) {
                let (id, record) = match live.next_if(|(id, _)| id.index() == slot) {
                    Some((id, record)) => (id, record),
                    None => (
                        store.first_id(slot),
                        hole::<T>().ok_or("a hole has no default")?,
                    ),
                };
                let row = store.new_row(id).map_err(|_| NO_MEMORY)?;
                row.insert(record);
            }
        }
        for (slot, generation) in self.free {
            store.withdraw(slot, Some(generation));
        }
        for slot in self.retired {
            store.withdraw(slot, None);
        }
        for id in self.withheld {
            store.set_aside(id);
        }
        Ok(())
    }
}
