//! A hub, its leases, and the map of what is in it.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hasher};
use std::mem::ManuallyDrop;

use soa_runtime::{
    AllocError, AnyHandle, Hub, InsertAtError, InsertAtReason, Lease, Outside, Tick,
};

use crate::counted::{alive, tick, with_fuse};
use crate::sample::Sample;
use crate::step::{Call, Step};

/// What a call may have done when it panics.
#[derive(Debug, Clone, Copy, PartialEq)]
enum May {
    /// Nothing but rows with these values, from the first to the last.
    Make(u32, u32),
    /// It may have freed rows.
    Free,
    /// One row may have this value now.
    Write(u32),
    /// It may have made copies of rows.
    Copy,
}

/// A call that changes nothing if it panics.
const NOTHING: May = May::Make(1, 0);

/// The value of a row of defaults.
const DEFAULTS: May = May::Make(0, 0);

pub(crate) struct Life<T: Sample> {
    hub: Hub<T>,
    rows: HashMap<T::Id, u32>,
    leases: Vec<Lease<T>>,
    /// All ids that there were, the first of which never lives.
    ids: Vec<T::Id>,
    /// The ids by slots, as a reader knows them that is told which slots changed hands.
    told: BTreeMap<u32, T::Id>,
    seen: Tick,
}

fn tag<T: Sample>() -> u32 {
    T::Id::LAST_TAG.min(5)
}

/// Values whose iterator may panic, and whose hint is wrong.
struct Many<T> {
    next: u32,
    left: u8,
    hint: u8,
    record: std::marker::PhantomData<T>,
}

impl<T: Sample> Iterator for Many<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        tick();
        self.left = self.left.checked_sub(1)?;
        self.next += 1;
        Some(T::new(self.next - 1))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.hint.into(), None)
    }
}

fn many<T: Sample>(first: u8, count: u8, hint: u8) -> Many<T> {
    Many {
        next: value(first),
        left: count % 6,
        hint: hint % 12,
        record: std::marker::PhantomData,
    }
}

/// Values of rows that a call makes start at 1, because 0 is the default.
fn value(number: u8) -> u32 {
    u32::from(number) + 1
}

/// Whether a closure with this mask accepts a value.
fn accepts(mask: u8, value: u32) -> bool {
    mask >> (value % 8) & 1 == 1
}

/// Another hub with rows of these values, of which some are freed.
fn another<T: Sample>(rows: u8, freed: u8) -> Hub<T> {
    let mut other = Hub::<T>::new();
    for value in 0..u32::from(rows % 6) {
        let _ = other.try_insert(T::new(1000 + value));
    }
    for (nth, id) in other.ids().collect::<Vec<_>>().into_iter().enumerate() {
        if freed >> nth & 1 == 1 {
            other.dealloc(id);
        }
    }
    other
}

fn hash<T: Sample>(hub: &Hub<T>) -> u64 {
    let mut state = DefaultHasher::new();
    hub.hash_state(&mut state);
    state.finish()
}

impl<T: Sample> Life<T> {
    pub(crate) fn new() -> Self {
        assert_eq!(alive(), 0, "nothing is left of other lives");
        Life {
            hub: Hub::with_tag(tag::<T>()),
            rows: HashMap::new(),
            leases: Vec::new(),
            ids: vec![T::Id::DANGLING],
            told: BTreeMap::new(),
            seen: Tick::START,
        }
    }

    pub(crate) fn take(&mut self, step: &Step) {
        let fuse = if step.fuse < 16 { step.fuse } else { 0 };
        let may = self.may(&step.call);
        let done = with_fuse(fuse.into(), || self.call(&step.call));
        if done.is_none() {
            self.after_a_panic(may, &step.call);
        }
        self.check();
        if done.is_none() || self.ids.len() % 4 == 0 {
            self.check_save();
        }
    }

    pub(crate) fn end(self) {
        drop(self);
        assert_eq!(alive(), 0, "a value leaks");
    }

    fn id(&self, nth: u8) -> T::Id {
        self.ids[usize::from(nth) % self.ids.len()]
    }

    fn lease(&self, nth: u8) -> Option<usize> {
        usize::from(nth).checked_rem(self.leases.len())
    }

    /// The number of ids that can still be issued.
    fn left(&self) -> usize {
        let stats = self.hub.stats();
        T::Id::LIMIT as usize - stats.live - stats.reserved - stats.retired
    }

    fn note(&mut self, id: T::Id) {
        if !self.ids.contains(&id) {
            self.ids.push(id);
        }
    }

    /// A row was made, under an id that had none.
    fn made(&mut self, id: T::Id, value: u32) {
        assert!(self.hub.contains(id));
        assert_eq!(id.tag(), tag::<T>());
        assert_eq!(self.rows.insert(id, value), None, "{id:?} had a row");
        self.note(id);
    }

    fn made_or_full(&mut self, made: Result<T::Id, AllocError>, left: usize, value: u32) {
        match made {
            Ok(id) => self.made(id, value),
            Err(error) => {
                let limit = T::Id::LIMIT;
                assert_eq!((error, left), (AllocError::Full { limit }, 0));
            }
        }
    }

    /// Rows with ascending values were made, under the new ids.
    fn made_in_order(&mut self, ids: Vec<T::Id>, first: u32) {
        for (id, value) in ids.into_iter().zip(first..) {
            self.made(id, value);
        }
    }

    fn inserted_at(&mut self, id: T::Id, value: u32, result: Result<(), InsertAtError<T>>) {
        match result {
            Ok(()) => self.made(id, value),
            Err(error) => {
                assert_eq!(error.value.value(), value);
                assert_ne!(error.reason, InsertAtReason::OutOfMemory);
                let lives = self.rows.keys().any(|live| live.index() == id.index());
                assert_eq!(lives, error.reason == InsertAtReason::Live);
            }
        }
    }

    fn may(&self, call: &Call) -> May {
        let from =
            |first: u8, count: u8| May::Make(value(first), value(first) + u32::from(count % 6));
        match call {
            Call::Alloc | Call::AllocMany(_) => DEFAULTS,
            Call::InsertMany(first, count, _) | Call::Extend(first, count, _) => {
                from(*first, *count)
            }
            // No row was made if a clone panics, which `tests/hub/links.rs` shows. But a default
            // that a row replaces may panic when it is dropped, and the source, too.
            Call::Append(..) | Call::CopyRows(..) => May::Make(1000, 1005),
            Call::Insert(number)
            | Call::Fill(_, number)
            | Call::InsertAt(_, _, number)
            | Call::InsertAgain(_, number) => from(*number, 0),
            Call::Replace(_, number) => May::Write(value(*number)),
            Call::CopyAndRelink(_) => May::Copy,
            Call::Dealloc(_)
            | Call::DeallocMany(_)
            | Call::Remove(_)
            | Call::Retain(_)
            | Call::Extract(..)
            | Call::Drain(..)
            | Call::Clear
            | Call::IntoIter(..)
            | Call::Detach(_)
            | Call::FreeReserved
            | Call::Settle(..) => May::Free,
            _ => NOTHING,
        }
    }

    /// Compares the rows with those before the call, and goes on with what is there.
    fn after_a_panic(&mut self, may: May, call: &Call) {
        let seen: HashMap<T::Id, u32> = self
            .hub
            .iter()
            .map(|(id, row)| (id, T::see(row).0))
            .collect();
        for (id, value) in &seen {
            let allowed = match (self.rows.get(id), may) {
                (Some(before), May::Write(written)) => [*before, written].contains(value),
                (Some(before), _) => before == value,
                (None, May::Write(_)) => false,
                (None, May::Make(first, last)) => (first..=last).contains(value),
                (None, May::Copy) => self.rows.values().any(|other| other == value),
                // The rows of a lease.
                (None, May::Free) => matches!(call, Call::Settle(..)),
            };
            assert!(allowed, "{id:?} has {value} after {call:?}");
        }
        let lost = self.rows.keys().find(|id| !seen.contains_key(*id));
        assert!(lost.is_none() || may == May::Free, "{call:?} lost {lost:?}");
        for id in seen.keys() {
            self.note(*id);
        }
        self.rows = seen;
    }

    #[allow(clippy::too_many_lines, reason = "one arm per call")]
    fn call(&mut self, call: &Call) {
        let left = self.left();
        match *call {
            Call::Alloc => {
                let made = self.hub.try_alloc();
                self.made_or_full(made, left, 0);
            }
            Call::AllocMany(rows) => {
                let ids = self.hub.alloc_many(usize::from(rows % 70).min(left));
                ids.into_iter().for_each(|id| self.made(id, 0));
            }
            Call::Insert(number) => {
                let made = self.hub.try_insert(T::new(value(number)));
                self.made_or_full(made.map_err(|error| error.source), left, value(number));
            }
            Call::InsertWith(number) => {
                let made = self.hub.try_reserve(1).map(|()| self.hub.insert_with(|_| {
                    tick();
                    let record = T::new(value(number));
                    tick();
                    record
                }));
                self.made_or_full(made, left, value(number));
            }
            Call::InsertMany(first, count, hint) => {
                let records = many(first, count, hint);
                if left >= usize::from(hint % 12).max(records.left.into()) {
                    let ids = self.hub.insert_many(records);
                    self.made_in_order(ids, value(first));
                }
            }
            Call::Extend(first, count, hint) => {
                let records = many(first, count, hint);
                if left >= usize::from(hint % 12).max(records.left.into()) {
                    let before: Vec<T::Id> = self.hub.ids().collect();
                    self.hub.extend(records);
                    let rows = self.hub.iter().map(|(id, row)| (id, T::see(row).0));
                    let new: Vec<_> = rows.filter(|(id, _)| !before.contains(id)).collect();
                    assert_eq!(new.len(), usize::from(count % 6));
                    new.into_iter().for_each(|(id, value)| self.made(id, value));
                }
            }
            Call::InsertAt(index, generation, number) => {
                let last = T::Id::LAST_GENERATION;
                let generation = u32::from(generation % 6).clamp(T::Id::FIRST_GENERATION, last);
                let index = u32::from(index % 140).min(T::Id::LIMIT);
                let id = T::Id::assemble_tagged(index, generation, tag::<T>());
                let result = self.hub.insert_at(id, T::new(value(number)));
                self.inserted_at(id, value(number), result);
            }
            Call::InsertAgain(nth, number) => {
                let id = self.id(nth);
                let result = self.hub.insert_at(id, T::new(value(number)));
                self.inserted_at(id, value(number), result);
            }
            Call::Dealloc(nth) => {
                let id = self.id(nth);
                let there = self.rows.contains_key(&id) || self.hub.is_reserved(id);
                assert_eq!(self.hub.dealloc(id), there);
                self.rows.remove(&id);
            }
            Call::DeallocMany(ids) => {
                let ids = ids.map(|nth| self.id(nth));
                self.hub.dealloc_many(ids.into_iter().inspect(|_| tick()));
                self.rows.retain(|id, _| !ids.contains(id));
            }
            Call::Remove(nth) => {
                let id = self.id(nth);
                let removed = self.hub.remove(id).map(|record| record.value());
                assert_eq!(removed, self.rows.remove(&id));
            }
            Call::Retain(mask) => {
                self.hub.retain(|_, row| {
                    tick();
                    accepts(mask, T::peek(&row))
                });
                self.rows.retain(|_, value| accepts(mask, *value));
            }
            Call::Extract(mask, count, forgotten) => {
                let mut walk = self.hub.extract_if(|_, row| {
                    tick();
                    accepts(mask, T::peek(&row))
                });
                for (id, record) in walk.by_ref().take((count % 6).into()) {
                    assert_eq!(self.rows.remove(&id), Some(record.value()));
                }
                if forgotten {
                    let _ = ManuallyDrop::new(walk);
                }
            }
            Call::Drain(count, forgotten) => {
                let mut drain = self.hub.drain();
                for (id, record) in drain.by_ref().take((count % 6).into()) {
                    assert_eq!(self.rows.remove(&id), Some(record.value()));
                }
                if forgotten {
                    let _ = ManuallyDrop::new(drain);
                } else {
                    drop(drain);
                    self.rows.clear();
                }
            }
            Call::Clear => {
                self.hub.clear();
                self.rows.clear();
            }
            Call::IntoIter(front, back) => {
                let hub = std::mem::replace(&mut self.hub, Hub::with_tag(tag::<T>()));
                // A reader of the old hub starts again.
                (self.told, self.seen) = (BTreeMap::new(), Tick::START);
                let before = std::mem::take(&mut self.rows);
                let mut rows = hub.into_iter();
                let front = rows.by_ref().take((front % 4).into());
                front.for_each(|(id, record)| assert_eq!(before[&id], record.value()));
                let back = rows.by_ref().rev().take((back % 4).into());
                back.for_each(|(id, record)| assert_eq!(before[&id], record.value()));
            }
            Call::Replace(nth, number) => {
                let id = self.id(nth);
                let replaced = self.hub.replace(id, T::new(value(number)));
                match self.rows.get_mut(&id) {
                    Some(row) => {
                        let old = std::mem::replace(row, value(number));
                        assert_eq!(replaced.ok().map(|record| record.value()), Some(old));
                    }
                    None => assert!(replaced.is_err()),
                }
            }
            Call::Renew(nth) => {
                let id = self.id(nth);
                if let Some(new) = self.hub.renew(id) {
                    let value = self.rows.remove(&id).expect("it was live");
                    self.made(new, value);
                }
            }
            Call::Set(nth, number) => {
                let id = self.id(nth);
                let row = self.hub.get_mut(id);
                assert_eq!(row.is_some(), self.rows.contains_key(&id));
                if let Some(row) = row {
                    T::set(row, value(number));
                    self.rows.insert(id, value(number));
                }
            }
            Call::SetAll(number) => {
                T::set_all(&mut self.hub, value(number));
                self.rows.values_mut().for_each(|row| *row = value(number));
            }
            Call::Link(from, to) => {
                let to = self.id(to);
                if let Some(row) = self.hub.get_mut(self.id(from)) {
                    T::link(row, to);
                }
            }
            Call::GetCloned(nth) => {
                let id = self.id(nth);
                let copy = self.hub.get(id).map(|row| T::clone_row(row).value());
                assert_eq!(copy.as_ref(), self.rows.get(&id));
            }
            Call::Disjoint(ids) => {
                let [one, other] = ids.map(|nth| self.id(nth));
                let both = [one, other].map(|id| self.rows.get(&id).copied());
                let lent = self.hub.get_disjoint_mut([one, other]);
                assert_eq!(
                    lent.is_ok(),
                    one != other && both.iter().all(Option::is_some)
                );
                if let (Ok([a, b]), [Some(of_a), Some(of_b)]) = (lent, both) {
                    T::set(a, of_b);
                    T::set(b, of_a);
                    self.rows.extend([(one, of_b), (other, of_a)]);
                }
            }
            Call::ReserveId => match self.hub.try_reserve(1) {
                Ok(()) => {
                    let id = self.hub.reserve_id();
                    assert!(self.hub.is_reserved(id) && !self.rows.contains_key(&id));
                    self.note(id);
                }
                Err(_) => assert_eq!(left, 0),
            },
            Call::Fill(nth, number) => {
                let id = self.id(nth);
                let reserved = self.hub.is_reserved(id);
                let result = self.hub.fill(id, T::new(value(number)));
                assert_eq!(result.is_ok(), reserved);
                self.inserted_at(id, value(number), result);
            }
            Call::Detach(nth) => {
                let id = self.id(nth);
                let detached = self.hub.detach(id).map(|record| record.value());
                assert_eq!(detached, self.rows.remove(&id));
                assert!(detached.is_none() || self.hub.is_reserved(id));
            }
            Call::FreeReserved => {
                let reserved = self.hub.stats().reserved;
                assert_eq!(self.hub.free_reserved(), reserved);
            }
            Call::Lease(rows) => match self.hub.try_reserve((rows % 6).into()) {
                Ok(()) => self.leases.push(self.hub.lease((rows % 6).into())),
                Err(_) => assert!(usize::from(rows % 6) > left),
            },
            Call::LeaseInsert(nth, number) => {
                if let Some(lease) = self.lease(nth) {
                    if let Ok(id) = self.leases[lease].try_insert(T::new(value(number))) {
                        self.note(id);
                    }
                }
            }
            Call::LeaseInsertWith(nth, number) => {
                if let Some(lease) = self.lease(nth).filter(|at| self.leases[*at].left() > 0) {
                    let id = self.leases[lease].insert_with(|_| {
                        tick();
                        T::new(value(number))
                    });
                    self.note(id);
                }
            }
            Call::LeaseRemove(nth, id) => {
                let id = self.id(id);
                if let Some(lease) = self.lease(nth) {
                    drop(self.leases[lease].remove(id));
                }
            }
            Call::LeaseDealloc(nth, id) => {
                let id = self.id(id);
                if let Some(lease) = self.lease(nth) {
                    self.leases[lease].dealloc(id);
                }
            }
            Call::Settle(mask, backwards) => {
                let mut settled = Vec::new();
                for (nth, lease) in std::mem::take(&mut self.leases).into_iter().enumerate() {
                    let chosen = accepts(mask, u32::try_from(nth).expect("few"));
                    let list = if chosen {
                        &mut settled
                    } else {
                        &mut self.leases
                    };
                    list.push(lease);
                }
                if backwards {
                    settled.reverse();
                }
                drop(self.hub.settle(settled));
                // Which rows a note of a lease freed is what the model of the tests is for.
                let rows = self.hub.iter().map(|(id, row)| (id, T::see(row).0));
                let rows: HashMap<T::Id, u32> = rows.collect();
                let changed = |(id, value): (&T::Id, &u32)| {
                    self.rows.get(id).is_some_and(|before| before != value)
                };
                assert!(!rows.iter().any(changed));
                self.rows = rows;
            }
            Call::Abandon(nth) => {
                if let Some(lease) = self.lease(nth) {
                    drop(self.leases.remove(lease));
                }
            }
            Call::Clone => {
                let copy = self.hub.clone();
                drop(std::mem::replace(&mut self.hub, copy));
            }
            Call::CloneFrom(rows, exact) => self.clone_from(rows, exact),
            Call::CopyRows(rows, freed) => {
                let other = another::<T>(rows, freed);
                if left >= other.len() {
                    let map = self.hub.copy_rows(&other);
                    let values = other.iter().map(|(_, row)| T::see(row).0);
                    let new: Vec<_> = map.new_ids().zip(values).collect();
                    new.into_iter().for_each(|(id, value)| self.made(id, value));
                }
            }
            Call::Append(rows, freed) => {
                let mut other = another::<T>(rows, freed);
                if left >= other.len() {
                    let values = other.iter().map(|(_, row)| T::see(row).0);
                    let values: Vec<u32> = values.collect();
                    let map = self.hub.append(&mut other);
                    assert!(other.is_empty());
                    let new: Vec<_> = map.new_ids().zip(values).collect();
                    new.into_iter().for_each(|(id, value)| self.made(id, value));
                }
            }
            Call::CopyAndRelink(dangle) => {
                if left >= self.hub.len() && self.hub.len() < 20 {
                    let source = self.hub.clone();
                    let map = self.hub.copy_rows(&source);
                    for (old, new) in map.iter().collect::<Vec<_>>() {
                        self.made(new, T::see(source.row(old)).0);
                    }
                    let outside = if dangle {
                        Outside::Dangle
                    } else {
                        Outside::Keep
                    };
                    self.hub.relink(map.new_ids(), &map, outside);
                    for (old, new) in map.iter() {
                        let before = T::see(source.row(old)).1;
                        let known = before.map(|id| map.get(id));
                        let expected = match (known, outside) {
                            (Some(Some(id)), _) => Some(id),
                            (Some(None), Outside::Dangle) if before != Some(T::Id::DANGLING) => {
                                None
                            }
                            _ => before,
                        };
                        assert_eq!(T::see(self.hub.row(new)).1, expected);
                    }
                }
            }
            Call::Sort => T::sort(&mut self.hub),
            Call::Swap(a, b) => {
                if let rows @ 1.. = self.hub.len() {
                    T::swap(&mut self.hub, usize::from(a) % rows, usize::from(b) % rows);
                }
            }
            Call::Reserve(rows) => {
                let result = self.hub.try_reserve((rows % 70).into());
                assert_eq!(result.is_ok(), usize::from(rows % 70) <= left);
            }
            Call::Shrink => self.hub.shrink_to_fit(),
            Call::Hash => drop(hash(&self.hub)),
            Call::SaveAndLoad => {
                let loaded = T::load(&T::save(&self.hub));
                assert_eq!(hash(&loaded), hash(&self.hub));
                (self.told, self.seen) = (BTreeMap::new(), Tick::START);
                drop(std::mem::replace(&mut self.hub, loaded));
            }
            Call::Advance => self.seen = self.hub.advance(),
        }
    }

    /// Clones the hub into a used one, which takes its place.
    fn clone_from(&mut self, rows: u8, exact: bool) {
        let mut target = another::<T>(rows, 0);
        if exact {
            target.shrink_to_fit();
        } else {
            target.reserve(usize::from(rows % 9).min(T::Id::LIMIT as usize - target.len()));
        }
        target.clone_from(&self.hub);
        drop(std::mem::replace(&mut self.hub, target));
    }

    /// Compares everything that can be read with the map.
    fn check(&mut self) {
        let hub = &self.hub;
        let stats = hub.stats();
        let counts = [stats.live, stats.free, stats.retired, stats.reserved];
        assert_eq!(counts.iter().sum::<usize>(), stats.slots);
        assert!(stats.slots <= stats.capacity);
        assert_eq!(
            (hub.len(), hub.iter().count()),
            (self.rows.len(), self.rows.len())
        );
        for (id, row) in hub {
            assert_eq!(self.rows.get(&id), Some(&T::see(row).0), "{id:?}");
            assert!(hub.contains(id) && !hub.is_reserved(id));
            assert!((id.index() as usize) < stats.slots);
            assert_eq!(hub.id_at(hub.row_of(id).expect("it is live")), Some(id));
            assert_eq!(hub.id_of_slot(id.index()), Some(id));
        }
        for id in &self.ids {
            assert_eq!(
                hub.get(*id).map(|row| T::see(row).0).as_ref(),
                self.rows.get(id)
            );
        }
        assert_eq!(hub.reserved().count(), stats.reserved);
        assert!(hub.reserved().all(|id| hub.is_reserved(id)));
        let live: usize = hub.live_ranges().map(|range| range.len()).sum();
        assert_eq!(live, stats.live);

        let counted = T::counted(hub.columns());
        assert_eq!(
            counted.len(),
            if T::DENSE { stats.live } else { stats.slots }
        );
        for (row, [one, other]) in counted.iter().enumerate() {
            let is_default = [one, other] == [&0, &0];
            assert!(
                hub.id_at(row).is_some() || is_default,
                "a hole holds the defaults"
            );
        }
        let leased: usize = self.leases.iter().map(|lease| lease.iter().count()).sum();
        assert_eq!(alive(), 2 * (counted.len() + leased), "no value leaks");
        self.check_reader();
    }

    /// A reader that is told which slots changed knows which ids live.
    fn check_reader(&mut self) {
        let Some(changed) = T::changed_slots(&self.hub, self.seen) else {
            return;
        };
        let slots = self.hub.slots();
        self.told.retain(|slot, _| (*slot as usize) < slots);
        for (slot, id) in changed {
            match id {
                Some(id) => drop(self.told.insert(slot, id)),
                None => drop(self.told.remove(&slot)),
            }
        }
        assert!(self.told.values().all(|id| self.rows.contains_key(id)));
        assert_eq!(self.told.len(), self.rows.len());
    }

    /// A save lists each slot once, so a free list that is broken does not load.
    fn check_save(&self) {
        let loaded = T::load(&T::save(&self.hub));
        assert_eq!(hash(&loaded), hash(&self.hub));
    }
}
