//! What the contenders cost in memory.

use std::iter;

use crate::harness::{Table, digits, real};

use crate::contenders::every;
use crate::element::Data;
use crate::store::Store;
use crate::workloads::rows;

/// The number of small stores, and the number of rows of the others.
const SMALL: usize = 10_000;
const ROWS: usize = 100_000;

/// Measures all contenders and returns the page. `heap` returns the bytes that are allocated.
pub fn page(heap: fn() -> usize) -> String {
    let titles =
        "| itself | heap when empty | one small store, all in all | a row, reserved | a row, grown";
    let (data, mut bytes) = (Data::new(ROWS), Table::new(titles));
    every!(weigh(heap, &data, &mut bytes));
    format!(
        "# Memory\n\n\
         Written by `cargo run --release -p soa-bench --bin memory`: bytes asked of the \
         allocator. Small stores are {SMALL} with 0 to 8 rows; the others have {ROWS} rows of 40 \
         bytes.\n\n{bytes}"
    )
}

/// Returns the heap bytes of what `make` makes.
fn bytes<T>(heap: fn() -> usize, make: impl FnOnce() -> T) -> f64 {
    let before = heap();
    let weighed = make();
    let after = heap();
    drop(weighed);
    real((after - before) as u64)
}

fn weigh<S: Store>(heap: fn() -> usize, data: &Data, table: &mut Table) {
    let filled = |capacity, rows: usize| {
        let mut store = S::with_capacity(capacity);
        for &element in &data.elements[..rows] {
            store.insert(element);
        }
        store
    };
    let empty = bytes(heap, || S::with_capacity(0));
    let reserved = bytes(heap, || filled(ROWS, ROWS)) / real(ROWS as u64);
    let grown = bytes(heap, || filled(0, ROWS)) / real(ROWS as u64);
    let sizes = rows::sizes(SMALL);
    let small = sizes.iter().map(|&rows| filled(0, rows));
    let small = bytes(heap, || small.collect::<Box<[S]>>()) / real(SMALL as u64);
    let itself = real(size_of::<S>() as u64);
    let figures = [itself, empty, small, reserved, grown].map(digits);
    table.row(iter::once(S::KIND.mark(S::NAME)).chain(figures));
}
