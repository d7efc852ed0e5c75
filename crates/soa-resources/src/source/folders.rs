//! The folders whose changes the system reports.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notify::{Config, EventHandler, RecommendedWatcher, RecursiveMode, Watcher, WatcherKind};

use super::root::Root;

/// The folder of a directory and the folders in it, without those that links lead to: what
/// is outside does not matter, and what is inside has a real name of its own.
pub(super) struct Folders {
    root: Arc<Root>,
    watcher: RecommendedWatcher,
}

impl Folders {
    pub(super) fn watch(root: &Arc<Root>, tell: impl EventHandler) -> notify::Result<Self> {
        let config = Config::default().with_follow_symlinks(false);
        let mut folders = Self {
            root: Arc::clone(root),
            watcher: RecommendedWatcher::new(tell, config)?,
        };
        folders.watch_again()?;
        Ok(folders)
    }

    /// Watches every folder, also those that came while nobody noticed.
    pub(super) fn watch_again(&mut self) -> notify::Result<()> {
        if watches_each_folder() {
            self.watch_below(self.root.path().to_owned())
        } else {
            self.watcher
                .watch(self.root.path(), RecursiveMode::Recursive)
        }
    }

    /// Watches the folders that came to some paths.
    pub(super) fn follow(&mut self, paths: &[PathBuf]) -> notify::Result<()> {
        if watches_each_folder() {
            for folder in paths.iter().filter(|path| is_folder(path)) {
                self.watch_below(folder.clone())?;
            }
        }
        Ok(())
    }

    /// Watches a folder and the folders in it. What comes later has events.
    ///
    /// `notify` can do that, too. But it gives up at the first folder that vanishes
    /// meanwhile, and follows a link that takes the place of a folder.
    fn watch_below(&mut self, folder: PathBuf) -> notify::Result<()> {
        let mut folders = vec![folder];
        let mut result = Ok(());
        while let Some(folder) = folders.pop() {
            let watched = self.watcher.watch(&folder, RecursiveMode::NonRecursive);
            let real = fs::canonicalize(&folder).ok();
            if real.as_ref() != Some(&folder) {
                // It vanished, or a link took its place and is watched now. If that leads
                // to a folder inside, its watch ends with the watch of the link.
                let _ = self.watcher.unwatch(&folder);
                folders.extend(real.filter(|real| self.root.contains(real)));
                continue;
            }
            result = result.and(watched);
            let Ok(entries) = fs::read_dir(&folder) else {
                continue;
            };
            let entries = entries.filter_map(Result::ok).map(|entry| entry.path());
            folders.extend(entries.filter(|path| is_folder(path)));
        }
        result
    }
}

/// Returns whether the system watches single folders, and not all below one.
fn watches_each_folder() -> bool {
    RecommendedWatcher::kind() == WatcherKind::Inotify
}

/// Returns whether there is a folder at `path`, and not a link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::time::Duration;

    use crossbeam_channel::{Receiver, unbounded};
    use notify::Event;

    use super::*;

    /// Changes something, and then the file `end`. Returns the paths of all events until then.
    fn paths_of(
        events: &Receiver<notify::Result<Event>>,
        root: &Path,
        change: impl FnOnce(),
    ) -> Vec<PathBuf> {
        change();
        let end = root.join("end");
        fs::write(&end, "").expect("a file can be written");
        let mut paths = Vec::new();
        while !paths.contains(&end) {
            let event = events.recv_timeout(Duration::from_secs(60));
            paths.extend(event.expect("it comes").expect("it is an event").paths);
        }
        paths
    }

    /// What happens if a folder became a link after its event, without a race that leads to it.
    #[test]
    fn a_link_that_took_the_place_of_a_folder_is_not_watched() {
        let name = format!("soa-resources-folders-{}", std::process::id());
        let base = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&base);
        fs::create_dir_all(base.join("outside")).expect("a folder can be made");
        fs::create_dir_all(base.join("root/real")).expect("a folder can be made");
        let root = Arc::new(Root::new(&base.join("root")).expect("it was made"));
        let base = fs::canonicalize(&base).expect("it was made");

        let (tell, events) = unbounded();
        let tell = move |event| {
            let _ = tell.send(event);
        };
        let mut folders = Folders::watch(&root, tell).expect("it can be watched");
        for (to, name) in [("../outside", "out"), ("real", "in")] {
            symlink(to, root.path().join(name)).expect("a link can be made");
            let path = root.path().join(name);
            folders.watch_below(path).expect("a link is no error");
        }
        let paths = paths_of(&events, root.path(), || {
            fs::write(base.join("outside/a"), "").expect("a file can be written");
            fs::write(root.path().join("real/a"), "").expect("a file can be written");
        });
        let has = |name: &str| paths.contains(&root.path().join(name));
        assert!(has("real/a") && !has("in/a") && !has("out/a"), "{paths:?}");

        drop(folders);
        let _ = fs::remove_dir_all(base);
    }
}
