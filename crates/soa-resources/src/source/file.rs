//! Which file it is, and whether it has changed.

use std::fs::Metadata;
#[cfg(feature = "watch")]
use std::path::Path;
#[cfg(any(feature = "watch", not(unix)))]
use std::time::SystemTime;

/// Tells files apart. All names of a file have the same, also hard links.
#[cfg(unix)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FileId {
    device: u64,
    number: u64,
}

/// Other systems have no such numbers in the standard library. Files that differ in
/// these facts are different files.
#[cfg(not(unix))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FileId {
    length: u64,
    created: Option<SystemTime>,
}

impl FileId {
    #[cfg(unix)]
    pub(super) fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            device: metadata.dev(),
            number: metadata.ino(),
        }
    }

    #[cfg(not(unix))]
    pub(super) fn of(metadata: &Metadata) -> Self {
        Self {
            length: metadata.len(),
            created: metadata.created().ok(),
        }
    }
}

/// A file in a state. Two prints that differ are of two files, or of a file that changed
/// in between.
#[cfg(feature = "watch")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Print {
    pub(super) file: FileId,
    length: u64,
    modified: Option<SystemTime>,
    /// The last change of anything, in seconds and nanoseconds. A program cannot choose it,
    /// as it can choose the time of the last modification.
    #[cfg(unix)]
    changed: (i64, i64),
    /// A hash of the real path: without numbers, two files can have the same facts.
    #[cfg(not(unix))]
    place: u64,
}

#[cfg(feature = "watch")]
impl Print {
    /// Returns the print of the file at a real path.
    #[cfg(unix)]
    pub(super) fn of(_: &Path, metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            file: FileId::of(metadata),
            length: metadata.len(),
            modified: metadata.modified().ok(),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    #[cfg(not(unix))]
    pub(super) fn of(place: &Path, metadata: &Metadata) -> Self {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        place.hash(&mut hasher);
        Self {
            file: FileId::of(metadata),
            length: metadata.len(),
            modified: metadata.modified().ok(),
            place: hasher.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::FileId;

    #[test]
    fn files_are_told_apart() {
        let [one, other] = ["Cargo.toml", "src/lib.rs"].map(|name| {
            let path = format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
            FileId::of(&fs::metadata(path).expect("it is there"))
        });
        assert_eq!(one, one);
        assert_ne!(one, other);
    }
}
