//! The modules of `tests/hub` that need no crate with a newer minimum compiler.

#[path = "../hub/calls/mod.rs"]
mod calls;
#[path = "../hub/holes_kept.rs"]
mod holes_kept;
#[path = "../hub/inspect.rs"]
mod inspect;
#[path = "../hub/interop/mod.rs"]
mod interop;
#[path = "../hub/limits.rs"]
mod limits;
#[path = "../hub/nested.rs"]
mod nested;
#[path = "../hub/panics.rs"]
mod panics;
#[path = "../hub/parallel/mod.rs"]
mod parallel;
// Public down to the structs that are linted as public ones.
#[path = "../hub/layouts.rs"]
mod layouts;
#[path = "../hub/promises/mod.rs"]
pub mod promises;
#[path = "../hub/reserved/mod.rs"]
mod reserved;
#[path = "../hub/storage.rs"]
mod storage;
#[path = "../support/mod.rs"]
mod support;
#[path = "../hub/walks.rs"]
mod walks;
#[path = "../hub/zip.rs"]
mod zip;
