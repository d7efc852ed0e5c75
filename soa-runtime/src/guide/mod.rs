//! Guides: one page per question, each with code that runs.
//!
//! To begin:
//!
//! - [`methods`]: which method of a hub to use, by task.
//! - [`layouts`]: where the rows are, and how to loop over them.
//! - [`compiler_messages`]: errors whose cause is elsewhere, and what to write.
//!
//! Coming from another crate:
//!
//! - [`from_slotmap`]: method by method, and a step of a game in both.
//! - [`from_soa_rs`]: the same columns, with ids.
//! - [`from_hecs`]: a hub for each kind of object, and a hub beside an ECS.
//!
//! Before you decide:
//!
//! - [`speed`]: what is fast, what is slow, and what was tried.
//! - [`memory`]: what a hub costs in memory, and capacity as reserved address space.
//! - [`generic_code`]: code for any record.
//! - [`saves`]: snapshots that evolve with the struct.
//! - [`debug_builds`]: what a build without optimisation costs.
//! - [`other_systems`]: what differs on ARM, Windows, big-endian machines and in the browser.
//!
//! How to:
//!
//! - [`threads`]: use a hub from several threads.
//! - [`world`]: declare several hubs as one world, and do something with all of them.
//! - [`replication`]: send the rows of a server to its clients.
//! - [`rollback`]: save frames, undo them and play them again.
//! - [`nested`]: put hubs into hubs, and refuse the ids of the wrong parent.
//! - [`prefabs`]: copy rows that refer to each other.
//! - [`undo`]: undo a deletion under the same ids.
//! - [`gpu`]: keep resources that the GPU still reads.
//! - [`vectors`]: columns of `glam`'s vectors and matrices, everywhere that columns go.
//! - [`looking_into_a_hub`]: print the rows, the memory, the columns and the changes of a hub.

pub mod compiler_messages;
pub mod debug_builds;
pub mod from_hecs;
pub mod from_slotmap;
pub mod from_soa_rs;
pub mod generic_code;
pub mod gpu;
pub mod layouts;
pub mod looking_into_a_hub;
pub mod memory;
pub mod methods;
pub mod nested;
pub mod other_systems;
pub mod prefabs;
pub mod replication;
pub mod rollback;
pub mod saves;
pub mod speed;
pub mod threads;
pub mod undo;
pub mod vectors;
pub mod world;
