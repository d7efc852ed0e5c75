//! What a build without optimisation costs, and which setting helps.
//!
//! The methods of a hub are generic, so they are compiled in the crate that uses them, with the
//! settings of that crate. In a release build, a lookup is one compare and one load. At
//! `opt-level = 0` the compiler inlines almost nothing, and the same lookup takes several hundred
//! instructions. A row makes one reference per field, whether the field is used or not.
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
//! `opt-level = 1` under `[profile.dev]` has the same effect for all crates, and takes longer to
//! compile. Adding `debug-assertions = false` makes no further difference.
//!
//! Engines recommend `[profile.dev.package."*"]`. That setting applies only to dependencies, where
//! the code of a hub is not compiled, so it changes little: with `opt-level = 3` there and 0 for the
//! program, the same steps took 0.7 to 1.4 of the time.
//!
//! The following times are nanoseconds, medians, for 1000 rows of five fields, with ids in random
//! order:
//!
//! | | `opt-level = 0`: `SlotMap` | slots | `opt-level = 1`: `SlotMap` | slots |
//! |---|--:|--:|--:|--:|
//! | `get(id)` | 11.3 | 24.6 | 0.6 | 0.7 |
//! | `row_mut(id)` | 12.0 | 14.9 | 0.6 | 0.5 |
//! | `column[id]` | 11.3 | 5.3 | 0.6 | 0.8 |
//! | `hub.columns().field[id]` | 11.3 | 80.6 | 0.6 | 3.1 |
//! | `dealloc` and `insert` | 73.6 | 170.1 | 3.0 | 10.5 |
//! | `insert`, reserved | 60.2 | 74.3 | 2.4 | 4.2 |
//! | `iter`, per row | 13.0 | 21.2 | 1.6 | 0.5 |
//! | `iter_mut`, per row | 14.0 | 22.1 | 1.4 | 0.6 |
//! | `iter_live` of a column, per row | 12.7 | 4.9 | 1.6 | 0.4 |
//! | `zip_live` of two columns, per row | 14.2 | 7.1 | 1.6 | 0.7 |
//! | `retain` of every second row, per row | 19.1 | 61.1 | 1.2 | 3.1 |
//!
//! While the other cores of the machine are busy, steps of a hub take up to twice as long.
//!
//! In the repository, `cargo run --release -p soa-bench --bin debug_builds` measures all of
//! these profiles again and writes `benches/results/debug.md`.
//!
//! # Large records
//!
//! Without optimisation, a value is copied on the stack each time that it is passed on. A hub moves
//! values between a record and its row without that, so a large record is rarely there. These are the
//! copies of a record that are on the stack at once, beyond the copies of the `Default` of its fields.
//! A thread has 2 MiB by default, and the main thread usually 8:
//!
//! | | copies |
//! |---|--:|
//! | `alloc`, if no field needs drop, and freeing rows (`dealloc`, `dealloc_many`, `retain`, `clear`), slots | 2 |
//! | `alloc`, if a field needs drop | 3 |
//! | freeing rows, dense | 0 |
//! | growing, `swap_rows`, sorting | 0 |
//! | `insert`, with the record itself | 2 to 4 |
//! | `remove`, with its result | 4 |
//! | loading a hub, applying a delta to a mirror | fewer than `Vec<Record>` by serde: 17 instead of 22, for a field of bytes in postcard |
//!
//! So a field of 64 KiB or more belongs in a `Box` if its record is loaded in a thread with a small
//! stack. The thread of a journal has a stack of 64 MiB. The figures are for rustc 1.95, and
//! `cargo test --test stack` checks them.
//!
//! # Loops
//!
//! What makes a loop fast in any build matters most here. Borrow the columns once, before the
//! loop, and use only the fields that the loop needs.
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
//! // Each iteration makes a row: three references.
//! for &id in &ids {
//!     *bodies.row_mut(id).velocity += 1.0;
//! }
//!
//! // Each iteration is one lookup.
//! let mut columns = bodies.columns_mut();
//! for &id in &ids {
//!     columns.velocity[id] += 1.0;
//! }
//!
//! // No lookups: the column is a slice.
//! for velocity in &mut *columns.velocity {
//!     *velocity += 1.0;
//! }
//! assert_eq!(columns.velocity[ids[99]], 3.0);
//! ```
