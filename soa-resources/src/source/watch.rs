//! Reports which files below a folder changed.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use notify_debouncer_full::notify::event::{EventKind, ModifyKind, RemoveKind};
use notify_debouncer_full::notify::{self, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{
    DebounceEventResult, DebouncedEvent, Debouncer, RecommendedCache, new_debouncer,
};

/// The time without writes after which a changed file is reported, because programs write
/// files in parts.
const SETTLED: Duration = Duration::from_millis(50);

/// The error of a folder that cannot be watched; see
/// [`Directory::watch`](crate::Directory::watch).
#[derive(Debug)]
pub struct WatchError {
    root: PathBuf,
    cause: notify::Error,
}

impl fmt::Display for WatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} cannot be watched: {}",
            self.root.display(),
            self.cause
        )
    }
}

impl Error for WatchError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.cause)
    }
}

pub(super) struct Watch {
    names: Receiver<String>,
    /// Watches until it is dropped. The lock only makes it `Sync`.
    _debouncer: Mutex<Debouncer<RecommendedWatcher, RecommendedCache>>,
}

impl Watch {
    pub(super) fn new(root: &Path) -> Result<Self, WatchError> {
        let (sender, names) = unbounded();
        let reporter = Reporter {
            root: root.to_owned(),
            names: sender,
        };
        let start = || {
            let mut debouncer =
                new_debouncer(SETTLED, None, move |events| reporter.report_all(events))?;
            debouncer.watch(root, RecursiveMode::Recursive)?;
            Ok(debouncer)
        };
        let debouncer = start().map_err(|cause| WatchError {
            root: root.to_owned(),
            cause,
        })?;
        Ok(Self {
            names,
            _debouncer: Mutex::new(debouncer),
        })
    }

    pub(super) fn changes(&self) -> Vec<String> {
        self.names.try_iter().collect()
    }
}

/// Turns events into names.
struct Reporter {
    root: PathBuf,
    names: Sender<String>,
}

impl Reporter {
    fn report_all(&self, events: DebounceEventResult) {
        match events {
            Ok(events) => events.iter().for_each(|event| self.report_one(event)),
            // It is unknown which changes were missed.
            Err(_) => self.report("/".to_owned()),
        }
    }

    fn report_one(&self, event: &DebouncedEvent) {
        if event.need_rescan() {
            return self.report("/".to_owned());
        }
        // The files in a folder that was added or removed have no events of their own.
        let of_folder = match event.kind {
            // A read is not a change: each reload would cause the next one.
            EventKind::Access(_) => return,
            EventKind::Remove(kind) => kind != RemoveKind::File,
            // The old path of a folder that was renamed or moved away leads to nothing.
            EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(_)) => {
                !event.paths.last().is_some_and(|path| path.is_file())
            }
            _ => false,
        };
        for name in event.paths.iter().filter_map(|path| self.name(path)) {
            if of_folder {
                self.report(format!("{name}/"));
            }
            self.report(name);
        }
    }

    /// Returns the path as a name, if it can be one.
    fn name(&self, path: &Path) -> Option<String> {
        let below = path.strip_prefix(&self.root).ok()?;
        let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
        parts.map(|parts| parts.join("/"))
    }

    fn report(&self, name: String) {
        // The receiver is gone once the folder is no longer watched.
        let _ = self.names.send(name);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use notify_debouncer_full::notify::Event;

    use super::*;

    /// Returns the names that are reported for an event of `path`.
    fn reported(kind: EventKind, path: &str) -> Vec<String> {
        let (sender, names) = unbounded();
        let reporter = Reporter {
            root: PathBuf::from("root"),
            names: sender,
        };
        let event = Event::new(kind).add_path(PathBuf::from(path));
        reporter.report_one(&DebouncedEvent::new(event, Instant::now()));
        names.try_iter().collect()
    }

    #[test]
    fn what_was_removed_stands_for_what_was_in_it_unless_it_is_a_file() {
        let removed = |kind| reported(EventKind::Remove(kind), "root/in/a");
        assert_eq!(removed(RemoveKind::File), ["in/a"]);
        for kind in [RemoveKind::Folder, RemoveKind::Any] {
            assert_eq!(removed(kind), ["in/a/", "in/a"]);
        }
    }

    #[test]
    fn the_error_names_the_folder_and_has_its_cause() {
        let error = WatchError {
            root: PathBuf::from("levels"),
            cause: notify::Error::generic("too many folders"),
        };
        let text = error.to_string();
        assert!(
            text.contains("levels") && text.contains("too many folders"),
            "{text}"
        );
        let cause = error.source().expect("it has one").to_string();
        assert!(cause.contains("too many folders"), "{cause}");
    }
}
