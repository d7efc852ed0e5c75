//! Which slots have which values, in hash tables without the values.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use core::mem;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use soa_runtime::generic::TrackedRecord;
use soa_runtime::{AnyHandle, Hub};

use crate::follow::{Reader, Structure};
use crate::keys::{Key, row_of_slot};
use crate::slots::Slots;

/// The number of rows whose places in memory are loaded together.
const AHEAD: usize = 32;

/// What is stored for a slot: the hash of its row's key, or that it has no row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Word(u64);

impl Word {
    /// The row of the slot is in the table. The tables use the highest seven bits of a hash, and
    /// as many of its lowest ones as a slot has, at most 32, so there are bits between them that
    /// they do not use.
    const HAS: u64 = 1 << 40;
    /// Another row has the same value.
    const SHARES: u64 = 1 << 41;

    pub(super) fn of(hash: u64) -> Self {
        Word(hash | Self::HAS)
    }

    /// Returns the same hash of a row whose value another row has.
    pub(super) fn sharing(self) -> Self {
        Word(self.0 | Self::SHARES)
    }

    pub(super) fn has(self) -> bool {
        self.0 & Self::HAS != 0
    }

    pub(super) fn shares(self) -> bool {
        self.0 & Self::SHARES != 0
    }

    /// Returns the hash that the tables see.
    pub(super) fn hash(self) -> u64 {
        Self::without_marks(self.0)
    }

    pub(super) fn without_marks(hash: u64) -> u64 {
        hash & !(Self::HAS | Self::SHARES)
    }
}

/// Where the values of slots are.
pub(super) enum Values<'a, T: TrackedRecord, K> {
    Column(&'a Hub<T>, &'a [K]),
    Made(&'a [Option<K>]),
}

impl<'a, T: TrackedRecord, K> Values<'a, T, K> {
    /// Returns the value of a slot, if it has a row.
    #[inline]
    pub(super) fn get(&self, slot: u32) -> Option<&'a K> {
        match *self {
            Values::Column(hub, column) => column.get(row_of_slot(hub, slot)?),
            Values::Made(made) => made.get(slot as usize)?.as_ref(),
        }
    }
}

impl<T: TrackedRecord, K> Clone for Values<'_, T, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: TrackedRecord, K> Copy for Values<'_, T, K> {}

/// The slots of each value. The values are in a column of the hub, or in `made`.
pub(super) struct Table<K> {
    hasher: DefaultHashBuilder,
    /// The lowest slot of each value.
    firsts: HashTable<u32>,
    /// The slots of each value that more than one row has. An entry's hash is the hash of its
    /// lowest slot.
    shared: HashTable<Slots>,
    /// One for each slot.
    words: Vec<Word>,
    /// The value of each slot that has a row, if the values are computed.
    made: Vec<Option<K>>,
}

impl<K> Table<K> {
    pub(super) fn new() -> Self {
        Table {
            hasher: DefaultHashBuilder::default(),
            firsts: HashTable::new(),
            shared: HashTable::new(),
            words: Vec::new(),
            made: Vec::new(),
        }
    }

    /// Returns where the values are, if they are not in a column.
    pub(super) fn made(&self) -> &[Option<K>] {
        &self.made
    }

    pub(super) fn memory(&self) -> usize {
        let shared = self.shared.iter().map(Slots::memory).sum::<usize>();
        self.firsts.allocation_size()
            + self.shared.allocation_size()
            + shared
            + self.words.capacity() * size_of::<Word>()
            + self.made.capacity() * size_of::<Option<K>>()
    }

    fn hash<Q: Hash + ?Sized>(&self, value: &Q) -> u64 {
        Word::without_marks(self.hasher.hash_one(value))
    }

    /// Returns the lowest slot of a value.
    #[inline]
    pub(super) fn first<T, Q>(&self, value: &Q, values: Values<'_, T, K>) -> Option<u32>
    where
        T: TrackedRecord,
        K: core::borrow::Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let same = |slot: &u32| {
            values
                .get(*slot)
                .is_some_and(|other| other.borrow() == value)
        };
        self.firsts.find(self.hash(value), same).copied()
    }

    /// Returns all slots of the value whose lowest slot is `first`, if there is another one.
    pub(super) fn sharing(&self, first: u32) -> Option<&Slots> {
        let word = self.words[first as usize];
        let set = || {
            let same = |slots: &Slots| slots.first() == Some(first);
            self.shared.find(word.hash(), same)
        };
        word.shares().then(set).flatten()
    }

    /// Returns the slots of each value that more than one row has, in no particular order.
    pub(super) fn shared(&self) -> impl Iterator<Item = &Slots> {
        self.shared.iter()
    }

    /// Removes the row of a slot, if it has one.
    fn remove(&mut self, slot: u32) {
        let Some(word) = self.words.get_mut(slot as usize).map(mem::take) else {
            return;
        };
        if !word.has() {
            return;
        }
        if let Some(made) = self.made.get_mut(slot as usize) {
            *made = None;
        }
        let next = word.shares().then(|| self.remove_shared(slot, word.hash()));
        let next = next.flatten();
        if next.is_some_and(|first| first < slot) {
            return; // a lower slot is the first of this value
        }
        let entry = self.firsts.find_entry(word.hash(), |first| *first == slot);
        match (entry, next) {
            (Ok(mut entry), Some(first)) => *entry.get_mut() = first,
            (Ok(entry), None) => drop(entry.remove()),
            (Err(_), _) => {}
        }
    }

    /// Removes a slot from those that share its value, and returns the lowest one that is left.
    fn remove_shared(&mut self, slot: u32, hash: u64) -> Option<u32> {
        let found = self.shared.find_entry(hash, |slots| slots.contains(slot));
        let mut entry = found.ok()?;
        let slots = entry.get_mut();
        slots.remove(slot);
        let first = slots.first()?;
        if slots.len() == 1 {
            self.words[first as usize] = Word::of(hash);
            entry.remove();
        }
        Some(first)
    }

    /// Adds the row of a slot, which has none yet.
    fn add<T: TrackedRecord>(
        &mut self,
        slot: u32,
        hash: u64,
        value: Key<'_, K>,
        column: Option<(&Hub<T>, &[K])>,
    ) where
        K: Hash + Eq,
    {
        let words = &self.words;
        let values = match column {
            Some((hub, column)) => Values::Column(hub, column),
            None => Values::Made(&self.made),
        };
        // A table finds every hash with the same few bits. The rest is in one place, and `load`
        // has read it; a value is in two.
        let same = |first: &u32| {
            words[*first as usize].hash() == hash
                && values.get(*first).is_some_and(|other| *other == *value)
        };
        let rehash = |first: &u32| words[*first as usize].hash();
        match self.firsts.entry(hash, same, rehash) {
            Entry::Vacant(entry) => {
                entry.insert(slot);
                self.words[slot as usize] = Word::of(hash);
            }
            Entry::Occupied(mut entry) => {
                let first = *entry.get();
                *entry.get_mut() = first.min(slot);
                self.share(slot, first, hash);
            }
        }
        if let Key::Made(value) = value {
            self.made[slot as usize] = Some(value);
        }
    }

    /// Adds a slot to those that have the value of `first`.
    fn share(&mut self, slot: u32, first: u32, hash: u64) {
        let words = &mut self.words;
        words[slot as usize] = Word::of(hash).sharing();
        if words[first as usize].shares() {
            let same = |slots: &Slots| slots.contains(first);
            if let Some(slots) = self.shared.find_mut(hash, same) {
                slots.insert(slot);
            }
            return;
        }
        words[first as usize] = words[first as usize].sharing();
        let slots = Slots::from_iter([first, slot]);
        self.shared.insert_unique(hash, slots, |slots| {
            let first = slots.first().map_or(0, |first| first as usize);
            words[first].hash()
        });
    }

    /// Removes the rows of these slots.
    fn remove_all(&mut self, slots: &[u32]) {
        for slots in slots.chunks(AHEAD) {
            let mut hashes = [0; AHEAD];
            for (hash, slot) in hashes.iter_mut().zip(slots) {
                *hash = self.word(*slot).hash();
            }
            self.load(&hashes[..slots.len()]);
            for slot in slots {
                self.remove(*slot);
            }
        }
    }

    /// Adds the rows of these slots, whose values are in a column.
    fn add_all<T: TrackedRecord>(&mut self, slots: &[u32], hub: &Hub<T>, column: &[K])
    where
        K: Hash + Eq,
    {
        for slots in slots.chunks(AHEAD) {
            let mut rows = [None; AHEAD];
            for (row, slot) in rows.iter_mut().zip(slots) {
                *row = row_of_slot(hub, *slot);
            }
            let mut hashes = [0; AHEAD];
            for (hash, row) in hashes.iter_mut().zip(rows) {
                *hash = row.map_or(0, |row| self.hash(&column[row]));
            }
            self.load(&hashes[..slots.len()]);
            for ((slot, hash), row) in slots.iter().zip(hashes).zip(rows) {
                if let Some(row) = row.filter(|_| !self.word(*slot).has()) {
                    self.add(*slot, hash, Key::Lent(&column[row]), Some((hub, column)));
                }
            }
        }
    }

    /// Reads the table where these hashes lead to, so that the processor waits once for the
    /// memory of many, instead of once for each.
    fn load(&self, hashes: &[u64]) {
        let found = hashes.iter().filter(|hash| {
            let same = |first: &u32| self.words[*first as usize].hash() == **hash;
            self.firsts.find(**hash, same).is_some()
        });
        core::hint::black_box(found.count());
    }

    /// Returns what is stored for a slot.
    #[inline]
    fn word(&self, slot: u32) -> Word {
        self.words.get(slot as usize).copied().unwrap_or_default()
    }

    fn resize(&mut self, slots: usize, computed: bool) {
        self.words.resize(slots, Word::default());
        let made = if computed { slots } else { 0 };
        self.made.resize_with(made, || None);
    }
}

impl<T: TrackedRecord + 'static, K: Hash + Eq> Structure<T, K> for Table<K> {
    fn rebuild(&mut self, rows: &Reader<'_, T, K>) {
        self.firsts.clear();
        self.shared.clear();
        self.words.clear();
        self.made.clear();
        let column = rows.column().map(|column| (rows.hub, column));
        self.resize(rows.hub.slots(), column.is_none());
        let words = &self.words;
        let rehash = |slot: &u32| words[*slot as usize].hash();
        self.firsts.reserve(rows.hub.len(), rehash);
        rows.all(&mut |place, key| self.add(place.id.index(), self.hash(&*key), key, column));
    }

    fn update(&mut self, changed: &[u32], rows: &Reader<'_, T, K>) {
        // All of them are removed before the first is added, because a row is found by the value
        // that its column has now.
        self.remove_all(changed);
        let column = rows.column().map(|column| (rows.hub, column));
        self.resize(rows.hub.slots(), column.is_none());
        if let Some((hub, column)) = column {
            return self.add_all(changed, hub, column);
        }
        rows.of(changed, &mut |place, key| {
            let slot = place.id.index();
            if !self.word(slot).has() {
                self.add(slot, self.hash(&*key), key, column);
            }
        });
    }

    fn clear(&mut self) {
        let hasher = self.hasher.clone();
        *self = Table {
            hasher,
            ..Table::new()
        };
    }

    fn has(&self, slot: u32) -> bool {
        self.word(slot).has()
    }

    fn slots(&self) -> u32 {
        u32::try_from(self.words.len()).unwrap_or(u32::MAX)
    }
}
