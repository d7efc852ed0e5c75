//! W1, W1r, W8: filling a store, one row at a time or all at once.

use std::hint::black_box;
use std::rc::Rc;

use crate::contenders::limits::PlainRows;
use crate::element::Data;
use crate::harness::{Case, Stopwatch};
use crate::store::{Store, Visit, every_store};

/// How the store is filled.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fill {
    Growing,
    Reserved,
    Bulk,
}

pub(super) fn case(rows: usize, fill: Fill) -> Case {
    let mut growth = Growth {
        case: Case::new(rows, rows),
        data: Data::new(rows),
        fill,
    };
    every_store(&mut growth);
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
