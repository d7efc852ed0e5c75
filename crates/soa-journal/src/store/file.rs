//! A journal at a path.
//!
//! A new journal is written under another name, and renamed when it is whole. So a file at the
//! journal's path was never cut, and one that cannot be read is damaged or something else. Under
//! the other name a creation that was interrupted leaves an empty file, or some of the bytes of a
//! new journal between zeros.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::ops::Bound;
use std::path::{Path, PathBuf};

use redb::backends::FileBackend;
use redb::{Database, StorageBackend};

use super::ledger::Ledger;
use super::open::{Cut, Opening, Snapshot, new_journal, open_backend, open_snapshot};
use super::tables::storage;
use crate::error::JournalError;

/// What is at a path.
enum Found {
    Nothing,
    /// A file of 0 bytes.
    Empty,
    File,
}

/// Opens the file at a path, or makes it.
pub(crate) fn open_path(path: &Path, how: Opening) -> Result<(Database, Ledger), JournalError> {
    let real = resolve(path)?;
    let of_path = |error: JournalError| error.at(path);
    let opened = match find(&real)? {
        Found::Nothing | Found::Empty => create(&real, how)?,
        Found::File => open(&real, how).map_err(of_path)?,
    };
    // The process that renamed the file may have ended before the disk had the name.
    sync_folder(&real).map_err(|error| of_path(error.into()))?;
    Ok(opened)
}

/// Opens the file at a path for reading.
pub(crate) fn open_for_reading(path: &Path) -> Result<Snapshot, JournalError> {
    let real = resolve(path)?;
    let file = || {
        let file = File::open(&real)?;
        FileBackend::new(file).map_err(storage)
    };
    match find(&real)? {
        Found::File => open_snapshot(file).map_err(|error| error.at(path)),
        Found::Empty => Err(JournalError::NotAJournal {
            reason: String::from("the file is empty"),
        }
        .at(path)),
        Found::Nothing => Err(refuse(ErrorKind::NotFound, path, "there is no file")),
    }
}

/// Follows links, and checks that the path can be one of a file.
fn resolve(path: &Path) -> Result<PathBuf, JournalError> {
    let name = path
        .file_name()
        .map_or(&[][..], |name| name.as_encoded_bytes());
    let text = path.as_os_str().as_encoded_bytes();
    if name.is_empty() || !text.ends_with(name) {
        let reason = "the path of a journal must end with the name of a file";
        return Err(refuse(ErrorKind::InvalidInput, path, reason));
    }
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => fs::canonicalize(path).map_err(|error| {
            let target = fs::read_link(path).unwrap_or_default();
            let reason = format!("the link leads to `{}`: {error}", target.display());
            refuse(error.kind(), path, &reason)
        }),
        Ok(_) => Ok(path.to_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(path.to_owned()),
        Err(error) => Err(JournalError::from(error).at(path)),
    }
}

/// Looks at a path that is not a link.
fn find(path: &Path) -> Result<Found, JournalError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            Err(refuse(ErrorKind::IsADirectory, path, "it is a folder"))
        }
        Ok(metadata) if metadata.is_symlink() => {
            Err(refuse(ErrorKind::AlreadyExists, path, "it is a link"))
        }
        Ok(metadata) if !metadata.is_file() => {
            Err(refuse(ErrorKind::InvalidInput, path, "it is not a file"))
        }
        Ok(metadata) if metadata.len() == 0 => Ok(Found::Empty),
        Ok(_) => Ok(Found::File),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Found::Nothing),
        Err(error) => Err(JournalError::from(error).at(path)),
    }
}

/// Opens a file that is not empty.
fn open(path: &Path, how: Opening) -> Result<(Database, Ledger), JournalError> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let backend = FileBackend::new(file).map_err(storage)?;
    open_backend(backend, how, Cut::IsRefused)
}

/// Makes a new journal under another name and renames it.
///
/// While this process has the new file locked, no other process can rename it. So it is enough
/// to look at both names once after locking.
fn create(path: &Path, how: Opening) -> Result<(Database, Ledger), JournalError> {
    let new = beside(path);
    let of_both = |error: JournalError| error.at(&new).while_making(path);
    loop {
        let (backend, file) = open_new(&new).and_then(lock).map_err(of_both)?;
        match find(path)? {
            Found::Nothing | Found::Empty if is_at(&file, &new) => {}
            // Another process was faster. It may have renamed the very file that is open here.
            Found::File => return open(path, how).map_err(|error| error.at(path)),
            _ => continue,
        }
        let journal = new_journal()?;
        let whole = if is_cut(&backend, &journal).map_err(|error| of_both(error.into()))? {
            let written = backend.write(0, &journal);
            let synced = written.and_then(|()| backend.sync_data());
            synced.map_err(|error| of_both(error.into()))?;
            Err(backend)
        } else {
            Ok(open_whole(backend, path, how).map_err(of_both)?)
        };
        fs::rename(&new, path).map_err(|error| of_both(error.into()))?;
        sync_folder(path).map_err(|error| of_both(error.into()))?;
        return whole.or_else(|backend| {
            unlock(&backend)?;
            open_backend(backend, how, Cut::IsRefused).map_err(|error| error.at(path))
        });
    }
}

/// Returns whether a file is empty, or has nothing but bytes of a new journal and zeros.
fn is_cut(file: &FileBackend, journal: &[u8]) -> io::Result<bool> {
    let Ok(length) = usize::try_from(file.len()?) else {
        return Ok(false);
    };
    let mut found = vec![0; length.min(journal.len())];
    file.read(0, &mut found)?;
    let mut bytes = found.iter().zip(journal);
    Ok(length <= journal.len() && bytes.all(|(found, made)| *found == 0 || found == made))
}

/// Opens what another version may have made, and has no commits.
fn open_whole(
    file: FileBackend,
    path: &Path,
    how: Opening,
) -> Result<(Database, Ledger), JournalError> {
    unlock(&file)?;
    let (database, ledger) = open_backend(file, how, Cut::IsRefused)?;
    if ledger.last == 0 {
        return Ok((database, ledger));
    }
    let reason = format!(
        "it is a journal with commits, and there is none at `{}`; rename it to that, or move it \
         away",
        path.display()
    );
    Err(io::Error::new(ErrorKind::AlreadyExists, reason).into())
}

/// Opens the file of a creation. It is not one that a link leads to, or that has other names.
fn open_new(new: &Path) -> Result<File, JournalError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    loop {
        match find(new)? {
            Found::Nothing => match options.clone().create_new(true).open(new) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => return Ok(made?),
            },
            Found::Empty | Found::File => match options.open(new) {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                opened => {
                    let file = opened?;
                    if names(&file)? > 1 {
                        let reason = "the file has another name, too; remove this one";
                        return Err(io::Error::new(ErrorKind::AlreadyExists, reason).into());
                    }
                    return Ok(file);
                }
            },
        }
    }
}

/// Locks a file. Returns a second handle of it.
fn lock(file: File) -> Result<(FileBackend, File), JournalError> {
    let second = file.try_clone()?;
    let backend = FileBackend::new(file).map_err(storage)?;
    let locked = backend.try_lock_range(Bound::Unbounded, Bound::Unbounded);
    if locked.map_err(|error| storage(redb::StorageError::from(error)))? {
        Ok((backend, second))
    } else {
        Err(JournalError::InUse)
    }
}

fn unlock(backend: &FileBackend) -> Result<(), JournalError> {
    let unlocked = backend.unlock_range(Bound::Unbounded, Bound::Unbounded);
    unlocked.map_err(|error| storage(redb::StorageError::from(error)))
}

/// Returns an error about a path.
fn refuse(kind: ErrorKind, path: &Path, reason: &str) -> JournalError {
    JournalError::from(io::Error::new(kind, reason)).at(path)
}

/// Returns the name under which a new journal is made.
fn beside(path: &Path) -> PathBuf {
    let mut new = OsString::from(path);
    new.push(".new");
    new.into()
}

/// Returns the number of names of a file, as far as the system counts them.
#[cfg(unix)]
fn names(file: &File) -> io::Result<u64> {
    use std::os::unix::fs::MetadataExt;

    Ok(file.metadata()?.nlink())
}

#[cfg(not(unix))]
fn names(_: &File) -> io::Result<u64> {
    Ok(1)
}

/// Returns whether an open file has this name now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let found = (file.metadata(), fs::symlink_metadata(path));
    let (Ok(open), Ok(named)) = found else {
        return false;
    };
    (open.dev(), open.ino()) == (named.dev(), named.ino())
}

/// Other systems have no stable name for an open file.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Waits until the disk has the name of a file.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    match File::open(folder)?.sync_all() {
        // Some file systems cannot sync a folder.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

/// Windows cannot sync a folder, and writes names through.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
