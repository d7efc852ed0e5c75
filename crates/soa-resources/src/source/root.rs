//! The folder of a [`Directory`](super::Directory), and where its names lead.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::names;

/// The real path of a folder.
#[derive(Debug)]
pub(super) struct Root(PathBuf);

/// Where a name leads to, and what was there when it was looked at.
pub(super) struct Found {
    pub(super) place: PathBuf,
    pub(super) metadata: Metadata,
}

impl Root {
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        let root = fs::canonicalize(path)?;
        if !fs::metadata(&root)?.is_dir() {
            let why = format!("{} is not a folder", path.display());
            return Err(io::Error::new(ErrorKind::NotADirectory, why));
        }
        Ok(Self(root))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns whether a real path is in the folder.
    pub(super) fn contains(&self, real: &Path) -> bool {
        real.starts_with(&self.0)
    }

    /// Follows `name` to a regular file in the folder.
    pub(super) fn find(&self, name: &str) -> io::Result<Found> {
        names::check(name)?;
        let place = fs::canonicalize(self.0.join(name))?;
        if !self.contains(&place) {
            return Err(refused("a link in it leads out of the folder"));
        }
        let metadata = fs::symlink_metadata(&place)?;
        if !metadata.is_file() {
            return Err(refused("it is not a regular file"));
        }
        Ok(Found { place, metadata })
    }
}

pub(super) fn refused(why: &str) -> io::Error {
    io::Error::new(ErrorKind::PermissionDenied, why)
}
