//! Random calls on a hub and on its model, which must return the same.

use proptest::prelude::*;
use soa_runtime::DisjointError;

use crate::compare::compare;
use crate::moves;
use crate::rows::{Rows, Values};
use crate::sample::Order;
use crate::slots::Key;
use crate::subject::{End, Subject, take};

/// One call. A `usize` that names an id is taken modulo the number of ids issued so far. A
/// `usize` that names a lease is taken modulo the number of leases that are not settled.
#[derive(Debug, Clone)]
pub(crate) enum Call {
    Alloc,
    AllocMany(usize),
    Insert(Values),
    InsertWith(Values),
    InsertMany(Vec<Values>),
    Extend(Vec<Values>),
    /// The rows of another hub, some of which are freed again.
    Append(Vec<Values>, Vec<usize>),
    Dealloc(usize),
    Remove(usize),
    Replace(usize, Values),
    Renew(usize),
    Retain(u32),
    Drain(usize, End),
    /// The rows whose number is a multiple of the first field.
    Extract(u32, usize, End),
    Order(Order),
    Clear,
    Clone,
    CloneFrom(usize),
    Reserve(usize),
    Shrink,
    Set(usize, Values),
    SetByColumn(usize, Values),
    EditAll(u32),
    EditColumn(u32),
    Rotate([usize; 3]),
    ReserveId,
    Fill(usize, Values),
    /// Under an id of this index and generation, which may never have been issued.
    InsertAt(u32, u32, Values),
    /// Under an id that was issued.
    InsertAgain(usize, Values),
    Detach(usize),
    Exchange(usize, Option<Values>),
    FreeReserved,
    SaveAndLoad,
    Convert,
    Lease(usize),
    LeaseInsert(usize, Values),
    LeaseRemove(usize, usize),
    LeaseDealloc(usize, usize),
    /// Settles the leases whose bit is set, in an order that the number determines.
    Settle(usize, usize),
    Abandon(usize),
}

fn values() -> impl Strategy<Value = Values> {
    (any::<u32>(), "[a-z]{0,3}", any::<u64>(), any::<u8>()).prop_map(
        |(number, name, wide, byte)| Values {
            number,
            name,
            wide,
            byte,
        },
    )
}

/// Returns a strategy for calls. Calls that make and free single rows are the most frequent.
pub(crate) fn call() -> impl Strategy<Value = Call> {
    let id = || any::<u8>().prop_map(usize::from);
    let end = || prop_oneof![Just(End::Dropped), Just(End::Forgotten)];
    let many = || prop::collection::vec(values(), 0..4);
    let index = || prop_oneof![6 => 0_u32..8, 3 => 0_u32..90, 1 => 0_u32..300];
    let generation = || prop_oneof![9 => 0_u32..5, 1 => 0x7fff_fffd_u32..0x8000_0002];
    let order = prop_oneof![
        (1_u32..4).prop_map(Order::ByRest),
        Just(Order::ByName),
        (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Order::Swapped(a, b)),
    ];
    prop_oneof![
        6 => Just(Call::Alloc),
        6 => values().prop_map(Call::Insert),
        1 => values().prop_map(Call::InsertWith),
        1 => (0_usize..6).prop_map(Call::AllocMany),
        1 => many().prop_map(Call::InsertMany),
        1 => many().prop_map(Call::Extend),
        1 => (many(), prop::collection::vec(id(), 0..3))
            .prop_map(|(rows, freed)| Call::Append(rows, freed)),
        6 => id().prop_map(Call::Dealloc),
        6 => id().prop_map(Call::Remove),
        2 => (id(), values()).prop_map(|(id, values)| Call::Replace(id, values)),
        2 => id().prop_map(Call::Renew),
        1 => (1_u32..4).prop_map(Call::Retain),
        1 => (1_u32..4, 0_usize..4, end())
            .prop_map(|(modulus, rows, end)| Call::Extract(modulus, rows, end)),
        2 => order.prop_map(Call::Order),
        1 => (0_usize..4, end()).prop_map(|(rows, end)| Call::Drain(rows, end)),
        1 => Just(Call::Clear),
        1 => Just(Call::Clone),
        1 => (0_usize..6).prop_map(Call::CloneFrom),
        1 => (0_usize..20).prop_map(Call::Reserve),
        1 => Just(Call::Shrink),
        2 => (id(), values()).prop_map(|(id, values)| Call::Set(id, values)),
        2 => (id(), values()).prop_map(|(id, values)| Call::SetByColumn(id, values)),
        1 => any::<u32>().prop_map(Call::EditAll),
        1 => any::<u32>().prop_map(Call::EditColumn),
        2 => [id(), id(), id()].prop_map(Call::Rotate),
        4 => Just(Call::ReserveId),
        5 => (id(), values()).prop_map(|(id, values)| Call::Fill(id, values)),
        8 => (index(), generation(), values())
            .prop_map(|(index, generation, values)| Call::InsertAt(index, generation, values)),
        4 => (id(), values()).prop_map(|(id, values)| Call::InsertAgain(id, values)),
        5 => id().prop_map(Call::Detach),
        4 => (id(), proptest::option::of(values())).prop_map(|(id, values)| Call::Exchange(id, values)),
        1 => Just(Call::FreeReserved),
        2 => Just(Call::SaveAndLoad),
        1 => Just(Call::Convert),
        4 => (0_usize..5).prop_map(Call::Lease),
        9 => (id(), values()).prop_map(|(lease, values)| Call::LeaseInsert(lease, values)),
        2 => (id(), id()).prop_map(|(lease, id)| Call::LeaseRemove(lease, id)),
        2 => (id(), id()).prop_map(|(lease, id)| Call::LeaseDealloc(lease, id)),
        4 => (id(), id()).prop_map(|(leases, order)| Call::Settle(leases, order)),
        1 => id().prop_map(Call::Abandon),
    ]
}

/// Makes the calls and compares everything after each of them.
pub(crate) fn check(subject: &mut dyn Subject, rows: &mut Rows, calls: Vec<Call>) {
    compare(subject, rows);
    for call in calls {
        make(subject, rows, call);
        compare(subject, rows);
    }
}

#[expect(clippy::too_many_lines, reason = "one arm per call")]
pub(crate) fn make(subject: &mut dyn Subject, rows: &mut Rows, call: Call) {
    let issued = subject.issued();
    let number = |id: usize| id % issued.len();
    let key = |id: usize| issued[number(id)];
    match call {
        Call::Alloc => {
            let expected = rows.insert(Values::default());
            assert_eq!(subject.alloc(), expected);
        }
        Call::AllocMany(count) => moves::alloc_many(subject, rows, count),
        Call::Insert(values) => {
            let expected = rows
                .insert(values.clone())
                .map_err(|error| (values.clone(), error));
            assert_eq!(subject.insert(values), expected);
        }
        Call::InsertWith(values) => {
            if rows.slots.left() > 0 {
                let key = subject.insert_with(&|key| of_its_key(key, &values));
                assert_eq!(rows.insert(of_its_key(key, &values)), Ok(key));
            }
        }
        Call::InsertMany(many) => moves::insert_many(subject, rows, many),
        Call::Append(many, freed) => moves::append(subject, rows, many, &freed),
        Call::Extend(mut many) => {
            many.truncate(rows.slots.left());
            for values in &many {
                rows.insert(values.clone()).expect("there are ids left");
            }
            subject.extend(many);
        }
        Call::Dealloc(id) => {
            assert_eq!(subject.dealloc(number(id)), rows.dealloc(key(id)));
        }
        Call::Remove(id) => assert_eq!(subject.remove(number(id)), rows.remove(key(id))),
        Call::Replace(id, values) => {
            let expected = rows.replace(key(id), values.clone());
            assert_eq!(subject.replace(number(id), values), expected);
        }
        Call::Renew(id) => assert_eq!(subject.renew(number(id)), rows.renew(key(id))),
        Call::Retain(modulus) => {
            let keep = |values: &Values| values.number % modulus == 0;
            subject.retain(&mut |key, values| {
                assert_eq!(
                    rows.get(key),
                    Some(values),
                    "retain shows each row with its id"
                );
                keep(values)
            });
            rows.retain(|_, values| keep(values));
        }
        Call::Drain(count, end) => {
            assert_eq!(subject.drain(count, end), rows.drain(count));
            if let End::Dropped = end {
                rows.drain(usize::MAX);
            }
        }
        Call::Extract(modulus, count, end) => moves::extract(subject, rows, modulus, count, end),
        Call::Order(order) => moves::order(subject, rows, order),
        Call::Clear => {
            subject.clear();
            rows.clear();
        }
        Call::Clone => subject.become_a_clone(),
        Call::CloneFrom(used) => subject.become_a_clone_in_used_memory(used),
        Call::Reserve(count) => reserve(subject, rows, count),
        Call::Shrink => shrink(subject),
        Call::Set(id, values) => {
            let set = subject.set(number(id), values.clone());
            assert_eq!(set, rows.set(key(id), values));
        }
        Call::SetByColumn(id, values) => {
            let set = subject.set_by_column(number(id), values.clone());
            assert_eq!(set, rows.set(key(id), values));
        }
        Call::EditAll(add) => edit_all(subject, rows, add),
        Call::EditColumn(add) => {
            subject.add_to_column(add);
            rows.edit_columns(|values| values.number = values.number.wrapping_add(add));
        }
        Call::Rotate(ids) => {
            let result = subject.rotate(ids.map(number));
            assert_eq!(result, rotate(rows, ids.map(key)));
        }
        Call::ReserveId => assert_eq!(subject.reserve_id(), rows.reserve_id()),
        Call::Fill(id, values) => {
            let expected = rows.fill(key(id), values.clone());
            assert_eq!(subject.fill(number(id), values), expected);
        }
        Call::InsertAt(index, generation, values) => {
            insert_at(subject, rows, (index, generation), values);
        }
        Call::InsertAgain(id, values) => insert_at(subject, rows, key(id), values),
        Call::Detach(id) => assert_eq!(subject.detach(number(id)), rows.detach(key(id))),
        Call::Exchange(id, mut values) => {
            let mut expected = values.clone();
            let is_known = rows.exchange(key(id), &mut expected);
            assert_eq!(subject.exchange(number(id), &mut values), is_known);
            assert_eq!(values, expected);
        }
        Call::FreeReserved => assert_eq!(subject.free_reserved(), rows.free_reserved()),
        Call::SaveAndLoad => {
            subject.save_and_load();
            rows.save_and_load();
        }
        Call::Convert => {
            subject.convert();
            // New holes have the defaults, as after loading.
            rows.save_and_load();
        }
        Call::Lease(count) => assert_eq!(subject.lease(count), rows.lease(count)),
        Call::LeaseInsert(lease, values) => {
            if let Some(lease) = lease.checked_rem(rows.leases.len()) {
                let expected = rows.leases[lease].insert(values.clone());
                assert_eq!(subject.lease_insert(lease, values), expected);
            }
        }
        Call::LeaseRemove(lease, id) => {
            if let Some(lease) = lease.checked_rem(rows.leases.len()) {
                let expected = rows.leases[lease].remove(key(id));
                assert_eq!(subject.lease_remove(lease, number(id)), expected);
            }
        }
        Call::LeaseDealloc(lease, id) => {
            if let Some(lease) = lease.checked_rem(rows.leases.len()) {
                let expected = rows.leases[lease].dealloc(key(id));
                assert_eq!(subject.lease_dealloc(lease, number(id)), expected);
            }
        }
        Call::Settle(bits, order) => settle(subject, rows, bits, order),
        Call::Abandon(lease) => {
            if let Some(lease) = lease.checked_rem(rows.leases.len()) {
                rows.leases.remove(lease);
                subject.abandon(lease);
            }
        }
    }
}

fn insert_at(subject: &mut dyn Subject, rows: &mut Rows, key: Key, values: Values) {
    let (index, generation) = key;
    let (key, inserted) = subject.insert_at(index, generation, values.clone());
    assert_eq!(inserted, rows.insert_at(key, values), "{key:?}");
}

/// The values with their id among them.
pub(crate) fn of_its_key((index, generation): Key, values: &Values) -> Values {
    Values {
        wide: u64::from(index) << 32 | u64::from(generation),
        ..values.clone()
    }
}

fn edit_all(subject: &mut dyn Subject, rows: &mut Rows, add: u32) {
    let edit = |(index, _): Key, values: Values| Values {
        number: values.number.wrapping_add(add ^ index),
        ..values
    };
    subject.edit_all(&edit);
    for key in rows.keys() {
        let row = rows.get_mut(key).expect("a live id has a row");
        *row = edit(key, row.clone());
    }
}

fn settle(subject: &mut dyn Subject, rows: &mut Rows, bits: usize, order: usize) {
    let mut leases = Vec::new();
    for lease in (0..rows.leases.len()).filter(|lease| bits >> (lease % 8) & 1 == 1) {
        leases.insert(order % (leases.len() + 1), lease);
    }
    let settled = take(&mut rows.leases, &leases);
    let expected = rows.settle(settled);
    assert_eq!(subject.settle(&leases), expected);
}

fn shrink(subject: &mut dyn Subject) {
    subject.shrink_to_fit();
    let (_, _, slots, capacity) = subject.counts();
    assert_eq!(capacity, slots, "nothing is kept behind the last slot");
}

fn reserve(subject: &mut dyn Subject, rows: &Rows, count: usize) {
    let result = subject.try_reserve(count);
    if count > rows.slots.left() {
        assert_eq!(result, Err(rows.full()));
        return;
    }
    assert_eq!(result, Ok(()));
    let mut later = rows.clone();
    for _ in 0..count {
        later.insert(Values::default()).expect("there are ids left");
    }
    let (_, _, _, capacity) = subject.counts();
    assert!(
        later.slots.states().len() <= capacity,
        "what was reserved is there"
    );
}

fn rotate(rows: &mut Rows, keys: [Key; 3]) -> Result<(), DisjointError> {
    for (position, key) in keys.iter().enumerate() {
        if rows.get(*key).is_none() {
            return Err(DisjointError::Stale { position });
        }
        if keys[..position].contains(key) {
            return Err(DisjointError::Overlapping { position });
        }
    }
    let [a, b, c] = keys.map(|key| rows.get(key).cloned());
    for (key, values) in keys.into_iter().zip([b, c, a]) {
        let row = rows.get_mut(key).expect("checked above");
        *row = values.expect("checked above");
    }
    Ok(())
}
