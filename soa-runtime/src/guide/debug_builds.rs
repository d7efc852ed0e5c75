//! What a build without optimisation costs, and which setting helps.
//!
//! A hub's calls are generic: they are compiled in the crate that uses them, with
//! the settings of that crate. In a release build nothing of them is left but a
//! compare and a load. At `opt-level = 0` nothing is inlined: a lookup that is an
//! instruction or two becomes a few dozen, and a row makes a reference for each of
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
//! The setting that engines recommend, `[profile.dev.package."*"]`, is for the
//! dependencies alone and does next to nothing for hubs, as their code is not
//! compiled there. It can stand beside the other. `debug-assertions = false` takes
//! away this crate's own checks, and overflow checks and assertions of yours.
//!
//! `cargo run --release -p soa-benches --bin debug_builds` in the repository
//! measures single steps in each of these profiles, beside `SlotMap` and `hecs`, and
//! writes `benches/results/debug.md`.
//!
//! # Loops
//!
//! What helps in any build helps most here: borrow the columns once, outside of
//! the loop, and touch the fields that are needed.
//!
//! ```
//! # #[cfg(feature = "derive")] {
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
//! # }
//! ```
