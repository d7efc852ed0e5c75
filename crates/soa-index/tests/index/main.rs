//! The answers of an index are those of a scan of the hub, in the same order, whatever happened to
//! the hub and whenever the index was asked.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod bad_input;
mod beside;
mod boxes;
#[path = "../../../../tests/support/calls.rs"]
mod calls;
mod edits;
mod extents;
mod fields;
mod hubs;
mod key;
mod links;
mod panics;
mod places;
mod programs;
mod record;
mod refresh;
mod short;
mod slots;
mod space;
mod subject;
mod threads;
