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
#[path = "../../../../tests/support/memory.rs"]
mod memory;
mod opening;
mod opening_killed;
mod past;
mod queueing;
#[path = "../../../../tests/support/random.rs"]
mod random;
mod reading;
mod unreadable;
mod world;
mod worlds;

use std::path::PathBuf;

use serde::Serialize;
use soa_journal::{Journal, JournalRecord, Options};
use soa_runtime::{Hub, IdAllocator};
use tempfile::TempDir;

use disk::Disk;

/// A record of the tests that need only some record.
#[derive(IdAllocator)]
#[soa(tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Unit {
    hp: u32,
    name: String,
}

/// Returns a journal on a disk of its own, which nobody else sees.
fn journal() -> Journal {
    Options::new().open_on(Disk::default()).unwrap()
}

/// Returns a folder, and the path of a journal in it that is not there yet.
fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world");
    (folder, path)
}

/// Commits one value.
fn save_value(journal: &mut Journal, name: &str, value: &impl Serialize) {
    journal.commit(|commit| commit.value(name, value)).unwrap();
}

/// Commits one hub.
fn save<T: JournalRecord>(journal: &mut Journal, name: &str, hub: &mut Hub<T>) {
    journal.commit(|commit| commit.hub(name, hub)).unwrap();
}
