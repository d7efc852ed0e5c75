//! Reports which names of a folder changed.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use notify::event::{Event, EventKind};

use super::asked::{Asked, Happened};
use super::file::FileId;
use super::folders::Folders;
use super::root::{Found, Root};
use super::unsettled::{Change, Unsettled};

/// The time between two reports while something happens. Without a pause, changes that
/// settle one by one would be looked at one by one. It is a little longer than a path takes
/// to settle, so that changes of one moment are looked at together.
const PAUSE: Duration = Duration::from_millis(60);

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

/// A folder that is watched until this is dropped.
pub(super) struct Watch {
    asked: Arc<Asked>,
    reports: Receiver<BTreeSet<String>>,
    messages: Sender<Message>,
}

/// A message to the watching thread.
enum Message {
    Event(notify::Result<Event>),
    /// A name is due that was asked for.
    Due,
    Stop,
}

impl Watch {
    pub(super) fn new(root: &Arc<Root>) -> Result<Self, WatchError> {
        let (messages, inbox) = unbounded();
        let (sender, reports) = unbounded();
        let asked = Arc::new(Asked::new(Arc::clone(root)));
        let start = || {
            let events = messages.clone();
            let tell = move |event: notify::Result<Event>| {
                // A read is not a change: each reload would cause the next one.
                let is_access = |event: &Event| matches!(event.kind, EventKind::Access(_));
                if !event.as_ref().is_ok_and(is_access) {
                    // The thread has ended once the folder is no longer watched.
                    let _ = events.send(Message::Event(event));
                }
            };
            let watching = Watching {
                folders: Folders::watch(root, tell)?,
                reporter: Reporter {
                    root: Arc::clone(root),
                    asked: Arc::clone(&asked),
                    unsettled: Unsettled::default(),
                    is_unsure: false,
                    is_due: false,
                },
                inbox,
                reports: sender,
            };
            let thread = thread::Builder::new().name("soa-resources watch".to_owned());
            thread.spawn(|| watching.run()).map_err(notify::Error::io)?;
            Ok(())
        };
        start().map_err(|cause| WatchError {
            root: root.path().to_owned(),
            cause,
        })?;
        Ok(Self {
            asked,
            reports,
            messages,
        })
    }

    /// Finds the file of a name, and reports the name from now on.
    pub(super) fn find(&self, name: &str) -> io::Result<Found> {
        let (found, is_due) = self.asked.find(name);
        if is_due {
            let _ = self.messages.send(Message::Due);
        }
        found
    }

    pub(super) fn changes(&self) -> Vec<String> {
        self.reports.try_iter().flatten().collect()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::Stop);
    }
}

/// The thread that turns events into names.
struct Watching {
    folders: Folders,
    reporter: Reporter,
    inbox: Receiver<Message>,
    /// What is reported together arrives together.
    reports: Sender<BTreeSet<String>>,
}

impl Watching {
    fn run(mut self) {
        // When the next report is due, if anything happened.
        let mut next = None;
        loop {
            let message = match next {
                Some(next) => self.inbox.recv_deadline(next),
                None => self.inbox.recv().map_err(RecvTimeoutError::from),
            };
            let now = Instant::now();
            match message {
                Ok(Message::Event(event)) => self.note(event, now),
                Ok(Message::Due) => self.reporter.is_due = true,
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            }
            if *next.get_or_insert(now + PAUSE) <= now {
                let names = self.reporter.report(now);
                if !names.is_empty() {
                    // The receiver is gone once the folder is no longer watched.
                    let _ = self.reports.send(names);
                }
                let is_waiting = !self.reporter.unsettled.is_empty();
                // From the end of this report on: it may have taken long.
                next = is_waiting.then(|| Instant::now() + PAUSE);
            }
        }
    }

    fn note(&mut self, event: notify::Result<Event>, now: Instant) {
        let Ok(event) = event else {
            // It is unknown which changes were missed.
            self.reporter.is_unsure = true;
            return;
        };
        let is_unsure = if event.need_rescan() {
            self.reporter.is_unsure = true;
            self.folders.watch_again()
        } else {
            self.folders.follow(&event.paths)
        };
        self.reporter.is_unsure |= is_unsure.is_err();
        for path in &event.paths {
            self.reporter.unsettled.note(path, event.kind, now);
        }
    }
}

/// What happened, until it is reported.
struct Reporter {
    root: Arc<Root>,
    asked: Arc<Asked>,
    unsettled: Unsettled,
    /// Whether changes were missed.
    is_unsure: bool,
    /// Whether a name that was asked for is due.
    is_due: bool,
}

impl Reporter {
    /// Returns the names of what is settled, and the names that lead there, each once.
    fn report(&mut self, now: Instant) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let mut happened = Happened {
            is_more_than_writes: std::mem::take(&mut self.is_unsure),
            ..Happened::default()
        };
        if happened.is_more_than_writes {
            names.insert("/".to_owned());
        }
        let is_due = std::mem::take(&mut self.is_due);
        let settled = self.unsettled.settled(now);
        if settled.is_empty() && names.is_empty() && !is_due {
            return names;
        }
        for (path, change) in settled {
            let metadata = fs::symlink_metadata(&path).ok();
            let is_file = metadata.as_ref().is_some_and(fs::Metadata::is_file);
            happened.is_more_than_writes |= change != Change::Written || !is_file;
            happened.written.extend(metadata.as_ref().map(FileId::of));
            let Some(name) = self.name(&path) else {
                continue;
            };
            // The files in a folder that came or went have no events of their own.
            if change == Change::FolderRemoved || (change == Change::Moved && !is_file) {
                names.insert(format!("{name}/"));
            }
            if !name.is_empty() {
                names.insert(name);
            }
        }
        let unsettled = self.unsettled.paths();
        let unsettled = unsettled.filter_map(|path| fs::symlink_metadata(path).ok());
        happened.unsettled = unsettled.map(|metadata| FileId::of(&metadata)).collect();
        let asked = self.asked.changed(&happened);
        names.extend(asked.iter().map(ToString::to_string));
        names
    }

    /// Returns the path as a name, if it can be one. The name of the folder itself is empty.
    fn name(&self, path: &Path) -> Option<String> {
        let below = path.strip_prefix(self.root.path()).ok()?;
        let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
        parts.map(|parts| parts.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use notify::event::{CreateKind, DataChange, ModifyKind, RemoveKind, RenameMode};

    use super::super::unsettled::SETTLED;
    use super::*;

    /// Events of a folder that has a file `a.txt`, with a clock that the test moves.
    struct Scene {
        root: PathBuf,
        reporter: Reporter,
        now: Instant,
    }

    const CREATED: EventKind = EventKind::Create(CreateKind::Any);
    const WRITTEN: EventKind = EventKind::Modify(ModifyKind::Data(DataChange::Any));

    impl Scene {
        fn new(name: &str) -> Self {
            let name = format!("soa-resources-scene-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).expect("a folder can be made");
            fs::write(path.join("a.txt"), "old").expect("a file can be written");
            let root = Arc::new(Root::new(&path).expect("it was made"));
            Self {
                root: root.path().to_owned(),
                reporter: Reporter {
                    asked: Arc::new(Asked::new(Arc::clone(&root))),
                    root,
                    unsettled: Unsettled::default(),
                    is_unsure: false,
                    is_due: false,
                },
                now: Instant::now(),
            }
        }

        fn note(&mut self, kind: EventKind, name: &str) {
            let path = self.root.join(name);
            self.reporter.unsettled.note(&path, kind, self.now);
        }

        /// Returns the names that are reported after this time.
        fn reported_after(&mut self, time: Duration) -> Vec<String> {
            self.now += time;
            Vec::from_iter(self.reporter.report(self.now))
        }
    }

    impl Drop for Scene {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.root);
        }
    }

    #[test]
    fn what_was_removed_stands_for_what_was_in_it_unless_it_is_a_file() {
        let mut scene = Scene::new("removed");
        let mut removed = |kind| {
            scene.note(EventKind::Remove(kind), "in/a");
            scene.reported_after(SETTLED)
        };
        assert_eq!(removed(RemoveKind::File), ["in/a"]);
        assert_eq!(removed(RemoveKind::Folder), ["in/a", "in/a/"]);
        assert_eq!(removed(RemoveKind::Any), ["in/a", "in/a/"]);
    }

    #[test]
    fn what_came_stands_for_what_is_in_it_unless_it_is_a_file() {
        let mut scene = Scene::new("came");
        fs::create_dir(scene.root.join("folder")).expect("a folder can be made");
        let renamed = EventKind::Modify(ModifyKind::Name(RenameMode::To));
        for kind in [CREATED, renamed] {
            scene.note(kind, "folder");
            scene.note(kind, "a.txt");
            let names = ["a.txt", "folder", "folder/"];
            assert_eq!(scene.reported_after(SETTLED), names);
        }
        scene.note(WRITTEN, "a.txt");
        assert_eq!(scene.reported_after(SETTLED), ["a.txt"]);
    }

    #[test]
    fn the_folder_itself_stands_for_all_names() {
        let mut scene = Scene::new("all");
        scene.note(EventKind::Remove(RemoveKind::Folder), "");
        assert_eq!(scene.reported_after(SETTLED), ["/"]);
        scene.reporter.is_unsure = true;
        assert_eq!(scene.reported_after(Duration::ZERO), ["/"]);
        assert!(scene.reported_after(SETTLED).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_still_being_written_is_not_reported_by_any_name() {
        let mut scene = Scene::new("written");
        let link = scene.root.join("link.txt");
        std::os::unix::fs::symlink("a.txt", link).expect("a link can be made");
        for name in ["a.txt", "link.txt"] {
            assert!(scene.reporter.asked.find(name).0.is_ok());
        }
        let half = SETTLED / 2;
        // Something else is settled in between, after which every name is looked at.
        scene.note(CREATED, "other.txt");
        for text in ["half", "halves"] {
            fs::write(scene.root.join("a.txt"), text).expect("a file can be written");
            scene.note(WRITTEN, "a.txt");
            let reported = scene.reported_after(half);
            assert!(!reported.iter().any(|name| name == "link.txt"));
        }
        assert_eq!(scene.reported_after(half), ["a.txt", "link.txt"]);
        assert!(scene.reported_after(half).is_empty());
    }

    #[test]
    fn a_file_that_is_written_again_is_reported_after_the_last_write() {
        let mut scene = Scene::new("again");
        scene.note(CREATED, "a.txt");
        let half = SETTLED / 2;
        assert!(scene.reported_after(half).is_empty());
        scene.note(WRITTEN, "a.txt");
        assert!(scene.reported_after(half).is_empty());
        assert_eq!(scene.reported_after(half), ["a.txt"]);
    }

    #[test]
    fn a_name_that_is_due_is_reported_without_an_event() {
        let mut scene = Scene::new("due");
        let asked = &scene.reporter.asked;
        assert!(!asked.find("a.txt").1);
        fs::write(scene.root.join("a.txt"), "longer").expect("a file can be written");
        assert!(asked.find("a.txt").1, "the first reader has other bytes");
        scene.reporter.is_due = true;
        assert_eq!(scene.reported_after(Duration::ZERO), ["a.txt"]);
        assert!(!scene.reporter.asked.find("a.txt").1);
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
