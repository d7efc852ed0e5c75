//! W15: making one store a copy of another one, in the memory that it has.
//!
//! The limit copies as many bytes in one piece as the fields and an id of eight
//! bytes take.

use std::hint::black_box;
use std::rc::Rc;

use crate::contenders;
use crate::element::Data;
use crate::harness::{Case, Kind, Stopwatch};
use crate::store::{Copying, Visit};

/// The bytes of one row: 40 of fields, 8 of an id.
type Row = [u64; 6];

pub(super) fn case(rows: usize) -> Case {
    let mut copies = Copies {
        case: Case::new(rows, rows),
        data: Data::new(rows),
    };
    copies.add_limit();
    contenders::every(&mut copies);
    copies.case
}

struct Copies {
    case: Case,
    data: Rc<Data>,
}

impl Copies {
    fn add_limit(&mut self) {
        let rows = self.data.elements.len();
        let (source, mut target): (Vec<Row>, _) = (vec![[1; 6]; rows], vec![[0; 6]; rows]);
        let sum = self.data.elements.iter().map(|element| element.flags).sum();
        let limit = move |repetitions| {
            let copy = || target.copy_from_slice(black_box(&source));
            repeat(repetitions, copy).finish(u32::into(sum))
        };
        self.case.add("copy of the bytes", Kind::Limit, limit);
    }
}

impl Visit for Copies {
    fn copying<S: Copying>(&mut self) {
        let [source, mut target] = [(); 2].map(|()| {
            let mut store = S::empty();
            for &element in &self.data.elements {
                store.insert(element);
            }
            store
        });
        self.case.add(S::NAME, S::KIND, move |repetitions| {
            let copied = repeat(repetitions, || target.copy_from(black_box(&source)));
            copied.finish(target.sum_flags().into())
        });
    }
}

fn repeat(repetitions: u32, mut copy: impl FnMut()) -> Stopwatch {
    let mut stopwatch = Stopwatch::default();
    for _ in 0..repetitions {
        stopwatch.time(&mut copy);
    }
    stopwatch
}
