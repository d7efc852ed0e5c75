//! Hubs, subject by subject.

mod calls;
mod handles;
mod holes_kept;
mod insert_at;
mod inspect;
mod interop;
mod limits;
mod nested;
mod panics;
mod parallel;
// Public down to the structs that are linted as public ones.
pub mod promises;
mod purge;
mod saves;
mod storage;
#[path = "../support/mod.rs"]
mod support;
mod tracked;
mod walks;
mod withheld;
mod zip;
