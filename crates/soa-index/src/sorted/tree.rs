//! The rows in the order of their values.

use alloc::collections::btree_set::{self, BTreeSet};
use alloc::vec::Vec;
use core::borrow::Borrow;
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

/// Where an entry is in the order: its value as a `Q`, then its slot.
pub(super) trait Position<Q: ?Sized> {
    fn position(&self) -> (&Q, u32);
}

impl<T: IdAllocator, K: Borrow<Q>, Q: ?Sized> Position<Q> for Entry<T, K> {
    #[inline]
    fn position(&self) -> (&Q, u32) {
        (self.key.borrow(), self.slot)
    }
}

/// A position before or after all entries with the same value.
impl<Q: ?Sized> Position<Q> for (&Q, u32) {
    #[inline]
    fn position(&self) -> (&Q, u32) {
        *self
    }
}

/// The tree is searched by positions, because an entry cannot contain an unsized `Q`. The calls through
/// the trait object take 50 ns of a search among 200 000 numbers.
impl<'a, T: IdAllocator + 'a, K: Borrow<Q> + 'a, Q: ?Sized + 'a> Borrow<dyn Position<Q> + 'a>
    for Entry<T, K>
{
    #[inline]
    fn borrow(&self) -> &(dyn Position<Q> + 'a) {
        self
    }
}

impl<Q: Ord + ?Sized> Ord for dyn Position<Q> + '_ {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.position().cmp(&other.position())
    }
}

impl<Q: Ord + ?Sized> PartialOrd for dyn Position<Q> + '_ {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<Q: Ord + ?Sized> PartialEq for dyn Position<Q> + '_ {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<Q: Ord + ?Sized> Eq for dyn Position<Q> + '_ {}

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

/// Returns the bound of a range with one of these slots.
fn border<Q: ?Sized>(key: Bound<&Q>, included: u32, excluded: u32) -> Bound<(&Q, u32)> {
    match key {
        Bound::Included(key) => Bound::Included((key, included)),
        Bound::Excluded(key) => Bound::Excluded((key, excluded)),
        Bound::Unbounded => Bound::Unbounded,
    }
}

/// Returns a bound by which the tree can be searched.
fn dynamic<'a, Q: ?Sized>(bound: &'a Bound<(&'a Q, u32)>) -> Bound<&'a (dyn Position<Q> + 'a)> {
    bound.as_ref().map(|position| position as &dyn Position<Q>)
}

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

impl<T: IdAllocator, K: Ord> Tree<T, K> {
    /// Returns the entries whose values are in a range.
    pub(super) fn range<Q: Ord + ?Sized>(
        &self,
        range: &impl RangeBounds<Q>,
    ) -> btree_set::Range<'_, Entry<T, K>>
    where
        K: Borrow<Q>,
    {
        use Bound::{Excluded, Included};

        let (start, end) = (range.start_bound(), range.end_bound());
        if let (Included(first) | Excluded(first), Included(last) | Excluded(last)) = (start, end) {
            let closed = matches!((start, end), (Included(_), Included(_)));
            match first.cmp(last) {
                Ordering::Less => {}
                Ordering::Equal if closed => {}
                _ => return btree_set::Range::default(),
            }
        }
        // No slot has the largest number.
        let (start, end) = (border(start, 0, u32::MAX), border(end, u32::MAX, 0));
        (self.order).range::<dyn Position<Q> + '_, _>((dynamic(&start), dynamic(&end)))
    }
}

impl<T: IdAllocator, K: Ord + Clone> Tree<T, K> {
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
