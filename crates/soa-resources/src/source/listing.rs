//! The files below a folder of the file system, without following links to folders.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::names;

/// Returns the names of the files below `folder`, which is a name in `root` or empty,
/// ordered by their bytes. `is_listed` decides about files and links.
///
/// What disappears during the walk is left out.
pub(super) fn files_below(
    root: &Path,
    folder: &str,
    is_listed: impl Fn(&str, &Metadata) -> bool,
) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in entries(root, &folder)? {
            let Some(name) = name_of(&folder, &path) else {
                continue;
            };
            let Some(metadata) = unless_absent(fs::symlink_metadata(&path))? else {
                continue;
            };
            if metadata.is_dir() {
                folders.push(name);
            } else if is_listed(&name, &metadata) {
                found.push(name);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Returns the entries of a folder. There are none if it does not exist, is not a
/// folder, or is reached through a link.
fn entries(root: &Path, folder: &str) -> io::Result<Vec<PathBuf>> {
    let path = if folder.is_empty() {
        root.to_owned()
    } else {
        root.join(folder)
    };
    if !is_real_folder(&path)? {
        return Ok(Vec::new());
    }
    let Some(entries) = unless_absent(fs::read_dir(&path))? else {
        return Ok(Vec::new());
    };
    let entries = entries.map(|entry| entry.map(|entry| entry.path()));
    let entries: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    // A link that replaced the folder meanwhile shows nothing of where it leads.
    Ok(if is_real_folder(&path)? {
        entries
    } else {
        Vec::new()
    })
}

/// Returns whether `path`, which starts with a real root, is a folder and no part of it
/// is a link.
fn is_real_folder(path: &Path) -> io::Result<bool> {
    let Some(real) = unless_absent(fs::canonicalize(path))? else {
        return Ok(false);
    };
    let metadata = unless_absent(fs::symlink_metadata(path))?;
    Ok(real == path && metadata.is_some_and(|metadata| metadata.is_dir()))
}

/// Returns the name of an entry of `folder`, if it can be one.
fn name_of(folder: &str, path: &Path) -> Option<String> {
    let last = path.file_name()?.to_str()?;
    let name = if folder.is_empty() {
        last.to_owned()
    } else {
        format!("{folder}/{last}")
    };
    names::check(&name).is_ok().then_some(name)
}

/// Returns `None` for what is not there, or where a file stands in for a folder.
fn unless_absent<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if [ErrorKind::NotFound, ErrorKind::NotADirectory].contains(&error.kind()) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::{ErrorKind, io, unless_absent};

    #[test]
    fn only_the_error_of_what_is_not_there_is_nothing() {
        let refuse = |kind: ErrorKind| unless_absent(Err::<(), _>(io::Error::from(kind)));
        for kind in [ErrorKind::NotFound, ErrorKind::NotADirectory] {
            assert!(refuse(kind).is_ok_and(|found| found.is_none()), "{kind}");
        }
        let error = refuse(ErrorKind::PermissionDenied).expect_err("it may be there");
        assert_eq!(error.kind(), ErrorKind::PermissionDenied);
    }
}
