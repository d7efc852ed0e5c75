//! `soa-runtime`'s hubs against their peers and against plain columns.
//!
//! | command | what it does |
//! |---|---|
//! | `cargo run --release -p soa-benches --bin compare` | all workloads; writes `results/results.md` and one plot per workload |
//! | `.. --bin compare -- --quick W3 W6` | some of them, small and short |
//! | `.. --bin footprint` | bytes a row and a small hub, pages given back, the slowest insertion; writes `results/memory.md` |
//! | `.. --bin debug_builds` | single steps without optimisation; writes `results/debug.md` |
//! | `.. --bin policies` | bytes moved and in use by the packed container's policies; writes `results/policies.md` |
//! | `.. --bin compile_time` | what a derived struct costs to compile; writes `results/compile_time.md` |
//! | `cargo bench -p soa-benches -- W3` | the same workloads under criterion |
//!
//! # How to read the numbers
//!
//! Compare **ratios**, not nanoseconds. All contenders of a case run in one
//! process and in turns, each round in another order; a ratio is a contender's
//! time by the limit's time of the same round, and the figure is the
//! median over the rounds. Quartiles far apart say that the machine was busy. In
//! the first round all contenders must have computed the same.
//!
//! The *limit* is what plain `Vec`s can do that know no handle and check nothing
//! but their bounds; it is written without unsafe code, as all of this crate. It
//! is not a peer: it cannot tell a stale index from a live one. Rows of structs
//! (`SlotMap`, `thunderdome`, `slab`) win whatever touches one row at a time, for
//! a row is one cache line there and six here; what compares like with like is
//! the class of columns with checked handles: `SlotMap + SecondaryMaps`, `gecs`,
//! `hecs`.
//!
//! Before removals, insertions into freed slots and lookups are measured, the
//! store is emptied in random order and filled again, so that neighbouring ids
//! are no neighbours in memory and the free list is in no order.
//!
//! # Where we lose, and why
//!
//! More on each, and what was tried, stands in the module of its workload.
//!
//! - **W1, W1r, insertion, to maps of structs.** A row of five columns and the
//!   slot's word is eight stores to six places, a struct's three to one. Among
//!   the columns the slots layout leads at 1 000 and 100 000 rows.
//! - **W2, W7, churn and removal, to `slab` and `SlotMap`.** A removal in the
//!   slots layout writes the defaults into every column, so that a loop over the
//!   whole column stays right: a cache line a field, where a row of a struct has
//!   one in all. The dense layout moves the last row instead, and pays the same.
//!   Unchecked plain columns lose the insertion just so.
//! - **W3, lookup, to `SecondaryMap`, by the size of the cache.** It keeps the
//!   generation beside each value, eight bytes for both; a lookup in a hub reads
//!   two lines, the slot's word and the value. The instructions are the same:
//!   bounds, one compare, load. With ids of four bytes both lines are denser: as
//!   many bytes as the map's, on two pages instead of one. The dense layout adds
//!   a third line, from slot to row.
//! - **W6, holes, by runs.** With holes in random order a run is one or two rows
//!   long, and `live_ranges` has one branch per slot that nothing can predict, as all
//!   slot maps have. The loop over the whole column has none and is many times
//!   faster at any fill measured. Its price is the holes: with nine in ten it reads
//!   ten times the bytes, and at a million rows from the last cache or memory, where
//!   the limit stays in the second. Where the default is not neutral and holes are
//!   many, the dense layout is the answer: it does not notice them.
//! - **W8, bulk.** The limit copies one slice; a hub takes records one by one from
//!   an iterator and writes each to five columns and its word to the slot table
//!   (with the dense layout to three tables). Up to 100 000 rows the slots layout
//!   is ahead of the peers that keep columns.
//! - **W9, small hubs, in bytes.** The slot table makes a row eight bytes (or
//!   four) longer than its fields, which soa-rs has no need of.
//! - **W10r, release with the default policy.** A release by itself is below
//!   0.2 us (`Manual`). The rest is the moves that keep holes below a quarter of
//!   the live bytes: 0.65 bytes moved a byte released, but each from a cold block
//!   to a cold hole.
//! - **W10f, the walk.** A block's place is found by its slot, and checked: 16
//!   instructions where an array of ranges has 11. With 10 000 blocks it loses more,
//!   up to 1.6, as its tables are larger too, and the blocks' first lines fill the
//!   second cache by themselves.
//!
//! A loop's speed also hangs on the address where the compiler happens to put
//! it: the same sum of `u32` ran twice as fast in one copy as in another. So all
//! who lend a plain slice share one copy.

mod contenders;
pub mod debug;
mod element;
pub mod footprint;
pub mod harness;
mod plot;
pub mod policies;
pub mod report;
pub mod resident;
pub mod slabs;
mod store;
pub mod workloads;
