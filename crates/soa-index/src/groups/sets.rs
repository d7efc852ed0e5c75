//! The rows of each value, as sets of slots.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::borrow::Borrow;

use soa_runtime::generic::TrackedRecord;
use soa_runtime::{AnyHandle, IdAllocator};

use crate::follow::{Reader, Structure};
use crate::keys::Key;
use crate::slots::Slots;

/// The group of a slot without a row.
const NONE: u32 = u32::MAX;

/// The rows that have the same value.
struct Group<K> {
    key: K,
    slots: Slots,
}

/// The groups, and the group of each slot.
pub(super) struct Sets<T: IdAllocator, K> {
    /// The number of each group that has rows.
    numbers: BTreeMap<K, u32>,
    /// The groups by number. A group without rows has no number, and waits in `vacant`.
    groups: Vec<Group<K>>,
    vacant: Vec<u32>,
    /// The number of each slot's group.
    of_slots: Vec<u32>,
    /// The id in each slot that has a row.
    ids: Vec<T::Id>,
    /// What unknown values have.
    empty: Slots,
}

impl<T: IdAllocator, K> Sets<T, K> {
    pub(super) fn new() -> Self {
        Sets {
            numbers: BTreeMap::new(),
            groups: Vec::new(),
            vacant: Vec::new(),
            of_slots: Vec::new(),
            ids: Vec::new(),
            empty: Slots::new(),
        }
    }

    /// Returns the slots of a value.
    pub(super) fn slots<Q>(&self, key: &Q) -> &Slots
    where
        K: Borrow<Q> + Ord,
        Q: Ord + ?Sized,
    {
        match self.numbers.get(key) {
            Some(number) => &self.groups[*number as usize].slots,
            None => &self.empty,
        }
    }

    /// Returns the values that rows have, each with the number of its group.
    pub(super) fn numbers(&self) -> &BTreeMap<K, u32> {
        &self.numbers
    }

    /// Returns the slots of a group by its number.
    pub(super) fn group(&self, number: u32) -> &Slots {
        &self.groups[number as usize].slots
    }

    /// Returns the ids by slot. A slot without a row has any id.
    pub(super) fn ids(&self) -> &[T::Id] {
        &self.ids
    }

    pub(super) fn memory(&self) -> usize {
        let sets = self.groups.iter().map(|group| group.slots.memory());
        // A node of the tree is at least half full, and has 11 entries.
        let tree = self.numbers.len() * size_of::<(K, u32)>() * 3 / 2;
        sets.sum::<usize>()
            + tree
            + self.groups.capacity() * size_of::<Group<K>>()
            + self.vacant.capacity() * size_of::<u32>()
            + self.of_slots.capacity() * size_of::<u32>()
            + self.ids.capacity() * size_of::<T::Id>()
    }
}

impl<T: IdAllocator, K: Ord + Clone> Sets<T, K> {
    /// Writes the row of a slot, which has a row already or none.
    fn set(&mut self, id: T::Id, key: Key<'_, K>) {
        let slot = id.index();
        self.ids[slot as usize] = id;
        let before = self.of_slots[slot as usize];
        if before != NONE && self.groups[before as usize].key == *key {
            return;
        }
        let number = self.number_of(key);
        self.remove(slot);
        self.of_slots[slot as usize] = number;
        self.groups[number as usize].slots.insert(slot);
    }

    /// Returns the number of a group, and makes the group if there is none.
    fn number_of(&mut self, key: Key<'_, K>) -> u32 {
        if let Some(number) = self.numbers.get(&*key) {
            return *number;
        }
        let key = key.into_owned();
        let group = Group {
            key: key.clone(),
            slots: Slots::new(),
        };
        let number = if let Some(number) = self.vacant.pop() {
            self.groups[number as usize] = group;
            number
        } else {
            self.groups.push(group);
            u32::try_from(self.groups.len() - 1).expect("there are fewer groups than slots")
        };
        self.numbers.insert(key, number);
        number
    }

    /// Removes the row of a slot, if it has one, and its group if this was its last row.
    fn remove(&mut self, slot: u32) {
        let Some(number) = self.of_slots.get_mut(slot as usize) else {
            return;
        };
        let number = core::mem::replace(number, NONE);
        let Some(group) = self.groups.get_mut(number as usize) else {
            return;
        };
        group.slots.remove(slot);
        if group.slots.is_empty() {
            self.numbers.remove(&group.key);
            self.vacant.push(number);
        }
    }

    fn resize(&mut self, slots: usize) {
        self.of_slots.resize(slots, NONE);
        self.ids.resize(slots, T::Id::DANGLING);
    }
}

impl<T: TrackedRecord + 'static, K: Ord + Clone> Structure<T, K> for Sets<T, K> {
    fn rebuild(&mut self, rows: &Reader<'_, T, K>) {
        self.numbers.clear();
        self.groups.clear();
        self.vacant.clear();
        self.of_slots.clear();
        self.ids.clear();
        self.resize(rows.hub.slots());
        rows.all(&mut |place, key| self.set(place.id, key));
    }

    fn update(&mut self, changed: &[u32], rows: &Reader<'_, T, K>) {
        for slot in changed {
            if rows.hub.id_of_slot(*slot).is_none() {
                self.remove(*slot);
            }
        }
        self.resize(rows.hub.slots());
        rows.of(changed, &mut |place, key| self.set(place.id, key));
    }

    fn clear(&mut self) {
        *self = Sets::new();
    }

    fn has(&self, slot: u32) -> bool {
        (self.of_slots.get(slot as usize)).is_some_and(|number| *number != NONE)
    }

    fn slots(&self) -> u32 {
        u32::try_from(self.of_slots.len()).unwrap_or(u32::MAX)
    }
}
