//! W1, W1r, W8, W8i: filling a store, one row at a time or all at once.
//!
//! # What was learned
//!
//! - **An insert** into reserved memory is about 60 instructions and 8 stores for
//!   five columns and the slot's word, where a struct is 3 stores. Each column's
//!   place is computed from the capacity, two or three instructions a column.
//!   Values go from the record to their columns by one load and one store: of the
//!   pairs that the shape is made of nothing is left. Counting the rows in one
//!   place instead of two changed nothing.
//! - **Growth in a function of its own**, called with the record, was 1.2 times
//!   slower: the record's address escapes, so that every insert builds it on the
//!   stack first. As it is, two values are spilled around the call.
//! - **`realloc` and shift against copy.** A block of 2 KiB and more is extended,
//!   which for a large one moves pages and no bytes, and its columns are shifted,
//!   the last first. A copy into a new block instead took 2.1 times as long at
//!   1 000 rows, 3.3 times at 100 000 and twice at a million in a fresh process.
//!   Page faults are the reason: filling 100 000 rows takes 1 330 against 2 691,
//!   a million 12 058 against 23 027, of 12 288 pages that the rows need at least
//!   once. What W1 loses to W1r at 100 000 rows is the shift: all columns but the
//!   first are moved once a doubling, where a `Vec` of structs moves nothing.
//! - **Bulk** is 30 instructions a row with the same 8 stores, and waits for the
//!   stores; the limit copies one slice.

use std::hint::black_box;
use std::rc::Rc;

use crate::contenders::{self, limits::PlainRows};
use crate::element::Data;
use crate::harness::{Case, Stopwatch};
use crate::store::{Store, Visit};

/// How the store is filled.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fill {
    Growing,
    Reserved,
    Bulk,
    BulkWithIds,
}

pub(super) fn case(rows: usize, fill: Fill) -> Case {
    let mut growth = Growth {
        case: Case::new(rows, rows),
        data: Data::new(rows),
        fill,
    };
    contenders::every(&mut growth);
    growth.case.led_by(PlainRows::NAME)
}

struct Growth {
    case: Case,
    data: Rc<Data>,
    fill: Fill,
}

impl Visit for Growth {
    fn store<S: Store>(&mut self) {
        let Self { data, fill, .. } = self;
        let (data, fill) = (Rc::clone(data), *fill);
        self.case.add(S::NAME, S::KIND, move |repetitions| {
            let mut stopwatch = Stopwatch::default();
            let mut checksum = 0;
            for _ in 0..repetitions {
                let mut store = match fill {
                    Fill::Growing => stopwatch.time(|| filled(S::empty(), &data)),
                    Fill::Reserved => {
                        let store = S::reserved(data.elements.len());
                        stopwatch.time(|| filled(store, &data))
                    }
                    Fill::Bulk => stopwatch.time(|| S::bulk(black_box(&data.elements))),
                    Fill::BulkWithIds => {
                        let work = || S::bulk_with_ids(black_box(&data.elements));
                        let (store, ids) = stopwatch.time(work);
                        drop(ids);
                        store
                    }
                };
                checksum = u64::from(black_box(&mut store).sum_flags());
            }
            stopwatch.finish(checksum)
        });
    }
}

#[inline]
fn filled<S: Store>(mut store: S, data: &Data) -> S {
    for &element in &data.elements {
        black_box(store.insert(element));
    }
    store
}
