//! W9: ten thousand small stores, as nested hubs are: none to eight rows each.
//!
//! # What was learned
//!
//! - **Blocks below 2 KiB grow by a copy** into a new block, which moves a value
//!   once; extending and shifting them moves it twice and took 1.4 times as long.
//!   A first block has no columns to move; not trying to made hubs a fifth faster.
//! - **The first capacity** is four rows, then eight. Six then eight is a tenth
//!   faster and takes 309 bytes a hub instead of 287; four, six, nine takes 277
//!   and is a fifth slower, as a hub of seven rows grows twice.
//! - **Of the 287 bytes** 32 are the hub and 48 a row: 40 of fields and the word of
//!   the slot table, which soa-rs, without handles, has no need of (268). With the
//!   4-byte id it is 266.

use std::hint::black_box;
use std::rc::Rc;

use crate::contenders::{self, limits::PlainRows};
use crate::element::Data;
use crate::harness::{Case, Stopwatch};
use crate::store::{Store, Visit};

/// How many rows each of the small stores gets, the same in every run.
pub(crate) fn sizes(stores: usize) -> Vec<usize> {
    let mut random = fastrand::Rng::with_seed(9);
    (0..stores).map(|_| random.usize(..=8)).collect()
}

/// `stores` is the number of stores; one operation is building one of them.
pub(super) fn case(stores: usize) -> Case {
    let mut small = Small {
        case: Case::new(stores, stores),
        data: Data::new(8),
        sizes: sizes(stores).into(),
    };
    contenders::every(&mut small);
    small.case.led_by(PlainRows::NAME)
}

struct Small {
    case: Case,
    data: Rc<Data>,
    sizes: Rc<[usize]>,
}

impl Visit for Small {
    fn store<S: Store>(&mut self) {
        let (data, sizes) = (Rc::clone(&self.data), Rc::clone(&self.sizes));
        self.case.add(S::NAME, S::KIND, move |repetitions| {
            let mut stopwatch = Stopwatch::default();
            let mut rows = 0;
            for _ in 0..repetitions {
                let mut stores = Vec::with_capacity(sizes.len());
                stopwatch.time(|| {
                    stores.extend(sizes.iter().map(|&rows| {
                        let mut store = S::empty();
                        for &element in &data.elements[..rows] {
                            black_box(store.insert(element));
                        }
                        store
                    }));
                });
                rows = stores.iter().map(Store::rows).sum();
            }
            stopwatch.finish(rows as u64)
        });
    }
}
