//! Tests of libraries, one module per subject.

mod asked_names;
mod budget;
mod contract;
mod drops;
mod guarantees;
mod holders;
mod lives;
#[path = "../../../../tests/support/memory.rs"]
mod memory;
mod no_threads;
#[path = "../../../../tests/support/random.rs"]
mod random;
mod sharing;
mod sources;
mod support;
mod watch;
