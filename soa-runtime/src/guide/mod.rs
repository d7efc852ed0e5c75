//! How to do it: one page per question, each with code that runs.
//!
//! Coming from elsewhere:
//!
//! - [`from_slotmap`]: method by method, and a step of a game in both.
//! - [`from_soa_rs`]: columns as there, and ids.
//! - [`from_hecs`]: a hub for each kind of object.
//!
//! Deciding:
//!
//! - [`layouts`]: where the rows are, and the trap in the holes.
//! - [`memory`]: what a hub costs, and capacity as reserved address space.
//! - [`generic_code`]: code for any record.
//! - [`saves`]: snapshots that evolve with the struct.
//!
//! Doing:
//!
//! - [`threads`]: a hub and several threads.
//! - [`rollback`]: frames that are saved, undone and played again, and what ids do then.
//! - [`prefabs`]: rows that point at each other, copied together.
//! - [`undo`]: a deletion that is undone under the same ids.
//! - [`gpu`]: what the GPU still reads.
//! - [`looking_into_a_hub`]: its rows, its memory, its columns and its changes, for people to read.
//! - [`debug_builds`]: what a build without optimisation costs.

pub mod debug_builds;
pub mod from_hecs;
pub mod from_slotmap;
pub mod from_soa_rs;
pub mod generic_code;
pub mod gpu;
pub mod layouts;
pub mod looking_into_a_hub;
pub mod memory;
pub mod prefabs;
pub mod rollback;
pub mod saves;
pub mod threads;
pub mod undo;
