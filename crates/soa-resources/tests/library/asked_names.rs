//! A watched folder reports each name that was asked for, by whatever way it leads to what changed.

#![cfg(all(unix, feature = "watch"))]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, LONG, ONE, World, one_worker};
use soa_resources::{Directory, Memory, Shared, Source};

/// A watched folder `root`, and beside it a folder `outside`.
struct Watched {
    root: PathBuf,
    source: Shared<Directory>,
    ends: AtomicU32,
    base: Folder,
}

impl Watched {
    /// Makes files and links, watches the folder, and asks for some names. `a -> b` is a link `a`
    /// that leads to `b`.
    fn new(made: &[&str], asked: &[&str]) -> Self {
        let base = Folder::new();
        for folder in ["root", "outside"] {
            fs::create_dir_all(base.path().join(folder)).expect("a folder can be made");
        }
        let root = base.path().join("root");
        for name in made {
            match name.split_once(" -> ") {
                Some((name, to)) => link(&root, to, name),
                None => write(&root, name, "old"),
            }
        }
        let directory = Directory::new(&root).expect("it was made");
        let directory = directory.watch().expect("it can be watched");
        let watched = Self {
            root,
            source: Shared::new(directory),
            ends: AtomicU32::new(0),
            base,
        };
        // Some systems report what was written just before.
        watched.reported(|_| ());
        watched.ask(asked);
        watched
    }

    fn ask(&self, names: &[&str]) {
        for name in names {
            let _ = self.source.read(name);
        }
    }

    /// Changes something. Returns everything that is reported until a file that is written after
    /// it is reported, so an absent name is not a late one.
    fn reported(&self, change: impl FnOnce(&Path)) -> BTreeSet<String> {
        change(&self.root);
        let end = format!("end {}", self.ends.fetch_add(1, Ordering::Relaxed));
        fs::write(self.root.join(&end), "").expect("a file can be written");
        let deadline = Instant::now() + LONG;
        let mut reported = BTreeSet::new();
        while !reported.contains(&end) {
            assert!(Instant::now() < deadline, "only {reported:?}");
            thread::sleep(Duration::from_millis(1));
            reported.extend(self.source.changes());
        }
        reported.remove(&end);
        reported
    }

    #[track_caller]
    fn assert_reports(&self, names: &[&str], change: impl FnOnce(&Path)) {
        let reported = self.reported(change);
        for name in names {
            assert!(reported.contains(*name), "{name} is not in {reported:?}");
        }
    }

    /// A link leads elsewhere and back, in both ways.
    #[track_caller]
    fn assert_reports_switches(&self, names: &[&str], name: &str, to: [&str; 2]) {
        for switch in SWITCHES {
            for to in to {
                self.assert_reports(names, |root| switch(root, to, name));
            }
        }
    }

    #[track_caller]
    fn assert_silent(&self, names: &[&str], change: impl FnOnce(&Path)) {
        let reported = self.reported(change);
        for name in names {
            assert!(!reported.contains(*name), "{name} is in {reported:?}");
        }
    }
}

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("it is below a folder")).expect("a folder can be made");
    fs::write(path, text).expect("a file can be written");
}

fn link(root: &Path, to: &str, name: &str) {
    symlink(to, root.join(name)).expect("a link can be made");
}

/// The two ways to let a link lead elsewhere.
const SWITCHES: [fn(&Path, &str, &str); 2] = [by_renaming, by_making_again];

fn by_renaming(root: &Path, to: &str, name: &str) {
    link(root, to, "temporary");
    fs::rename(root.join("temporary"), root.join(name)).expect("it can be replaced");
}

fn by_making_again(root: &Path, to: &str, name: &str) {
    fs::remove_file(root.join(name)).expect("it was there");
    link(root, to, name);
}

#[test]
fn a_link_to_a_file_is_reported_when_the_file_is_written() {
    let made = ["real.txt", "link.txt -> real.txt"];
    let watched = Watched::new(&made, &["real.txt", "link.txt"]);
    for text in ["new", "newer"] {
        watched.assert_reports(&["real.txt", "link.txt"], |root| {
            write(root, "real.txt", text);
        });
    }
    // As editors save.
    watched.assert_reports(&["real.txt", "link.txt"], |root| {
        write(root, "real.txt~", "newest");
        fs::rename(root.join("real.txt~"), root.join("real.txt")).unwrap();
    });
    // The system may give the number of the old file to the new one.
    watched.assert_reports(&["real.txt", "link.txt"], |root| {
        fs::remove_file(root.join("real.txt")).unwrap();
        write(root, "real.txt", "oldest");
    });
}

#[test]
fn a_link_to_a_file_is_reported_when_it_is_written_through() {
    let made = [
        "in/real.txt",
        "link.txt -> in/real.txt",
        "other.txt -> in/real.txt",
    ];
    let watched = Watched::new(&made, &["link.txt", "other.txt"]);
    watched.assert_reports(&["in/real.txt", "link.txt", "other.txt"], |root| {
        write(root, "link.txt", "new");
    });
}

#[test]
fn a_file_below_a_link_to_a_folder_is_reported_when_it_is_written() {
    let watched = Watched::new(&["real/in/a.txt", "link -> real"], &["link/in/a.txt"]);
    watched.assert_reports(&["link/in/a.txt", "real/in/a.txt"], |root| {
        write(root, "real/in/a.txt", "new");
    });
    watched.assert_reports(&["link/in/a.txt", "real/in/a.txt"], |root| {
        write(root, "link/in/a.txt", "newer");
    });
}

#[test]
fn a_name_is_reported_when_any_link_of_a_chain_leads_elsewhere() {
    let made = [
        "1",
        "2",
        "3",
        "last -> 1",
        "middle -> last",
        "first -> middle",
    ];
    let watched = Watched::new(&made, &["first"]);
    for switch in SWITCHES {
        watched.assert_reports(&["first"], |root| switch(root, "2", "last"));
        watched.assert_reports(&["first"], |root| switch(root, "3", "middle"));
        watched.assert_reports(&["first"], |root| switch(root, "last", "middle"));
        watched.assert_reports(&["first"], |root| switch(root, "1", "last"));
    }
    watched.assert_reports(&["first"], |root| write(root, "1", "new"));
}

#[test]
fn a_link_is_reported_when_a_folder_on_its_way_leads_elsewhere() {
    let made = [
        "releases/one/a.txt",
        "releases/two/a.txt",
        "releases/current -> one",
        "a.txt -> releases/current/a.txt",
        "folder -> releases/current",
    ];
    let asked = ["a.txt", "folder/a.txt", "releases/current/a.txt"];
    let watched = Watched::new(&made, &asked);
    watched.assert_reports_switches(&asked, "releases/current", ["two", "one"]);
    // By moving the folders themselves.
    watched.assert_reports(&asked, |root| {
        let releases = root.join("releases");
        fs::rename(releases.join("one"), releases.join("old")).unwrap();
        fs::rename(releases.join("two"), releases.join("one")).unwrap();
    });
}

#[test]
fn a_link_to_nothing_is_reported_when_there_is_something() {
    let asked = ["to_file", "to_folder/in/a.txt"];
    let watched = Watched::new(&["to_file -> late.txt", "to_folder -> late"], &asked);
    watched.assert_reports(&["to_file"], |root| write(root, "late.txt", "new"));
    watched.assert_reports(&["to_folder/in/a.txt"], |root| {
        write(root, "late/in/a.txt", "new");
    });
    watched.assert_reports(&asked, |root| {
        fs::remove_file(root.join("late.txt")).unwrap();
        fs::remove_dir_all(root.join("late")).unwrap();
    });
    // A folder that was made elsewhere has no events of what is in it.
    watched.assert_reports(&["to_folder/in/a.txt"], |root| {
        let outside = root.with_file_name("outside");
        write(&outside, "late/in/a.txt", "moved");
        fs::rename(outside.join("late"), root.join("late")).unwrap();
    });
}

#[test]
fn a_link_to_a_folder_takes_no_report_away_from_the_real_names() {
    let made = [
        "real/in/asked.txt",
        "before -> real",
        "real/in_before -> ../real/in",
    ];
    let watched = Watched::new(&made, &["real/in/asked.txt"]);
    let real = ["real/in/asked.txt", "real/in/new.txt"];
    let write_both = |root: &Path, folder: &str| {
        write(root, &format!("{folder}/asked.txt"), "new");
        write(root, &format!("{folder}/new.txt"), "new");
    };
    watched.assert_reports(&real, |root| write_both(root, "real/in"));
    watched.assert_reports(&real, |root| write_both(root, "before/in"));
    watched.reported(|root| {
        link(root, "real", "after");
        link(root, "../real/in", "real/in_after");
    });
    watched.assert_reports(&real, |root| write_both(root, "real/in"));
    watched.assert_reports(&real, |root| write_both(root, "after/in"));
    watched.reported(|root| {
        for name in ["before", "after", "real/in_before", "real/in_after"] {
            fs::remove_file(root.join(name)).unwrap();
        }
    });
    watched.assert_reports(&real, |root| write_both(root, "real/in"));
}

#[test]
fn a_link_back_to_its_own_folder_is_no_way_without_end() {
    let asked = ["in/a.txt", "self/in/up/self/in/a.txt"];
    let watched = Watched::new(&["in/a.txt", "self -> .", "in/up -> .."], &asked);
    watched.assert_reports(&asked, |root| write(root, "in/a.txt", "new"));
}

#[test]
fn every_hard_link_of_a_file_is_reported_when_it_is_written() {
    let made = ["one.txt", "in/other.txt", "link.txt -> in/three.txt"];
    let asked = ["one.txt", "two.txt", "in/three.txt", "link.txt"];
    let watched = Watched::new(&made, &[]);
    watched.reported(|root| {
        fs::hard_link(root.join("one.txt"), root.join("two.txt")).unwrap();
        fs::hard_link(root.join("one.txt"), root.join("in/three.txt")).unwrap();
    });
    watched.ask(&asked);
    for name in asked {
        watched.assert_reports(&asked, |root| write(root, name, "new"));
    }
    watched.assert_silent(&asked, |root| write(root, "in/other.txt", "new"));
    // A name that was not asked for, and that is gone before anybody can look at it.
    watched.assert_reports(&asked, |root| {
        fs::hard_link(root.join("one.txt"), root.join("late.txt")).unwrap();
        write(root, "late.txt", "longer than before");
        fs::remove_file(root.join("late.txt")).unwrap();
    });
    // A file that is replaced has no other names.
    watched.reported(|root| fs::rename(root.join("in/other.txt"), root.join("one.txt")).unwrap());
    watched.assert_silent(&["two.txt", "in/three.txt"], |root| {
        write(root, "one.txt", "own");
    });
}

/// Names that some file systems treat as one, and others as two. `TMPDIR` chooses the file system.
#[test]
fn a_name_in_another_spelling_is_reported_where_both_are_one_file() {
    let spellings = [["\u{e9}.txt", "e\u{301}.txt"], ["big.txt", "BIG.TXT"]];
    for [asked, written] in spellings {
        let watched = Watched::new(&[asked], &[asked]);
        let is_one = watched.root.join(written).exists();
        let reported = watched.reported(|root| write(root, written, "new"));
        assert_eq!(reported.contains(asked), is_one, "{reported:?}");
        watched.ask(&[written]);
        let reported = watched.reported(|root| write(root, asked, "newer"));
        assert_eq!(reported.contains(written), is_one, "{reported:?}");
        watched.assert_reports(&[asked], |root| fs::remove_file(root.join(asked)).unwrap());
    }
}

#[test]
fn a_file_that_includes_by_a_link_is_loaded_again() {
    let watched = Watched::new(&["one/common.txt", "shaders -> one"], &[]);
    write(&watched.root, "main.txt", "include shaders/common.txt");
    write(&watched.root, "two/common.txt", "two");
    let mut world = World::with_source(watched.source.clone(), Memory::new(), one_worker());
    world.let_all_go();
    let id = world.library.request("main.txt", ONE);
    world.finish_all();
    let mut loads = |change: &dyn Fn(&Path), text: &str| {
        change(&watched.root);
        let deadline = Instant::now() + LONG;
        while world.shown(id) != text {
            assert!(
                Instant::now() < deadline,
                "it is still {:?}",
                world.shown(id)
            );
            world.maintain_for(Duration::from_millis(1));
            thread::sleep(Duration::from_millis(1));
        }
    };
    loads(&|root| write(root, "one/common.txt", "new"), "new");
    loads(&|root| by_renaming(root, "two", "shaders"), "two");
    loads(&|root| by_making_again(root, "one", "shaders"), "new");
}

#[test]
fn what_is_moved_on_at_once_is_reported_by_every_name_that_it_had() {
    let made = ["a", "b", "c", "in/a", "in/b"];
    let watched = Watched::new(&made, &made);
    let rename = |root: &Path, from: &str, to: &str| {
        fs::rename(root.join(from), root.join(to)).unwrap();
    };
    watched.assert_reports(&["a", "b"], |root| {
        rename(root, "a", "b");
        fs::remove_file(root.join("b")).unwrap();
    });
    watched.assert_reports(&["c"], |root| {
        write(root, "temporary", "new");
        rename(root, "temporary", "c");
        fs::remove_file(root.join("c")).unwrap();
    });
    watched.assert_reports(&["a", "b"], |root| {
        write(root, "a", "a");
        write(root, "b", "b");
    });
    watched.assert_reports(&["a", "b"], |root| {
        rename(root, "a", "b");
        rename(root, "b", "d");
    });
    watched.assert_reports(&["in/a", "in/b"], |root| {
        rename(root, "in", "out");
        fs::remove_dir_all(root.join("out")).unwrap();
    });
}

#[test]
fn a_change_that_another_handle_has_read_already_is_reported_to_both() {
    let watched = Watched::new(&["one", "two", "last -> one", "first -> last"], &["first"]);
    for to in ["two", "one"] {
        watched.assert_reports(&["first"], |root| {
            by_renaming(root, to, "last");
            watched.ask(&["first"]);
        });
    }
    // What was read in between is old, although the link leads where it led before.
    watched.assert_reports(&["first"], |root| {
        by_renaming(root, "two", "last");
        watched.ask(&["first"]);
        by_renaming(root, "one", "last");
    });
}

#[test]
fn folders_that_come_late_are_watched_with_all_that_is_in_them() {
    let watched = Watched::new(&[], &["a/b/c/d.txt", "e/f/d.txt"]);
    watched.assert_reports(&["a/b/c/d.txt"], |root| write(root, "a/b/c/d.txt", "1"));
    watched.assert_reports(&["a/b/c/d.txt"], |root| write(root, "a/b/c/d.txt", "2"));
    watched.assert_reports(&["a/b/c/d.txt", "e/f/d.txt"], |root| {
        fs::rename(root.join("a/b"), root.join("b")).unwrap();
        fs::rename(root.join("b/c"), root.join("f")).unwrap();
        fs::create_dir(root.join("e")).unwrap();
        fs::rename(root.join("f"), root.join("e/f")).unwrap();
    });
    watched.assert_reports(&["e/f/d.txt"], |root| write(root, "e/f/d.txt", "3"));
    // A folder takes the place of an empty one, and a folder that goes has a successor.
    watched.assert_reports(&["a/b/c/d.txt"], |root| {
        fs::create_dir(root.join("a/b")).unwrap();
        write(root, "new/c/d.txt", "4");
        fs::rename(root.join("new"), root.join("a/b")).unwrap();
    });
    watched.assert_reports(&["a/b/c/d.txt"], |root| write(root, "a/b/c/d.txt", "5"));
    watched.assert_reports(&["a/b/c/d.txt"], |root| {
        fs::remove_dir_all(root.join("a")).unwrap();
        write(root, "a/b/c/d.txt", "6");
    });
    watched.assert_reports(&["a/b/c/d.txt"], |root| write(root, "a/b/c/d.txt", "7"));
}

#[test]
fn a_link_is_reported_when_it_comes_in_or_goes_out_and_not_for_what_is_outside() {
    let made = [
        "in.txt",
        "../outside/secret",
        "to_file -> ../outside/secret",
        "to_folder -> ../outside",
        "chain -> to_file",
    ];
    let asked = ["to_file", "to_folder/secret", "to_folder/late", "chain"];
    let watched = Watched::new(&made, &asked);
    watched.assert_silent(&asked, |root| {
        let outside = root.with_file_name("outside");
        write(&outside, "secret", "changed");
        write(&outside, "late", "new");
    });
    let to = ["in.txt", "../outside/secret"];
    watched.assert_reports_switches(&["to_file", "chain"], "to_file", to);
}

#[test]
fn a_source_stays_with_its_folder_and_says_when_it_goes() {
    let watched = Watched::new(&["a.txt"], &[]);
    let by_link = watched.base.path().join("link");
    symlink("root", &by_link).unwrap();
    let directory = Directory::new(&by_link).unwrap().watch().unwrap();
    let until = |name: &str| {
        let deadline = Instant::now() + LONG;
        while !directory.changes().iter().any(|changed| changed == name) {
            assert!(Instant::now() < deadline, "{name} is not reported");
            thread::sleep(Duration::from_millis(1));
        }
    };
    fs::remove_file(&by_link).unwrap();
    symlink("outside", &by_link).unwrap();
    write(&watched.root, "a.txt", "new");
    until("a.txt");
    assert_eq!(directory.read("a.txt").unwrap(), b"new");
    fs::remove_dir_all(&watched.root).unwrap();
    until("/");
    assert!(directory.read("a.txt").is_err());
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_outside_the_folder_is_watched() {
    use std::os::unix::fs::MetadataExt;

    /// The numbers of all files and folders that this process watches.
    fn watched_inodes() -> BTreeSet<u64> {
        let mut inodes = BTreeSet::new();
        for entry in fs::read_dir("/proc/self/fdinfo").unwrap() {
            // Another test may have closed it.
            let text = fs::read_to_string(entry.unwrap().path()).unwrap_or_default();
            for line in text.lines().filter(|line| line.starts_with("inotify ")) {
                let number = line.split(' ').find_map(|word| word.strip_prefix("ino:"));
                inodes.insert(u64::from_str_radix(number.unwrap(), 16).unwrap());
            }
        }
        inodes
    }

    let made = [
        "../outside/in/secret",
        "real/a.txt",
        "before -> ../outside",
        "up -> ..",
        "chain -> before",
    ];
    let asked = [
        "before/in/secret",
        "up/outside/in/secret",
        "chain/in/secret",
    ];
    let watched = Watched::new(&made, &asked);
    watched.reported(|root| {
        link(root, "../outside", "real/after");
        fs::create_dir(root.join("swapped")).unwrap();
        fs::remove_dir(root.join("swapped")).unwrap();
        link(root, "../outside", "swapped");
    });
    watched.ask(&["real/after/in/secret", "swapped/in/secret"]);
    watched.reported(|_| ());
    let inodes = watched_inodes();
    let is_watched = |name: &str| {
        let metadata = fs::metadata(watched.base.path().join(name)).unwrap();
        inodes.contains(&metadata.ino())
    };
    for name in ["root", "root/real"] {
        assert!(is_watched(name), "{name}");
    }
    for name in ["", "outside", "outside/in", "outside/in/secret"] {
        assert!(!is_watched(name), "{name}");
    }
}
