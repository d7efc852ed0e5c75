//! What the contenders cost in memory.

use std::iter;
use std::rc::Rc;

use soa_benches_report::{Table, digits, real};

use crate::contenders;
use crate::element::Data;
use crate::store::{Store, Visit};
use crate::workloads::rows;

/// The number of small stores, and the number of rows of the others.
const SMALL: usize = 10_000;
const ROWS: usize = 100_000;

/// Measures all contenders and returns the page. `heap` returns the bytes that are allocated.
pub fn page(heap: fn() -> usize) -> String {
    let mut scales = Scales {
        heap,
        data: Data::new(ROWS),
        bytes: Table::new(
            "| itself | heap when empty | one small store, all in all | a row, reserved | a row, grown",
        ),
    };
    contenders::every(&mut scales);
    format!(
        "# Memory\n\n\
         Written by `cargo run --release -p soa-benches --bin memory`: bytes asked of the \
         allocator. Small stores are {SMALL} with 0 to 8 rows; the others have {ROWS} rows of 40 \
         bytes.\n\n{}",
        scales.bytes
    )
}

struct Scales {
    heap: fn() -> usize,
    data: Rc<Data>,
    bytes: Table,
}

impl Scales {
    /// Returns the heap bytes of what `make` makes.
    fn weigh<T>(&self, make: impl FnOnce() -> T) -> f64 {
        let before = (self.heap)();
        let weighed = make();
        let after = (self.heap)();
        drop(weighed);
        real((after - before) as u64)
    }
}

impl Visit for Scales {
    fn store<S: Store>(&mut self) {
        let filled = |capacity, rows: usize| {
            let mut store = S::with_capacity(capacity);
            for &element in &self.data.elements[..rows] {
                store.insert(element);
            }
            store
        };
        let empty = self.weigh(|| S::with_capacity(0));
        let reserved = self.weigh(|| filled(ROWS, ROWS)) / real(ROWS as u64);
        let grown = self.weigh(|| filled(0, ROWS)) / real(ROWS as u64);
        let sizes = rows::sizes(SMALL);
        let small = sizes.iter().map(|&rows| filled(0, rows));
        let small = self.weigh(|| small.collect::<Box<[S]>>()) / real(SMALL as u64);
        let itself = real(size_of::<S>() as u64);
        let figures = [itself, empty, small, reserved, grown].map(digits);
        let name = S::KIND.mark(S::NAME);
        self.bytes.row(iter::once(name).chain(figures));
    }
}
