//! A hub of any layout and policy behind one object-safe interface.
//!
//! Ids are numbered in the order in which they were issued. The first two numbers are a dangling
//! id and an id of a larger hub. Leases are numbered among those that are not settled.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::mem::ManuallyDrop;
use std::ops::Range;

use soa_runtime::inspect::Stats;
use soa_runtime::{
    AllocError, AnyHandle, DisjointError, Hub, InsertAtError, InsertAtReason, Lease, Tick,
};

use crate::counted::tick;
use crate::rows::Values;
use crate::sample::{Order, Sample};
use crate::slots::{Key, Refusal};

/// What the walk over a hub's rows yields.
#[derive(Debug, PartialEq)]
pub(crate) struct Walk {
    pub(crate) rows: Vec<(Key, Values)>,
    pub(crate) backwards: Vec<Key>,
    pub(crate) ids: Vec<Key>,
    pub(crate) ranges: Vec<Range<usize>>,
    pub(crate) columns: Vec<Values>,
}

/// The state of a lease: its rows, their number, the number of unused ids, and the row of each
/// id issued so far.
#[derive(Debug, PartialEq)]
pub(crate) struct Leased {
    pub(crate) rows: Vec<(Key, Values)>,
    pub(crate) len: usize,
    pub(crate) left: usize,
    pub(crate) found: Vec<Option<Values>>,
}

/// What happens to an iterator that has yielded some rows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum End {
    Dropped,
    Forgotten,
}

/// A hub under test.
pub(crate) trait Subject {
    fn issued(&self) -> Vec<Key>;
    fn alloc(&mut self) -> Result<Key, AllocError>;
    fn alloc_many(&mut self, rows: usize) -> Vec<Key>;
    fn insert(&mut self, values: Values) -> Result<Key, (Values, AllocError)>;
    fn insert_with(&mut self, make: &dyn Fn(Key) -> Values) -> Key;
    fn insert_many(&mut self, rows: Vec<Values>) -> Vec<Key>;
    fn extend(&mut self, rows: Vec<Values>);
    /// Appends a hub of these rows, some of which are freed again.
    fn append(&mut self, rows: Vec<Values>, freed: &[usize]) -> Vec<Key>;
    fn dealloc(&mut self, id: usize) -> bool;
    fn remove(&mut self, id: usize) -> Option<Values>;
    fn replace(&mut self, id: usize, values: Values) -> Result<Values, Values>;
    fn renew(&mut self, id: usize) -> Option<Key>;
    fn retain(&mut self, keep: &mut dyn FnMut(Key, &Values) -> bool);
    fn drain(&mut self, rows: usize, end: End) -> Vec<(Key, Values)>;
    fn extract(
        &mut self,
        rows: usize,
        end: End,
        extract: &mut dyn FnMut(Key, &Values) -> bool,
    ) -> Vec<(Key, Values)>;
    fn reserve_id(&mut self) -> Result<Key, AllocError>;
    fn fill(&mut self, id: usize, values: Values) -> Result<(), (Values, Refusal)>;
    /// Returns the id that was made of the index and the generation.
    fn insert_at(
        &mut self,
        index: u32,
        generation: u32,
        values: Values,
    ) -> (Key, Result<(), (Values, Refusal)>);
    fn reserved(&self) -> Vec<Key>;
    fn detach(&mut self, id: usize) -> Option<Values>;
    /// Returns whether the id is live or reserved.
    fn exchange(&mut self, id: usize, values: &mut Option<Values>) -> bool;
    fn free_reserved(&mut self) -> usize;
    /// Takes a lease, which becomes the last one.
    fn lease(&mut self, rows: usize) -> Result<(), AllocError>;
    fn lease_insert(&mut self, lease: usize, values: Values) -> Result<Key, Values>;
    fn lease_remove(&mut self, lease: usize, id: usize) -> Option<Values>;
    fn lease_dealloc(&mut self, lease: usize, id: usize) -> bool;
    /// Settles these leases, in this order.
    fn settle(&mut self, leases: &[usize]) -> Vec<(Key, Values)>;
    fn abandon(&mut self, lease: usize);
    fn order(&mut self, order: Order);
    fn clear(&mut self);
    fn become_a_clone(&mut self);
    fn become_a_clone_in_used_memory(&mut self, rows: usize);
    fn save_and_load(&mut self);
    /// Makes a hub of records of the same type.
    fn convert(&mut self);
    fn try_reserve(&mut self, rows: usize) -> Result<(), AllocError>;
    fn shrink_to_fit(&mut self);
    fn contains(&self, id: usize) -> bool;
    fn is_reserved(&self, id: usize) -> bool;
    fn get(&self, id: usize) -> Option<Values>;
    fn set(&mut self, id: usize, values: Values) -> bool;
    fn set_by_column(&mut self, id: usize, values: Values) -> bool;
    fn edit_all(&mut self, edit: &dyn Fn(Key, Values) -> Values);
    fn add_to_column(&mut self, add: u32);
    fn rotate(&mut self, ids: [usize; 3]) -> Result<(), DisjointError>;
    /// Adds to the number of each row that is lent, and returns which ones were.
    /// Returns the row, or the message of the error, from a shared and from a mutable lookup.
    fn try_row(&mut self, id: usize) -> Result<Values, String>;
    fn id_of_slot(&self, slot: u32) -> Option<Key>;
    fn row_of(&self, id: usize) -> Option<usize>;
    fn id_at(&self, row: usize) -> Option<Key>;
    fn walk(&self) -> Walk;
    fn leases(&self) -> Vec<Leased>;
    /// Returns the ids of the next insertions, until no id is left.
    fn ids_to_come(&self, most: usize) -> Vec<Key>;
    fn stats(&self) -> Stats;
    fn counts(&self) -> (usize, bool, usize, usize);
    /// Tells a copy of the ids which slots changed hands, and returns it; `None` if the hub does
    /// not record that.
    fn told(&mut self) -> Option<Vec<Key>>;
}

/// Takes the values with these numbers out of `values`, in this order.
pub(crate) fn take<V>(values: &mut Vec<V>, numbers: &[usize]) -> Vec<V> {
    let mut left: Vec<Option<V>> = values.drain(..).map(Some).collect();
    let taken = numbers
        .iter()
        .map(|number| left[*number].take().expect("taken once"))
        .collect();
    values.extend(left.into_iter().flatten());
    taken
}

fn parts<H: AnyHandle>(id: H) -> Key {
    (id.index(), id.generation())
}

/// The key of an id that the hub has, which has the tag of the hub.
fn key<T: Sample>(id: T::Id) -> Key {
    assert_eq!(id.tag(), tag::<T>());
    parts(id)
}

/// Returns the values of a record, which is dropped before: a function whose variable panics when it
/// is dropped leaks what it would have returned.
fn unpacked<T: Sample>(record: T) -> Values {
    let values = record.unpack();
    drop(record);
    values
}

fn refused<T: Sample>(error: InsertAtError<T>) -> (Values, Refusal) {
    let text = error.to_string();
    assert!(text.contains("of RecordHub was not inserted: "), "{text}");
    let InsertAtError { value, reason, .. } = error;
    let refusal = match reason {
        InsertAtReason::OutOfRange => Refusal::OutOfRange,
        InsertAtReason::Live => Refusal::Live,
        InsertAtReason::Retired => Refusal::Retired,
        InsertAtReason::Reserved => Refusal::Reserved,
        InsertAtReason::Stale => Refusal::Stale,
        InsertAtReason::NotReserved => Refusal::NotReserved,
        reason => panic!("{reason}"),
    };
    (unpacked(value), refusal)
}

/// The hash of a hub's state.
fn hash_of<T: Sample>(hub: &Hub<T>) -> u64 {
    let mut state = DefaultHasher::new();
    hub.hash_state(&mut state);
    state.finish()
}

pub(crate) struct Driven<T: Sample> {
    hub: Hub<T>,
    leases: Vec<Lease<T>>,
    issued: Vec<T::Id>,
    /// The ids by slots, as a reader knows them that is told which slots changed hands.
    told: BTreeMap<u32, T::Id>,
    seen: Tick,
}

/// The tag of the hub, if its ids have one.
fn tag<T: Sample>() -> u32 {
    T::Id::LAST_TAG.min(5)
}

impl<T: Sample> Driven<T> {
    pub(crate) fn new() -> Self {
        let mut larger = Hub::<T>::with_tag(tag::<T>());
        let ids = std::iter::from_fn(|| larger.try_alloc().ok());
        let foreign = ids.take(8).last().expect("there is one index at least");
        Driven {
            hub: Hub::with_tag(tag::<T>()),
            leases: Vec::new(),
            issued: vec![T::Id::DANGLING, foreign],
            told: BTreeMap::new(),
            seen: Tick::START,
        }
    }

    /// Notes the ids of all rows, after a call that did not return them.
    pub(crate) fn note_all(&mut self) {
        for id in self.hub.ids().collect::<Vec<_>>() {
            self.note(id);
        }
    }

    /// Returns the free slots with their next generations, in the order of their reuse, and the
    /// retired slots, as the hub saves them.
    pub(crate) fn free_and_retired(&self) -> (Vec<Key>, Vec<u32>) {
        #[derive(serde::Deserialize)]
        struct Saved {
            free: Vec<Key>,
            retired: Vec<u32>,
        }
        let saved: Saved = serde_json::from_str(&T::save(&self.hub)).expect("a snapshot");
        (saved.free, saved.retired)
    }

    fn note(&mut self, id: T::Id) -> Key {
        if !self.issued.contains(&id) {
            self.issued.push(id);
        }
        key::<T>(id)
    }
}

impl<T: Sample> Subject for Driven<T> {
    fn issued(&self) -> Vec<Key> {
        self.issued.iter().map(|id| parts(*id)).collect()
    }

    fn alloc(&mut self) -> Result<Key, AllocError> {
        let id = self.hub.try_alloc()?;
        Ok(self.note(id))
    }

    fn alloc_many(&mut self, rows: usize) -> Vec<Key> {
        let ids = self.hub.alloc_many(rows);
        ids.into_iter().map(|id| self.note(id)).collect()
    }

    fn insert(&mut self, values: Values) -> Result<Key, (Values, AllocError)> {
        match self.hub.try_insert(T::pack(values)) {
            Ok(id) => Ok(self.note(id)),
            Err(error) => Err((unpacked(error.value), error.source)),
        }
    }

    fn insert_with(&mut self, make: &dyn Fn(Key) -> Values) -> Key {
        let id = self.hub.insert_with(|id| {
            tick();
            T::pack(make(key::<T>(id)))
        });
        self.note(id)
    }

    fn insert_many(&mut self, rows: Vec<Values>) -> Vec<Key> {
        let rows = rows.into_iter().map(T::pack);
        let ids = self.hub.insert_many(rows.inspect(|_| tick()));
        ids.into_iter().map(|id| self.note(id)).collect()
    }

    fn append(&mut self, rows: Vec<Values>, freed: &[usize]) -> Vec<Key> {
        let mut other = Hub::new();
        let old = other.insert_many(rows.into_iter().map(T::pack));
        for &id in freed {
            other.dealloc(old[id]);
        }
        let new = self.hub.append(&mut other);
        assert!(other.is_empty() && !old.iter().any(|id| other.contains(*id)));
        drop(other);
        new.new_ids().map(|id| self.note(id)).collect()
    }

    fn extend(&mut self, rows: Vec<Values>) {
        let before: Vec<T::Id> = self.hub.ids().collect();
        let rows = rows.into_iter().map(T::pack);
        self.hub.extend(rows.inspect(|_| tick()));
        let new = self.hub.ids().filter(|id| !before.contains(id));
        for id in new.collect::<Vec<_>>() {
            self.note(id);
        }
    }

    fn dealloc(&mut self, id: usize) -> bool {
        self.hub.dealloc(self.issued[id])
    }

    fn remove(&mut self, id: usize) -> Option<Values> {
        self.hub.remove(self.issued[id]).map(unpacked)
    }

    fn replace(&mut self, id: usize, values: Values) -> Result<Values, Values> {
        let replaced = self.hub.replace(self.issued[id], T::pack(values));
        replaced
            .map(unpacked)
            .map_err(|error| unpacked(error.record))
    }

    fn renew(&mut self, id: usize) -> Option<Key> {
        let renewed = self.hub.renew(self.issued[id])?;
        Some(self.note(renewed))
    }

    fn retain(&mut self, keep: &mut dyn FnMut(Key, &Values) -> bool) {
        self.hub.retain(|id, row| {
            tick();
            let values = T::peek(&row);
            keep(key::<T>(id), &values)
        });
    }

    fn drain(&mut self, rows: usize, end: End) -> Vec<(Key, Values)> {
        let mut drain = self.hub.drain();
        let left = drain.len();
        let drained: Vec<_> = drain.by_ref().take(rows).collect();
        assert_eq!(
            drain.len(),
            left - drained.len(),
            "a drain counts what is left"
        );
        match end {
            End::Forgotten => {
                let _ = ManuallyDrop::new(drain);
            }
            End::Dropped => drop(drain),
        }
        drained
            .into_iter()
            .map(|(id, record)| (key::<T>(id), unpacked(record)))
            .collect()
    }

    fn extract(
        &mut self,
        rows: usize,
        end: End,
        extract: &mut dyn FnMut(Key, &Values) -> bool,
    ) -> Vec<(Key, Values)> {
        let mut walk = self.hub.extract_if(|id, row| {
            tick();
            let values = T::peek(&row);
            extract(key::<T>(id), &values)
        });
        let taken: Vec<_> = walk.by_ref().take(rows).collect();
        if let End::Forgotten = end {
            let _ = ManuallyDrop::new(walk);
        }
        taken
            .into_iter()
            .map(|(id, record)| (key::<T>(id), unpacked(record)))
            .collect()
    }

    fn reserve_id(&mut self) -> Result<Key, AllocError> {
        self.hub.try_reserve(1)?;
        let id = self.hub.reserve_id();
        Ok(self.note(id))
    }

    fn fill(&mut self, id: usize, values: Values) -> Result<(), (Values, Refusal)> {
        let filled = self.hub.fill(self.issued[id], T::pack(values));
        filled.map_err(refused)
    }

    fn insert_at(
        &mut self,
        index: u32,
        generation: u32,
        values: Values,
    ) -> (Key, Result<(), (Values, Refusal)>) {
        let last = (1 << T::Id::GENERATION_BITS) - 1;
        let generation = u64::from(generation).min(last);
        let generation = u32::try_from(generation).expect("it was one before");
        let id = T::Id::assemble_tagged(index.min(T::Id::LIMIT), generation, tag::<T>());
        let inserted = self.hub.insert_at(id, T::pack(values));
        if inserted.is_ok() {
            self.note(id);
        }
        (parts(id), inserted.map_err(refused))
    }

    fn reserved(&self) -> Vec<Key> {
        self.hub.reserved().map(key::<T>).collect()
    }

    fn detach(&mut self, id: usize) -> Option<Values> {
        let detached = self.hub.detach(self.issued[id]);
        detached.map(unpacked)
    }

    fn exchange(&mut self, id: usize, values: &mut Option<Values>) -> bool {
        let mut record = values.take().map(T::pack);
        let exchanged = self.hub.exchange(self.issued[id], &mut record);
        *values = record.map(unpacked);
        exchanged.is_ok()
    }

    fn free_reserved(&mut self) -> usize {
        self.hub.free_reserved()
    }

    fn lease(&mut self, rows: usize) -> Result<(), AllocError> {
        self.hub.try_reserve(rows)?;
        self.leases.push(self.hub.lease(rows));
        Ok(())
    }

    fn lease_insert(&mut self, lease: usize, values: Values) -> Result<Key, Values> {
        let inserted = self.leases[lease].try_insert(T::pack(values));
        let inserted = inserted.map_err(unpacked);
        inserted.map(|id| self.note(id))
    }

    fn lease_remove(&mut self, lease: usize, id: usize) -> Option<Values> {
        let lent = self.leases[lease].get_mut(self.issued[id]);
        let lent = lent.map(|record| record.unpack());
        let removed = self.leases[lease].remove(self.issued[id]).map(unpacked);
        assert_eq!(lent, removed);
        removed
    }

    fn lease_dealloc(&mut self, lease: usize, id: usize) -> bool {
        self.leases[lease].dealloc(self.issued[id])
    }

    fn settle(&mut self, leases: &[usize]) -> Vec<(Key, Values)> {
        let settled = take(&mut self.leases, leases);
        let returned = self.hub.settle(settled).into_iter();
        returned
            .map(|(id, record)| (key::<T>(id), unpacked(record)))
            .collect()
    }

    fn abandon(&mut self, lease: usize) {
        drop(self.leases.remove(lease));
    }

    fn order(&mut self, order: Order) {
        T::order(&mut self.hub, order);
    }

    fn clear(&mut self) {
        self.hub.clear();
    }

    fn become_a_clone(&mut self) {
        let copy = self.hub.clone();
        assert_eq!(hash_of(&copy), hash_of(&self.hub));
        self.hub = copy;
    }

    fn become_a_clone_in_used_memory(&mut self, rows: usize) {
        let mut copy = Hub::new();
        // Fewer if there are not enough indices.
        let _ = (0..rows).try_for_each(|_| copy.try_alloc().map(drop));
        if copy.try_reserve(1).is_ok() {
            copy.reserve_id();
        }
        let _ = T::Id::from_bits(T::Id::assemble(1, T::Id::LAST_GENERATION).to_bits())
            .map(|id| copy.insert_at(id, T::pack(Values::default())).map_err(drop));
        copy.clone_from(&self.hub);
        assert_eq!(hash_of(&copy), hash_of(&self.hub));
        self.hub = copy;
    }

    fn save_and_load(&mut self) {
        let loaded = T::load(&T::save(&self.hub));
        assert_eq!(hash_of(&loaded), hash_of(&self.hub));
        // A hub that was loaded starts again, and so do its readers.
        (self.told, self.seen) = (BTreeMap::new(), Tick::START);
        self.hub = loaded;
    }

    fn convert(&mut self) {
        let before = hash_of(&self.hub);
        let hub = std::mem::take(&mut self.hub);
        self.hub = hub.convert(|record: T| T::pack(unpacked(record)));
        assert_eq!(hash_of(&self.hub), before);
        // Its ticks start again, and so do its readers.
        (self.told, self.seen) = (BTreeMap::new(), Tick::START);
    }

    fn try_reserve(&mut self, rows: usize) -> Result<(), AllocError> {
        self.hub.try_reserve(rows)
    }

    fn shrink_to_fit(&mut self) {
        self.hub.shrink_to_fit();
    }

    fn contains(&self, id: usize) -> bool {
        self.hub.contains(self.issued[id])
    }

    fn is_reserved(&self, id: usize) -> bool {
        self.hub.is_reserved(self.issued[id])
    }

    fn get(&self, id: usize) -> Option<Values> {
        self.hub.get(self.issued[id]).map(T::read)
    }

    fn set(&mut self, id: usize, values: Values) -> bool {
        let row = self.hub.get_mut(self.issued[id]);
        row.map(|row| T::write(row, values)).is_some()
    }

    fn set_by_column(&mut self, id: usize, values: Values) -> bool {
        T::write_by_column(self.hub.columns_mut(), self.issued[id], values)
    }

    fn edit_all(&mut self, edit: &dyn Fn(Key, Values) -> Values) {
        let values: Vec<Values> = self.hub.iter().map(|(_, row)| T::read(row)).collect();
        for ((id, row), values) in self.hub.iter_mut().zip(values) {
            T::write(row, edit(key::<T>(id), values));
        }
    }

    fn add_to_column(&mut self, add: u32) {
        T::add_to_column(self.hub.columns_mut(), add);
    }

    fn rotate(&mut self, ids: [usize; 3]) -> Result<(), DisjointError> {
        let ids = ids.map(|id| self.issued[id]);
        let values = ids.map(|id| self.hub.get(id).map(T::read).unwrap_or_default());
        let [a, b, c] = self.hub.get_disjoint_mut(ids)?;
        let [va, vb, vc] = values;
        T::write(a, vb);
        T::write(b, vc);
        T::write(c, va);
        Ok(())
    }

    fn try_row(&mut self, id: usize) -> Result<Values, String> {
        let id = self.issued[id];
        let unique = self.hub.try_row_mut(id).map(|row| T::peek(&row));
        let shared = self.hub.try_row(id).map(T::read);
        assert_eq!(shared, unique);
        shared.map_err(|stale| stale.to_string())
    }

    fn id_of_slot(&self, slot: u32) -> Option<Key> {
        self.hub.id_of_slot(slot).map(key::<T>)
    }

    fn row_of(&self, id: usize) -> Option<usize> {
        self.hub.row_of(self.issued[id])
    }

    fn id_at(&self, row: usize) -> Option<Key> {
        self.hub.id_at(row).map(key::<T>)
    }

    fn told(&mut self) -> Option<Vec<Key>> {
        let changed = T::changed_slots(&self.hub, self.seen)?;
        let slots = self.hub.slots();
        self.told.retain(|slot, _| (*slot as usize) < slots);
        for (slot, id) in changed {
            assert!((slot as usize) < slots);
            match id {
                Some(id) => drop(self.told.insert(slot, id)),
                None => drop(self.told.remove(&slot)),
            }
        }
        // Not after each call: what changes in the open tick is reported again.
        if self.hub.len() % 3 != 0 {
            self.seen = self.hub.advance();
        }
        Some(self.told.values().map(|id| key::<T>(*id)).collect())
    }

    fn walk(&self) -> Walk {
        assert_eq!(
            self.hub.iter().len(),
            self.hub.iter().count(),
            "an exact size"
        );
        Walk {
            rows: self
                .hub
                .iter()
                .map(|(id, row)| (key::<T>(id), T::read(row)))
                .collect(),
            backwards: self.hub.iter().rev().map(|(id, _)| key::<T>(id)).collect(),
            ids: self.hub.ids().map(key::<T>).collect(),
            ranges: self.hub.live_ranges().collect(),
            columns: T::columns(self.hub.columns()),
        }
    }

    fn leases(&self) -> Vec<Leased> {
        let leased = |lease: &Lease<T>| Leased {
            rows: lease
                .iter()
                .map(|(id, row)| (key::<T>(id), row.unpack()))
                .collect(),
            len: lease.len(),
            left: lease.left(),
            found: self
                .issued
                .iter()
                .map(|id| lease.get(*id).map(T::unpack))
                .collect(),
        };
        self.leases.iter().map(leased).collect()
    }

    fn ids_to_come(&self, most: usize) -> Vec<Key> {
        let mut hub = self.hub.clone();
        let ids = std::iter::from_fn(|| hub.try_alloc().ok());
        ids.take(most).map(key::<T>).collect()
    }

    fn stats(&self) -> Stats {
        self.hub.stats()
    }

    fn counts(&self) -> (usize, bool, usize, usize) {
        assert_eq!(self.hub.tag(), tag::<T>());
        (
            self.hub.len(),
            self.hub.is_empty(),
            self.hub.slots(),
            self.hub.capacity(),
        )
    }
}
