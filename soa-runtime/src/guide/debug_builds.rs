//! What a build without optimisation costs, and which setting helps.
//!
//! A hub's calls are generic: they are compiled in the crate that uses them, with
//! the settings of that crate. In a release build nothing of them is left but a
//! compare and a load. At `opt-level = 0` next to nothing is inlined: a lookup that is
//! an instruction or two becomes some hundreds, as a row makes a reference for each of
//! its fields, whether it is used or not.
//!
//! # Settings
//!
//! Optimise the crates that use hubs, and leave the others as they are:
//!
//! ```toml
//! [profile.dev.package.my-simulation]
//! opt-level = 1
//! ```
//!
//! `opt-level = 1` for all, under `[profile.dev]`, is the same and compiles longer.
//! `debug-assertions = false` beside it gains nothing more.
//!
//! The setting that engines recommend, `[profile.dev.package."*"]`, is for the
//! dependencies alone, and a hub's code is not compiled there: with `opt-level = 3` in
//! it and 0 for the program, the same steps took 1.3 to 1.7 times as long as without.
//!
//! Nanoseconds, 1000 rows of five fields, ids in random order, two cores:
//!
//! | | `opt-level = 0`: `SlotMap` | slots | hecs | `opt-level = 1`: `SlotMap` | slots | hecs |
//! |---|--:|--:|--:|--:|--:|--:|
//! | `get(id)` | 17 | 80 | 199 | 0.9 | 0.7 | 14 |
//! | `row_mut(id)` | 16 | 59 | 205 | 1.0 | 0.7 | 15 |
//! | `column[id]` | 17 | 22 | 22 | 1.0 | 0.7 | 1.4 |
//! | `hub.columns().field[id]` | 17 | 284 | 436 | 1.0 | 1.2 | 56 |
//! | `dealloc` and `insert` | 157 | 600 | 1792 | 5.1 | 16 | 123 |
//! | `insert`, reserved | 121 | 177 | 1252 | 7.2 | 13 | 131 |
//!
//! `cargo run --release -p soa-benches --bin debug_builds` in the repository measures
//! them again, in all of these profiles, and writes `benches/results/debug.md`.
//!
//! # Loops
//!
//! What helps in any build helps most here: borrow the columns once, outside of
//! the loop, and touch the fields that are needed.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Body { position: f32, velocity: f32, mass: f32 }
//!
//! let mut bodies = BodyHub::new();
//! let ids = bodies.alloc_many(100);
//!
//! // Each turn makes a row: three references.
//! for &id in &ids {
//!     *bodies.row_mut(id).velocity += 1.0;
//! }
//!
//! // Each turn is one lookup.
//! let mut columns = bodies.columns_mut();
//! for &id in &ids {
//!     columns.velocity[id] += 1.0;
//! }
//!
//! // No lookup at all: the column is a slice.
//! for velocity in &mut *columns.velocity {
//!     *velocity += 1.0;
//! }
//! assert_eq!(columns.velocity[ids[99]], 3.0);
//! ```
