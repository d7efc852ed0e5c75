//! W3, W3s: reading one field of a row by its id, in random order.
//!
//! The limit reads an array at random indices. Its length is a power of two and
//! the index is masked, so that it has no bounds check without any unsafe code.
//!
//! # What was learned
//!
//! - **A lookup** is one bounds check, one compare of the slot's whole word, one
//!   load: the check of the slot serves the row too, as a row is its slot. What it
//!   costs is the second cache line, of the word, beside that of the value.
//! - **Word and value in one line** is what `SecondaryMap` has, at eight bytes for
//!   both, 64 a row for all columns. A hub has one word per row for all columns, and
//!   with ids of four bytes as many bytes a lookup as the map, on two pages.
//! - **Generation and link as two columns** of four bytes, in place of a word of eight,
//!   were tried on a prototype of the slots layout beside one with words. In two runs
//!   lookups took 0.79, 0.93 and 0.6 to 0.9 of the time at 1 000, 100 000 and a million
//!   rows, but a removal 1.15, 1.17 and 1.0 to 1.6, and a removal with an insertion 1.07,
//!   1.09 and 1.0 to 1.3. Words stayed.

use std::hint::black_box;
use std::rc::Rc;

use super::churn::shuffled;
use crate::contenders;
use crate::element::{Data, sum_u32};
use crate::harness::{Case, Kind, Run, Stopwatch};
use crate::store::{OurHub, Recycling, Visit};

/// Which ids are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ids {
    Live,
    /// Every tenth one is stale.
    TenthStale,
}

pub(super) fn case(rows: usize, ids: Ids) -> Case {
    let data = Data::new(rows);
    let mut lookup = Lookup {
        case: Case::new(rows, rows),
        data: Rc::clone(&data),
        ids,
    };
    match rows.next_power_of_two() {
        ..1025 => lookup.masked::<1024>(),
        1025..131_073 => lookup.masked::<131_072>(),
        131_073.. => lookup.masked::<1_048_576>(),
    }
    contenders::every(&mut lookup);
    lookup.case
}

struct Lookup {
    case: Case,
    data: Rc<Data>,
    ids: Ids,
}

impl Lookup {
    fn stale(&self) -> &[usize] {
        match self.ids {
            Ids::Live => &[],
            Ids::TenthStale => &self.data.order[..self.data.order.len() / 10],
        }
    }

    fn masked<const SLOTS: usize>(&mut self) {
        let mut flags = vec![0; SLOTS];
        for (flags, element) in flags.iter_mut().zip(&self.data.elements) {
            *flags = element.flags;
        }
        for &position in self.stale() {
            flags[position] = 0;
        }
        let visits: Vec<u32> = self
            .data
            .visits
            .iter()
            .filter_map(|&v| u32::try_from(v).ok())
            .collect();
        self.case
            .add("unchecked column", Kind::Limit, move |repetitions| {
                let flags: &[u32; SLOTS] = flags.first_chunk().unwrap_or(&[0; SLOTS]);
                repeat(repetitions, || {
                    sum_u32(black_box(&visits), |&visit| {
                        flags[visit as usize & (SLOTS - 1)]
                    })
                })
            });
    }

    fn prepare<S: Recycling>(&self) -> (S, Vec<S::Id>) {
        let (mut store, ids) = shuffled::<S>(&self.data);
        for &position in self.stale() {
            store.remove(ids[position]);
        }
        let visits = self.data.visits.iter().map(|&visit| ids[visit]).collect();
        (store, visits)
    }
}

impl Visit for Lookup {
    fn recycling<S: Recycling>(&mut self) {
        // The limits would read on through a stale id.
        if S::KIND == Kind::Limit && self.ids == Ids::TenthStale {
            return;
        }
        let (mut store, ids) = self.prepare::<S>();
        self.case.add(S::NAME, S::KIND, move |repetitions| {
            repeat(repetitions, || store.sum_flags_of(black_box(&ids)))
        });
    }

    fn hub<S: OurHub>(&mut self) {
        self.recycling::<S>();
        let (mut store, ids) = self.prepare::<S>();
        let name = format!("{}, whole row", S::NAME);
        self.case.add(name, S::KIND, move |repetitions| {
            repeat(repetitions, || store.sum_flags_by_row(black_box(&ids)))
        });
    }
}

fn repeat(repetitions: u32, mut sum: impl FnMut() -> u32) -> Run {
    let mut stopwatch = Stopwatch::default();
    let mut checksum = 0;
    stopwatch.time(|| {
        for _ in 0..repetitions {
            checksum = black_box(sum());
        }
    });
    stopwatch.finish(checksum.into())
}
