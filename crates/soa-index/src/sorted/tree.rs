//! The rows in the order of their values.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;
use core::ops::{Bound, RangeBounds};

use soa_runtime::generic::TrackedRecord;
use soa_runtime::{AnyHandle, IdAllocator};

use crate::follow::{Reader, Structure};
use crate::keys::Key;

/// A row: its value, its slot and its id. Rows are ordered by value, then by slot.
pub(super) struct Entry<T: IdAllocator, K> {
    pub(super) key: K,
    slot: u32,
    pub(super) id: T::Id,
}

/// An entry before or after all entries with the same value.
fn border<T: IdAllocator, K: Clone>(key: &K, slot: u32) -> Entry<T, K> {
    let (key, id) = (key.clone(), T::Id::DANGLING);
    Entry { key, slot, id }
}

impl<T: IdAllocator, K: Clone> Clone for Entry<T, K> {
    fn clone(&self) -> Self {
        Entry {
            key: self.key.clone(),
            ..*self
        }
    }
}

impl<T: IdAllocator, K: Ord> Ord for Entry<T, K> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key).then(self.slot.cmp(&other.slot))
    }
}

impl<T: IdAllocator, K: Ord> PartialOrd for Entry<T, K> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: IdAllocator, K: Ord> PartialEq for Entry<T, K> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T: IdAllocator, K: Ord> Eq for Entry<T, K> {}

/// The rows in their order, and the row of each slot.
pub(super) struct Tree<T: IdAllocator, K> {
    order: BTreeSet<Entry<T, K>>,
    rows: Vec<Option<Entry<T, K>>>,
}

/// If one row in this number changed, the order is made again from the old one and the changed rows.
const MANY: usize = 16;

impl<T: IdAllocator, K> Tree<T, K> {
    pub(super) fn new() -> Self {
        Tree {
            order: BTreeSet::new(),
            rows: Vec::new(),
        }
    }

    pub(super) fn order(&self) -> &BTreeSet<Entry<T, K>> {
        &self.order
    }

    pub(super) fn memory(&self) -> usize {
        // A node of the tree is at least half full, and has 11 entries.
        let tree = self.order.len() * size_of::<Entry<T, K>>() * 3 / 2;
        tree + self.rows.capacity() * size_of::<Option<Entry<T, K>>>()
    }
}

impl<T: IdAllocator, K: Ord + Clone> Tree<T, K> {
    /// Returns the bounds of the entries whose values are in a range; `None` if it is empty.
    #[expect(clippy::type_complexity, reason = "the two bounds of a range")]
    pub(super) fn bounds(
        range: &impl RangeBounds<K>,
    ) -> Option<(Bound<Entry<T, K>>, Bound<Entry<T, K>>)> {
        use Bound::{Excluded, Included, Unbounded};

        let (start, end) = (range.start_bound(), range.end_bound());
        if let (Included(first) | Excluded(first), Included(last) | Excluded(last)) = (start, end) {
            let closed = matches!((start, end), (Included(_), Included(_)));
            match first.cmp(last) {
                Ordering::Less => {}
                Ordering::Equal if closed => {}
                _ => return None,
            }
        }
        // No slot has the largest number.
        let start = match start {
            Included(key) => Included(border(key, 0)),
            Excluded(key) => Excluded(border(key, u32::MAX)),
            Unbounded => Unbounded,
        };
        let end = match end {
            Included(key) => Included(border(key, u32::MAX)),
            Excluded(key) => Excluded(border(key, 0)),
            Unbounded => Unbounded,
        };
        Some((start, end))
    }

    /// Removes the row of a slot, if it has one.
    fn remove(&mut self, slot: u32) {
        let row = self.rows.get_mut(slot as usize).and_then(Option::take);
        if let Some(entry) = row {
            self.order.remove(&entry);
        }
    }

    /// Returns the new entry of a row, if it is another one than before.
    fn changed(&self, id: T::Id, key: Key<'_, K>) -> Option<Entry<T, K>> {
        let slot = id.index();
        let row = self.rows.get(slot as usize).and_then(Option::as_ref);
        let same = row.is_some_and(|entry| entry.id == id && entry.key == *key);
        (!same).then(|| Entry {
            key: key.into_owned(),
            slot,
            id,
        })
    }

    /// Writes the row of a slot, which has a row already or none.
    fn set(&mut self, entry: Entry<T, K>) {
        self.remove(entry.slot);
        let slot = entry.slot as usize;
        self.rows[slot] = Some(entry.clone());
        self.order.insert(entry);
    }

    /// Makes the order again, from the order before and the changed rows.
    fn merge(&mut self, changed: Vec<Entry<T, K>>) {
        for entry in &changed {
            self.rows[entry.slot as usize] = None;
        }
        let before = mem::take(&mut self.order).into_iter();
        // Rows that were freed are gone from `rows` already.
        let mut order: Vec<_> = before
            .filter(|entry| {
                self.rows
                    .get(entry.slot as usize)
                    .is_some_and(Option::is_some)
            })
            .collect();
        for entry in &changed {
            self.rows[entry.slot as usize] = Some(entry.clone());
        }
        order.extend(changed);
        // Sorts first, and takes little time for what is sorted.
        self.order = order.into_iter().collect();
    }

    fn resize(&mut self, slots: usize) {
        self.rows.resize_with(slots, || None);
    }
}

impl<T: TrackedRecord + 'static, K: Ord + Clone> Structure<T, K> for Tree<T, K> {
    fn rebuild(&mut self, rows: &Reader<'_, T, K>) {
        self.order.clear();
        self.rows.clear();
        self.resize(rows.hub.slots());
        let mut order = Vec::with_capacity(rows.hub.len());
        rows.all(&mut |place, key| {
            let (id, slot) = (place.id, place.id.index());
            let key = key.into_owned();
            let entry = Entry { key, slot, id };
            self.rows[slot as usize] = Some(entry.clone());
            order.push(entry);
        });
        self.order = order.into_iter().collect();
    }

    fn update(&mut self, changed: &[u32], rows: &Reader<'_, T, K>) {
        let many = changed.len() > self.order.len() / MANY;
        for slot in changed {
            if rows.hub.id_of_slot(*slot).is_none() {
                if many && (*slot as usize) < self.rows.len() {
                    self.rows[*slot as usize] = None;
                } else {
                    self.remove(*slot);
                }
            }
        }
        self.resize(rows.hub.slots());
        if many {
            let mut entries = Vec::new();
            rows.of(changed, &mut |place, key| {
                entries.extend(self.changed(place.id, key));
            });
            self.merge(entries);
        } else {
            rows.of(changed, &mut |place, key| {
                if let Some(entry) = self.changed(place.id, key) {
                    self.set(entry);
                }
            });
        }
    }

    fn clear(&mut self) {
        *self = Tree::new();
    }

    fn has(&self, slot: u32) -> bool {
        self.rows.get(slot as usize).is_some_and(Option::is_some)
    }

    fn slots(&self) -> u32 {
        u32::try_from(self.rows.len()).unwrap_or(u32::MAX)
    }
}
