//! Tests of libraries, one module per subject.

mod asked_names;
mod budget;
mod contract;
mod drops;
mod guarantees;
mod holders;
mod idle;
mod lives;
mod no_threads;
mod priorities;
mod sharing;
mod sources;
mod support;
mod watch;
