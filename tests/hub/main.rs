//! Tests of hubs, one module per subject.

mod aligned;
mod calls;
mod handles;
mod holes_kept;
mod insert_at;
mod inspect;
mod interop;
#[path = "../support/layouts.rs"]
mod layouts;
mod limits;
mod links;
mod mirror;
mod nested;
mod panics;
mod parallel;
// Public, because some of its structs are checked by lints for public items.
pub mod promises;
mod purge;
mod reserved;
mod saves;
mod storage;
#[path = "../support/mod.rs"]
mod support;
mod tags;
mod tracked;
mod walks;
mod world;
mod zip;
