//! Random calls on a hub and its leases, and on their model, with the same
//! answers expected.

mod sample;
mod slots;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use soa_runtime::{AnyHandle, Hub, Lease};

use sample::{Sample, combinations, key, number};
use slots::{Key, Model, Policy};

const CASES: u32 = if cfg!(miri) { 1 } else { 12 };
const CALLS: usize = if cfg!(miri) { 20 } else { 90 };

/// One call. A number that names an id or a lease counts them around and around.
#[derive(Debug, Clone, Copy)]
enum Call {
    Insert(u32),
    Dealloc(usize),
    Remove(usize),
    ReserveId,
    Fill(usize, u32),
    Detach(usize),
    FreeWithheld,
    Drain(usize),
    RetainEven,
    Clear,
    Clone,
    CloneFrom(usize),
    SaveAndLoad,
    Shrink,
    Lease(usize),
    LeaseInsert(usize, u32),
    LeaseRemove(usize, usize),
    LeaseDealloc(usize, usize),
    /// Settles the leases whose bit is set, in an order that the number makes.
    Settle(usize, usize),
    Abandon(usize),
}

fn call() -> impl Strategy<Value = Call> {
    let id = || any::<u8>().prop_map(usize::from);
    let value = || 0_u32..100;
    prop_oneof![
        8 => value().prop_map(Call::Insert),
        6 => id().prop_map(Call::Dealloc),
        3 => id().prop_map(Call::Remove),
        4 => Just(Call::ReserveId),
        6 => (id(), value()).prop_map(|(id, value)| Call::Fill(id, value)),
        6 => id().prop_map(Call::Detach),
        1 => Just(Call::FreeWithheld),
        1 => (0_usize..4).prop_map(Call::Drain),
        1 => Just(Call::RetainEven),
        1 => Just(Call::Clear),
        1 => Just(Call::Clone),
        1 => (0_usize..6).prop_map(Call::CloneFrom),
        2 => Just(Call::SaveAndLoad),
        1 => Just(Call::Shrink),
        5 => (0_usize..5).prop_map(Call::Lease),
        12 => (id(), value()).prop_map(|(lease, value)| Call::LeaseInsert(lease, value)),
        2 => (id(), id()).prop_map(|(lease, id)| Call::LeaseRemove(lease, id)),
        2 => (id(), id()).prop_map(|(lease, id)| Call::LeaseDealloc(lease, id)),
        4 => (id(), id()).prop_map(|(bits, order)| Call::Settle(bits, order)),
        1 => id().prop_map(Call::Abandon),
    ]
}

/// A hub, its leases, and the model of both.
struct Driven<T: Sample> {
    hub: Hub<T>,
    leases: Vec<Lease<T>>,
    model: Model,
    expected_leases: Vec<slots::Lease>,
    /// All ids seen so far; the first is dangling, the second of a larger hub.
    seen: Vec<T::Id>,
}

impl<T: Sample> Driven<T> {
    fn new(policy: Policy) -> Self {
        let mut larger = Hub::<T>::new();
        let mut seen = vec![T::Id::DANGLING];
        while let Some(id) = larger.try_alloc().ok().filter(|id| id.index() < 9) {
            seen.truncate(1);
            seen.push(id);
        }
        Driven {
            hub: Hub::new(),
            leases: Vec::new(),
            model: Model::new(policy),
            expected_leases: Vec::new(),
            seen,
        }
    }

    fn see(&mut self, id: T::Id) -> Key {
        if !self.seen.contains(&id) {
            self.seen.push(id);
        }
        key(id)
    }

    fn id(&self, number: usize) -> (T::Id, Key) {
        let id = self.seen[number % self.seen.len()];
        (id, key(id))
    }

    fn lease(&mut self, number: usize) -> Option<(&mut Lease<T>, &mut slots::Lease)> {
        let number = number.checked_rem(self.leases.len())?;
        Some((&mut self.leases[number], &mut self.expected_leases[number]))
    }

    fn make(&mut self, call: Call) {
        match call {
            Call::Insert(value) => {
                let id = self.hub.try_insert(T::pack(value)).ok();
                let id = id.map(|id| self.see(id));
                assert_eq!(id, self.model.insert(value));
            }
            Call::Dealloc(number) => {
                let (id, key) = self.id(number);
                assert_eq!(self.hub.dealloc(id), self.model.dealloc(key));
            }
            Call::Remove(number) => {
                let (id, key) = self.id(number);
                let removed = self.hub.remove(id).map(|record| record.unpack());
                assert_eq!(removed, self.model.remove(key));
            }
            Call::ReserveId => {
                let id = self.hub.try_reserve_id().ok();
                let id = id.map(|id| self.see(id));
                assert_eq!(id, self.model.reserve_id());
            }
            Call::Fill(number, value) => {
                let (id, key) = self.id(number);
                let filled = self.hub.fill(id, T::pack(value));
                let filled = filled.map_err(|record| record.unpack());
                assert_eq!(filled, self.model.fill(key, value));
            }
            Call::Detach(number) => {
                let (id, key) = self.id(number);
                let detached = self.hub.detach(id).map(|record| record.unpack());
                assert_eq!(detached, self.model.detach(key));
            }
            Call::FreeWithheld => {
                assert_eq!(self.hub.free_withheld(), self.model.free_withheld());
            }
            Call::Drain(count) => {
                let mut drain = self.hub.drain();
                let drained = drain.by_ref().take(count);
                let drained = drained.map(|(id, record)| (key(id), record.unpack()));
                let drained: Vec<(Key, u32)> = drained.collect();
                let _forgotten = std::mem::ManuallyDrop::new(drain);
                assert_eq!(drained, self.model.drain(count));
            }
            Call::RetainEven => {
                self.hub
                    .retain(|id, _| self.model.get(key(id)).is_some_and(|v| v % 2 == 0));
                self.model.retain_even();
            }
            Call::Clear => {
                self.hub.clear();
                self.model.clear();
            }
            Call::Clone => self.hub = self.hub.clone(),
            Call::CloneFrom(used) => {
                let mut copy = Hub::new();
                let _ = (0..used).try_for_each(|_| copy.try_alloc().map(drop));
                let _ = copy.try_reserve_id();
                copy.clone_from(&self.hub);
                self.hub = copy;
            }
            Call::SaveAndLoad => self.hub = T::load(&T::save(&self.hub)),
            Call::Shrink => self.hub.shrink_to_fit(),
            Call::Lease(rows) => {
                let lease = self.hub.try_lease(rows).ok();
                let expected = self.model.lease(rows);
                assert_eq!(lease.is_some(), expected.is_some(), "{rows} rows");
                self.leases.extend(lease);
                self.expected_leases.extend(expected);
            }
            Call::LeaseInsert(number, value) => {
                if let Some((lease, expected)) = self.lease(number) {
                    let id = lease.try_insert(T::pack(value)).ok();
                    let expected = expected.insert(value);
                    let id = id.map(|id| self.see(id));
                    assert_eq!(id, expected);
                }
            }
            Call::LeaseRemove(number, id) => {
                let (id, key) = self.id(id);
                if let Some((lease, expected)) = self.lease(number) {
                    let removed = lease.remove(id).map(|record| record.unpack());
                    assert_eq!(removed, expected.remove(key));
                }
            }
            Call::LeaseDealloc(number, id) => {
                let (id, key) = self.id(id);
                if let Some((lease, expected)) = self.lease(number) {
                    assert_eq!(lease.dealloc(id), expected.dealloc(key));
                }
            }
            Call::Settle(bits, order) => self.settle(bits, order),
            Call::Abandon(number) => {
                if let Some(number) = number.checked_rem(self.leases.len()) {
                    drop(self.leases.remove(number));
                    self.expected_leases.remove(number);
                }
            }
        }
    }

    fn settle(&mut self, bits: usize, order: usize) {
        let mut settled = Vec::new();
        let mut expected = Vec::new();
        for number in (0..self.leases.len()).rev() {
            if bits >> (number % 8) & 1 == 1 {
                let place = order % (settled.len() + 1);
                settled.insert(place, self.leases.remove(number));
                expected.push(self.expected_leases.remove(number));
            }
        }
        let returned = self.hub.settle(settled).into_iter();
        let returned: Vec<_> = returned
            .map(|(id, record)| (key(id), record.unpack()))
            .collect();
        assert_eq!(returned, self.model.settle(expected));
    }

    /// Asks the hub everything, and compares the answers with the model's.
    fn compare(&self) {
        for &id in &self.seen {
            assert_eq!(
                self.hub.contains(id),
                self.model.is_live(key(id)),
                "{id:?} is live"
            );
            let withheld = self.model.is_withheld(key(id));
            assert_eq!(self.hub.is_withheld(id), withheld, "{id:?} is withheld");
            assert_eq!(
                number(&self.hub, id),
                self.model.get(key(id)),
                "the row of {id:?}"
            );
        }
        let walk: Vec<(Key, u32)> = self
            .hub
            .iter()
            .map(|(id, row)| (key(id), T::clone_row(row).unpack()))
            .collect();
        assert_eq!(walk, self.model.walk());
        let stats = self.hub.stats();
        let counts = [stats.live, stats.free, stats.retired, stats.withheld];
        assert_eq!(counts, self.model.counts());
        assert_eq!(stats.slots, counts.iter().sum::<usize>());
        for (lease, expected) in self.leases.iter().zip(&self.expected_leases) {
            let rows: Vec<(Key, u32)> = lease
                .iter()
                .map(|(id, row)| (key(id), row.unpack()))
                .collect();
            assert_eq!(rows, expected.rows());
            assert_eq!((lease.len(), lease.left()), (rows.len(), expected.left()));
            for &id in &self.seen {
                assert_eq!(lease.get(id).map(Sample::unpack), expected.get(key(id)));
            }
        }
        self.compare_ids_to_come();
    }

    /// The free slots are seen by the ids that come of them.
    fn compare_ids_to_come(&self) {
        let (mut hub, mut model) = (self.hub.clone(), self.model.clone());
        for _ in 0..self.hub.stats().free + 2 {
            assert_eq!(
                hub.try_alloc().ok().map(key),
                model.insert(0),
                "an id to come"
            );
        }
    }
}

fn run<T: Sample>(policy: Policy) {
    let config = ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let strategy = prop::collection::vec(call(), 1..CALLS);
    let result = TestRunner::new(config).run(&strategy, |calls: Vec<Call>| {
        let mut driven = Driven::<T>::new(policy);
        // Where there are indices enough, the slots go across the 64th.
        for value in 0..if policy.index > 8 { 60 } else { 0 } {
            driven.make(Call::Insert(value));
        }
        for call in calls {
            driven.make(call);
            driven.compare();
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

const fn policy(index: u32, generation: u32) -> Policy {
    Policy {
        dense: false,
        fifo: false,
        min_free: 1,
        wraps: false,
        index,
        generation,
    }
}

const fn dense(index: u32, generation: u32) -> Policy {
    Policy {
        dense: true,
        ..policy(index, generation)
    }
}

// Few indices and generations, so that every walk of some length uses them up;
// ids of two, four and eight bytes.
combinations! {
    slots_lifo_retire_1_3: (layout = slots, bits(index = 1, generation = 3)), policy(1, 3);
    slots_lifo_retire_2_2: (layout = slots, bits(index = 2, generation = 2)), policy(2, 2);
    slots_lifo_wrap_2_2: (layout = slots, bits(index = 2, generation = 2), exhausted = wrap), Policy { wraps: true, ..policy(2, 2) };
    slots_lifo_retire_4_12: (layout = slots, bits(index = 4, generation = 12)), policy(4, 12);
    slots_lifo_retire_20_12: (layout = slots, bits(index = 20, generation = 12)), policy(20, 12);
    slots_lifo_retire_32_32: (layout = slots), policy(32, 32);
    slots_lifo_3_0: (layout = slots, bits(index = 3, generation = 0)), policy(3, 0);
    slots_fifo_retire_3_2: (layout = slots, bits(index = 3, generation = 2), recycle = fifo), Policy { fifo: true, ..policy(3, 2) };
    slots_fifo_wrap_2_1: (layout = slots, bits(index = 2, generation = 1), recycle = fifo, exhausted = wrap), Policy { fifo: true, wraps: true, ..policy(2, 1) };
    slots_fifo_32_32: (layout = slots, recycle = fifo), Policy { fifo: true, ..policy(32, 32) };
    slots_fifo_3_retire_3_4: (layout = slots, bits(index = 3, generation = 4), recycle = fifo(min_free = 3)), Policy { fifo: true, min_free: 3, ..policy(3, 4) };
    slots_fifo_3_3_0: (layout = slots, bits(index = 3, generation = 0), recycle = fifo(min_free = 3)), Policy { fifo: true, min_free: 3, ..policy(3, 0) };
    dense_lifo_retire_1_3: (layout = dense, bits(index = 1, generation = 3)), dense(1, 3);
    dense_lifo_retire_2_2: (layout = dense, bits(index = 2, generation = 2)), dense(2, 2);
    dense_lifo_wrap_2_2: (layout = dense, bits(index = 2, generation = 2), exhausted = wrap), Policy { wraps: true, ..dense(2, 2) };
    dense_lifo_retire_20_12: (layout = dense, bits(index = 20, generation = 12)), dense(20, 12);
    dense_lifo_retire_32_32: (layout = dense), dense(32, 32);
    dense_lifo_3_0: (layout = dense, bits(index = 3, generation = 0)), dense(3, 0);
    dense_fifo_retire_3_2: (layout = dense, bits(index = 3, generation = 2), recycle = fifo), Policy { fifo: true, ..dense(3, 2) };
    dense_fifo_wrap_2_1: (layout = dense, bits(index = 2, generation = 1), recycle = fifo, exhausted = wrap), Policy { fifo: true, wraps: true, ..dense(2, 1) };
    dense_fifo_3_retire_3_4: (layout = dense, bits(index = 3, generation = 4), recycle = fifo(min_free = 3)), Policy { fifo: true, min_free: 3, ..dense(3, 4) };
    dense_fifo_3_3_0: (layout = dense, bits(index = 3, generation = 0), recycle = fifo(min_free = 3)), Policy { fifo: true, min_free: 3, ..dense(3, 0) };
}
