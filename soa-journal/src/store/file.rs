//! A journal at a path.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use redb::Database;
use redb::backends::FileBackend;

use super::ledger::Ledger;
use super::open::open_storage;
use super::tables::storage;
use crate::error::JournalError;

/// Opens the file at a path, or makes it.
pub(crate) fn open_path(path: &Path, trusted: bool) -> Result<Database, JournalError> {
    match OpenOptions::new().read(true).write(true).open(path) {
        Ok(file) => open_storage(FileBackend::new(file).map_err(storage)?, trusted),
        Err(error) if error.kind() == ErrorKind::NotFound => create(path, trusted),
        Err(error) => Err(error.into()),
    }
}

/// Makes a new journal under another name and renames it.
///
/// While this process has the new file locked, no other process can rename it. So it is enough
/// to look at `path` once after locking.
fn create(path: &Path, trusted: bool) -> Result<Database, JournalError> {
    let new = beside(path)?;
    let file = (OpenOptions::new().read(true).write(true).create(true))
        .truncate(false)
        .open(&new)?;
    let database = open_storage(FileBackend::new(file).map_err(storage)?, trusted)?;
    if path.try_exists()? {
        // Another process was faster. It may have renamed the very file that is open here.
        drop(database);
        return open_path(path, trusted);
    }
    if Ledger::read(&database)?.last > 0 {
        // What an interrupted creation left has no commits.
        let reason = format!(
            "`{}` is a journal with commits; move it away",
            new.display()
        );
        return Err(io::Error::new(ErrorKind::AlreadyExists, reason).into());
    }
    fs::rename(&new, path)?;
    sync_folder(path)?;
    Ok(database)
}

/// Returns the name under which a new journal is made.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "the path of a journal must end with the name of a file",
        ));
    };
    let mut new = OsString::from(name);
    new.push(".new");
    Ok(path.with_file_name(new))
}

/// Waits until the disk has the name of a file.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    fs::File::open(folder)?.sync_all()
}

/// Windows cannot sync a folder, and writes names through.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
