//! Tests of the journal.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a test that cannot go on fails, and its numbers are small"
)]

mod changes;
mod commits;
mod crashes;
mod damage;
mod disk;
mod failures;
mod files;
mod ids;
mod kill;
mod loading;
mod memory;
mod opening;
mod opening_killed;
mod past;
mod queueing;
mod random;
mod reading;
mod unreadable;
mod world;
mod worlds;
