//! Paths that had events, until they are settled.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use notify::event::{EventKind, ModifyKind, RemoveKind};

/// The time without events after which a path is settled, because programs write files in
/// parts.
pub(super) const SETTLED: Duration = Duration::from_millis(50);

/// What happened to a path. Of several changes, the last one in this list counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// The file is the same, with other bytes or other rights.
    Written,
    /// A file or a link went.
    FileRemoved,
    /// Something came or went.
    Moved,
    /// Something went that may have been a folder, with all names in it.
    FolderRemoved,
}

impl Change {
    fn of(kind: EventKind) -> Self {
        match kind {
            EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_)) => Self::Written,
            EventKind::Remove(RemoveKind::File) => Self::FileRemoved,
            EventKind::Remove(_) => Self::FolderRemoved,
            _ => Self::Moved,
        }
    }
}

/// Paths whose last event is not long ago.
#[derive(Debug, Default)]
pub(super) struct Unsettled {
    paths: HashMap<PathBuf, (Instant, Change)>,
}

impl Unsettled {
    /// Records an event of `path`.
    pub(super) fn note(&mut self, path: &Path, kind: EventKind, now: Instant) {
        let change = Change::of(kind);
        if let Some((last, known)) = self.paths.get_mut(path) {
            *last = now;
            *known = change.max(*known);
        } else {
            self.paths.insert(path.to_owned(), (now, change));
        }
    }

    /// Takes out the paths that are settled.
    pub(super) fn settled(&mut self, now: Instant) -> Vec<(PathBuf, Change)> {
        let is_settled = |last: Instant| now.saturating_duration_since(last) >= SETTLED;
        let mut settled = Vec::new();
        self.paths.retain(|path, (last, change)| {
            if is_settled(*last) {
                settled.push((path.clone(), *change));
            }
            !is_settled(*last)
        });
        settled
    }

    /// Returns the paths that are not settled yet.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.paths.keys().map(PathBuf::as_path)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }
}
