//! What the contenders cost in memory.

use std::fmt::Write as _;

use crate::contenders;
use crate::element::Data;
use crate::harness::Kind;
use crate::report::digits;
use crate::store::{Store, Visit};
use crate::workloads::small;

/// The heap bytes of one container.
#[derive(Debug, Clone)]
pub struct Footprint {
    /// The container's name.
    pub name: &'static str,
    /// Whose it is.
    pub kind: Kind,
    /// The size of the container itself.
    pub itself: usize,
    /// Heap bytes of an empty one.
    pub empty: usize,
    /// Bytes of one of many small ones, itself and heap.
    pub small: f64,
    /// Heap bytes a row when its memory was reserved.
    pub reserved_row: f64,
    /// Heap bytes a row when its memory grew.
    pub grown_row: f64,
}

const SMALL: usize = 10_000;
const ROWS: usize = 100_000;

/// Weighs all contenders; `heap` says how many bytes are allocated now.
pub fn weigh_all(heap: fn() -> usize) -> Vec<Footprint> {
    let mut scales = Scales {
        heap,
        footprints: Vec::new(),
    };
    contenders::every(&mut scales);
    scales.footprints
}

/// The footprints as a Markdown page.
pub fn page(footprints: &[Footprint]) -> String {
    let mut page = format!(
        "# Memory\n\n\
         Written by `cargo run --release -p soa-benches --bin footprint`: bytes asked of the \
         allocator. Small stores are {SMALL} with 0 to 8 rows; the others have {ROWS} rows of 40 \
         bytes.\n\n\
         | | itself | heap when empty | one small store, all in all | a row, reserved | a row, \
         grown |\n|---|--:|--:|--:|--:|--:|\n"
    );
    for footprint in footprints {
        let Footprint {
            name,
            kind,
            itself,
            empty,
            small,
            reserved_row,
            grown_row,
        } = footprint;
        let mark = if *kind == Kind::Ours { "**" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "| {mark}{name}{mark} | {itself} | {empty} | {} | {} | {} |",
            digits(*small),
            digits(*reserved_row),
            digits(*grown_row),
        );
    }
    page
}

struct Scales {
    heap: fn() -> usize,
    footprints: Vec<Footprint>,
}

impl Scales {
    /// The heap bytes that what `make` makes holds.
    fn weigh<T>(&self, make: impl FnOnce() -> T) -> usize {
        let before = (self.heap)();
        let weighed = make();
        let after = (self.heap)();
        drop(weighed);
        after - before
    }
}

impl Visit for Scales {
    fn store<S: Store>(&mut self) {
        let data = Data::new(ROWS);
        let filled = |mut store: S, rows: usize| {
            for &element in &data.elements[..rows] {
                store.insert(element);
            }
            store
        };
        let empty = self.weigh(S::empty);
        let reserved = self.weigh(|| filled(S::reserved(ROWS), ROWS));
        let grown = self.weigh(|| filled(S::empty(), ROWS));
        let sizes = small::sizes(SMALL);
        let small = self.weigh(|| {
            let stores = sizes.iter().map(|&rows| filled(S::empty(), rows));
            stores.collect::<Box<[S]>>()
        });
        self.footprints.push(Footprint {
            name: S::NAME,
            kind: S::KIND,
            itself: size_of::<S>(),
            empty,
            small: share(small, SMALL),
            reserved_row: share(reserved, ROWS),
            grown_row: share(grown, ROWS),
        });
    }
}

#[expect(clippy::cast_precision_loss, reason = "far less than 2^52 bytes")]
fn share(bytes: usize, of: usize) -> f64 {
    bytes as f64 / of as f64
}
