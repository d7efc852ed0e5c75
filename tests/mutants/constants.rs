//! The tests of hubs that depend most on constants, in a suite that builds quickly.

#[path = "hub/aligned.rs"]
mod aligned;
#[path = "hub/handles.rs"]
mod handles;
#[path = "hub/interop/mod.rs"]
mod interop;
#[path = "hub/limits.rs"]
mod limits;
#[path = "hub/purge.rs"]
mod purge;
#[path = "hub/storage.rs"]
mod storage;
#[path = "support/mod.rs"]
mod support;
#[path = "hub/tracked/mod.rs"]
mod tracked;
#[path = "hub/mirror/version_number.rs"]
mod version_number;
#[path = "hub/saves/widths.rs"]
mod widths;
