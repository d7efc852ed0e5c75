//! W2, W2f, W7, W16: removing rows in random order, and filling their places again.
//!
//! Every store is emptied once in random order and filled again before anything
//! is measured, so that slots are in no order and the free list has been used.
//! The lists of ids and of elements are walked from front to back: it is the
//! stores that are reached at random.
//!
//! # What was learned
//!
//! - **A removal** in the slots layout is about 41 instructions and 12 stores.
//!   Checking its bounds once, where the id is resolved, and taking the slot's
//!   next generation from the id instead of from the word gave a tenth.
//! - **From 100 000 rows on it is cache lines**: one a column and one for the word,
//!   six against one or two of `slab`, and all of them are written, as holes hold the
//!   defaults. The dense layout writes the last row into the gap instead, and
//!   reads that and its slot's word.
//! - **A capacity that is a power of two** puts the places of one row into the same
//!   set of the cache; with 1 024 rows a removal was 12 % slower than with 1 000,
//!   1 040 or 1 100. Growing to uneven capacities gave nothing consistent over
//!   these workloads, so the blocks double.
//! - **The bits beside the slot table** cost a removal and an insertion about ten
//!   instructions and one more cache line each. A live row that is looked up once for
//!   all that is done to it, and retirement out of line, gave most of that back.
//! - **A number in the message of an assertion** has its place on the stack in each
//!   turn of a loop, before the check. Where it mattered a cold function tells it.

use std::hint::black_box;
use std::rc::Rc;

use crate::contenders::{self, limits::PlainRows};
use crate::element::{Data, Element};
use crate::harness::{Case, Run, Stopwatch};
use crate::store::{Recycling, Store, Visit};

/// What is measured.
#[derive(Debug, Clone, Copy)]
pub(super) enum Churn {
    /// One removal and one insertion in turns, half of the slots being free.
    Pairs,
    /// Insertions into slots that were freed in random order.
    Refill,
    /// Removals in random order.
    Removal,
    /// Removal of half of the rows by one call that asks for each.
    Retain,
}

/// Operations a repetition, so that a million rows do not take a second.
const MOST: usize = 100_000;

pub(super) fn case(rows: usize, churn: Churn) -> Case {
    let operations = match churn {
        Churn::Pairs | Churn::Refill => (rows / 2).min(MOST),
        Churn::Removal | Churn::Retain => rows,
    };
    let mut churning = Churning {
        case: Case::new(rows, operations),
        data: Data::new(rows),
        churn,
    };
    contenders::every(&mut churning);
    contenders::ours::show_kept(&mut churning);
    churning.case.led_by(PlainRows::NAME)
}

struct Churning {
    case: Case,
    data: Rc<Data>,
    churn: Churn,
}

impl Visit for Churning {
    fn recycling<S: Recycling>(&mut self) {
        let Self { data, churn, case } = self;
        let (name, kind) = (S::NAME, S::KIND);
        match churn {
            Churn::Pairs => case.add(name, kind, pairs::<S>(Rc::clone(data), case.operations)),
            Churn::Refill => case.add(name, kind, refill::<S>(Rc::clone(data), case.operations)),
            Churn::Removal => case.add(name, kind, removal::<S>(Rc::clone(data))),
            Churn::Retain => case.add(name, kind, retain::<S>(Rc::clone(data))),
        }
    }
}

/// A store whose slots are in random order, and the ids of the elements.
pub(super) fn shuffled<S: Recycling>(data: &Data) -> (S, Vec<S::Id>) {
    let mut store = S::empty();
    let mut ids: Vec<S::Id> = data
        .elements
        .iter()
        .map(|&element| store.insert(element))
        .collect();
    for &position in &data.order {
        store.remove(ids[position]);
    }
    for (id, &element) in ids.iter_mut().zip(&data.elements) {
        *id = store.insert(element);
    }
    (store, ids)
}

/// Such a store without the first `removed` of the elements that are visited.
pub(super) fn with_holes<S: Recycling>(data: &Data, removed: usize) -> S {
    let (mut store, ids) = shuffled::<S>(data);
    for &position in &data.visits[..removed] {
        store.remove(ids[position]);
    }
    store
}

/// The elements that are in the store then.
pub(super) fn left(data: &Data, removed: usize) -> impl Iterator<Item = Element> {
    let left = data.visits[removed..].iter();
    left.map(|&visit| data.elements[visit])
}

fn pairs<S: Recycling>(data: Rc<Data>, operations: usize) -> impl FnMut(u32) -> Run {
    let (mut store, mut ids) = shuffled::<S>(&data);
    let half = data.elements.len() / 2;
    for id in ids.split_off(half) {
        store.remove(id);
    }
    let mut done = 0;
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        for _ in 0..repetitions {
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
        stopwatch.finish(store.rows() as u64 + u64::from(store.sum_flags_of(&ids)))
    }
}

fn refill<S: Recycling>(data: Rc<Data>, operations: usize) -> impl FnMut(u32) -> Run {
    let (mut store, mut ids) = shuffled::<S>(&data);
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        for _ in 0..repetitions {
            for &id in &ids[..operations] {
                store.remove(id);
            }
            stopwatch.time(|| {
                for (id, &element) in ids[..operations].iter_mut().zip(&data.elements) {
                    *id = store.insert(element);
                }
            });
        }
        stopwatch.finish(store.rows() as u64 + u64::from(store.sum_flags_of(&ids)))
    }
}

fn removal<S: Recycling>(data: Rc<Data>) -> impl FnMut(u32) -> Run {
    let (mut store, mut ids) = shuffled::<S>(&data);
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        for _ in 0..repetitions {
            stopwatch.time(|| {
                for &id in &ids {
                    black_box(store.remove(id));
                }
            });
            for (id, &element) in ids.iter_mut().zip(&data.elements) {
                *id = store.insert(element);
            }
        }
        stopwatch.finish(store.rows() as u64 + u64::from(store.sum_flags_of(&ids)))
    }
}

fn retain<S: Recycling>(data: Rc<Data>) -> impl FnMut(u32) -> Run {
    let (mut store, _) = shuffled::<S>(&data);
    let keep = |flags: u32| flags.is_multiple_of(2);
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        let mut kept = 0;
        for _ in 0..repetitions {
            stopwatch.time(|| store.retain(keep));
            kept = store.rows();
            for &element in &data.elements {
                if !keep(element.flags) {
                    store.insert(element);
                }
            }
        }
        stopwatch.finish(kept as u64)
    }
}
