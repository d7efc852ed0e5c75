//! Ways to save a world, each in a file of its own.

mod journal;
mod rows;
mod snapshot;
mod sqlite;

use std::fs;
use std::path::{Path, PathBuf};

use soa_bench::harness::Failure;

pub(crate) use journal::Journaled;
pub(crate) use rows::Rows;
pub(crate) use snapshot::Snapshot;
pub(crate) use sqlite::Sqlite;

use crate::world::UnitHub;

/// A way to save a world.
pub(crate) trait Contender {
    fn name(&self) -> &'static str;

    /// Saves, of which these rows have changed since the last time. Returns when the caller can
    /// go on.
    fn save(&mut self, units: &mut UnitHub, rows: &[usize]) -> Result<(), Failure>;

    /// Waits until what was saved is on disk.
    fn flush(&mut self) -> Result<(), Failure>;

    /// Reads what is on disk. What an open database or file needs, is open.
    fn load(&mut self) -> Result<UnitHub, Failure>;

    /// Returns the bytes of the file.
    fn size(&self) -> Result<u64, Failure>;
}

/// Returns a path without a file.
fn fresh(folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    let path = folder.join(name);
    for end in ["", "-wal", "-shm"] {
        let file = folder.join(format!("{name}{end}"));
        if fs::exists(&file)? {
            fs::remove_file(file)?;
        }
    }
    Ok(path)
}
