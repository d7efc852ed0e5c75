//! Making, freeing and finding single rows.
//!
//! Where rows are freed or found, every store is emptied once in random order and filled again
//! before anything is measured, so slots are in no order and the free list has been used. The
//! lists of ids and of elements are walked from front to back: only the stores are reached at
//! random.

use std::hint::black_box;
use std::rc::Rc;

use crate::case::{Case, Kind, Stopwatch};
use crate::element::{Data, Element, sum_u32};
use crate::store::{Recycling, Store};

/// How a store is filled.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fill {
    Growing,
    Reserved,
    Bulk,
    BulkWithIds,
    /// Many stores of 0 to 8 rows each.
    Small,
}

/// How rows are freed and made again.
#[derive(Debug, Clone, Copy)]
pub(super) enum Churn {
    /// One removal and one insertion in turns, with half of the slots free.
    Pairs,
    /// Insertions into slots that were freed in random order.
    Refill,
    /// Removals in random order.
    Removal,
    /// Removal of half of the rows by one call with a predicate.
    Retain,
}

/// Returns the number of rows of each of the small stores, the same in every run.
pub(crate) fn sizes(stores: usize) -> Vec<usize> {
    let mut random = fastrand::Rng::with_seed(9);
    (0..stores).map(|_| random.usize(..=8)).collect()
}

#[inline]
fn filled<S: Store>(mut store: S, elements: &[Element]) -> S {
    for &element in elements {
        black_box(store.insert(element));
    }
    store
}

pub(super) fn fill<S: Store>(case: &mut Case, data: &Rc<Data>, fill: Fill) {
    let (data, sizes) = (Rc::clone(data), sizes(data.elements.len()));
    case.add(S::NAME, S::KIND, move |stopwatch| {
        let elements = black_box(data.elements.as_slice());
        let mut store = match fill {
            Fill::Growing => stopwatch.time(|| filled(S::with_capacity(0), elements)),
            Fill::Reserved => {
                let store = S::with_capacity(elements.len());
                stopwatch.time(|| filled(store, elements))
            }
            Fill::Bulk => stopwatch.time(|| S::bulk(elements)),
            Fill::BulkWithIds => stopwatch.time(|| S::bulk_with_ids(elements)).0,
            Fill::Small => {
                let mut stores = Vec::with_capacity(sizes.len());
                let small = |&rows: &usize| filled(S::with_capacity(0), &elements[..rows]);
                stopwatch.time(|| stores.extend(sizes.iter().map(small)));
                return stores.iter().map(|store| store.rows() as u64).sum();
            }
        };
        black_box(&mut store).sum_mass().to_bits().into()
    });
}

/// Returns a store whose slots are in random order, and the ids of the elements.
pub(super) fn shuffled<S: Recycling>(data: &Data) -> (S, Vec<S::Id>) {
    let mut store = S::with_capacity(0);
    let insert = |&element: &Element| store.insert(element);
    let mut ids: Vec<S::Id> = data.elements.iter().map(insert).collect();
    for &position in &data.order {
        store.remove(ids[position]);
    }
    refill(&mut store, &mut ids, &data.elements);
    (store, ids)
}

fn refill<S: Recycling>(store: &mut S, ids: &mut [S::Id], elements: &[Element]) {
    for (id, &element) in ids.iter_mut().zip(elements) {
        *id = store.insert(element);
    }
}

/// The most operations of one repetition, so a million rows do not take a second.
const MOST: usize = 100_000;

/// Returns the number of operations of one repetition.
pub(super) fn operations(rows: usize, churn: Churn) -> usize {
    match churn {
        Churn::Pairs | Churn::Refill => (rows / 2).min(MOST),
        Churn::Removal | Churn::Retain => rows,
    }
}

pub(super) fn churn<S: Recycling>(case: &mut Case, data: &Rc<Data>, churn: Churn) {
    let (data, operations) = (Rc::clone(data), case.operations);
    let (mut store, mut ids) = shuffled::<S>(&data);
    let half = ids.len() / 2;
    if let Churn::Pairs = churn {
        for id in ids.split_off(half) {
            store.remove(id);
        }
    }
    let mut done = 0;
    case.add(S::NAME, S::KIND, move |stopwatch: &mut Stopwatch| {
        match churn {
            Churn::Pairs => {
                let start = if done + operations > half { 0 } else { done };
                done = start + operations;
                let elements = &data.elements[start..done];
                stopwatch.time(|| {
                    for (id, &element) in ids[start..done].iter_mut().zip(elements) {
                        store.remove(*id);
                        *id = store.insert(element);
                    }
                });
            }
            Churn::Refill => {
                let ids = &mut ids[..operations];
                for &id in &*ids {
                    store.remove(id);
                }
                stopwatch.time(|| refill(&mut store, ids, &data.elements));
            }
            Churn::Removal => {
                stopwatch.time(|| {
                    for &id in &ids {
                        black_box(store.remove(id));
                    }
                });
                refill(&mut store, &mut ids, &data.elements);
            }
            Churn::Retain => {
                let keep = |flags: u32| flags.is_multiple_of(2);
                stopwatch.time(|| store.retain(keep));
                let kept = store.rows() as u64;
                let gone = data.elements.iter().filter(|element| !keep(element.flags));
                gone.for_each(|&element| _ = store.insert(element));
                return kept;
            }
        }
        store.rows() as u64 + u64::from(store.sum_flags_of(&ids))
    });
}

/// Adds lookups in random order.
pub(super) fn lookup<S: Recycling>(case: &mut Case, data: &Data) {
    let (mut store, ids) = shuffled::<S>(data);
    let visits: Vec<S::Id> = data.visits.iter().map(|&visit| ids[visit]).collect();
    let sum = move || store.sum_flags_of(black_box(&visits)).into();
    case.add_sum(S::NAME, S::KIND, sum);
}

/// Adds the limit of lookups: an array that is read at random indices. Its length is a power of
/// two and the index is masked, so it has no bounds check without any unsafe code.
pub(super) fn masked(case: &mut Case, data: &Data) {
    match data.elements.len().next_power_of_two() {
        ..1025 => masked_to::<1024>(case, data),
        1025..131_073 => masked_to::<131_072>(case, data),
        131_073.. => masked_to::<1_048_576>(case, data),
    }
}

fn masked_to<const SLOTS: usize>(case: &mut Case, data: &Data) {
    let mut flags: Vec<u32> = data.elements.iter().map(|element| element.flags).collect();
    flags.resize(SLOTS, 0);
    let visits = data.visits.clone();
    case.add_sum("unchecked column", Kind::Limit, move || {
        let flags: &[u32; SLOTS] = flags.first_chunk().unwrap_or(&[0; SLOTS]);
        let visits = black_box(&visits);
        sum_u32(visits, |&visit| flags[visit & (SLOTS - 1)]).into()
    });
}
