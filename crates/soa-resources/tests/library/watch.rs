//! Real files, and the system's own events.

#![cfg(feature = "watch")]

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, LONG, ONE, World, one_worker};
use soa_resources::{Directory, Event, Memory, Source, State};

fn world(path: &Path) -> World {
    let directory = Directory::new(path).expect("it was made");
    let directory = directory.watch().expect("it can be watched");
    let mut world = World::with_source(directory, Memory::new(), one_worker());
    world.let_all_go();
    world
}

/// Frames until `holds`, and all events of them.
fn frames_until(
    world: &mut World,
    holds: impl Fn(&World) -> bool,
) -> Vec<Event<crate::support::Script>> {
    let end = Instant::now() + LONG;
    let mut events = Vec::new();
    while !holds(world) {
        events.extend(world.maintain_for(Duration::from_millis(1)));
        assert!(
            Instant::now() < end,
            "the system tells nothing; so far {events:?}"
        );
        thread::sleep(Duration::from_millis(1));
    }
    events
}

#[test]
fn a_file_that_is_written_or_replaced_by_renaming_is_loaded_again() {
    let folder = Folder::new();
    let path = folder.path();
    fs::write(path.join("a.txt"), "old").unwrap();
    let mut world = world(path);
    let id = world.library.request("a.txt", ONE);
    world.finish_all();
    fs::write(path.join("a.txt"), "new").unwrap();
    let events = frames_until(&mut world, |world| world.shown(id) == "new");
    assert!(events.contains(&Event::Reloaded(id)));
    // As editors save.
    fs::write(path.join("a.txt~"), "newer").unwrap();
    fs::rename(path.join("a.txt~"), path.join("a.txt")).unwrap();
    frames_until(&mut world, |world| world.shown(id) == "newer");
}

#[test]
fn a_file_that_is_deleted_stays_as_it_was_and_says_so() {
    let folder = Folder::new();
    let path = folder.path();
    fs::write(path.join("a.txt"), "A").unwrap();
    let mut world = world(path);
    let id = world.library.request("a.txt", ONE);
    world.finish_all();
    fs::remove_file(path.join("a.txt")).unwrap();
    frames_until(&mut world, |world| world.library.error(id).is_some());
    assert_eq!(
        (world.shown(id), world.library.state(id)),
        ("A", Some(State::Loaded))
    );
}

#[test]
fn a_missing_file_is_loaded_when_it_comes() {
    let folder = Folder::new();
    let path = folder.path();
    let mut world = world(path);
    let id = world.library.request("folder/a.txt", ONE);
    world.finish_all();
    assert_eq!(world.library.state(id), Some(State::Failed));
    // With a folder that was made elsewhere, and has no events of what is in it.
    let elsewhere = Folder::new();
    fs::write(elsewhere.path().join("a.txt"), "A").unwrap();
    fs::rename(elsewhere.path(), path.join("folder")).unwrap();
    let events = frames_until(&mut world, |world| world.shown(id) == "A");
    assert_eq!(events.last(), Some(&Event::Loaded(id)));
}

#[test]
fn reading_is_no_change() {
    let folder = Folder::new();
    let path = folder.path();
    fs::write(path.join("a.txt"), "A").unwrap();
    let directory = Directory::new(path).unwrap().watch().unwrap();
    let changes_until = |name: &str| {
        fs::write(path.join(name), "B").unwrap();
        let end = Instant::now() + LONG;
        let mut changes = Vec::new();
        while !changes.contains(&name.to_owned()) {
            directory.read("a.txt").unwrap();
            changes.extend(directory.changes());
            assert!(Instant::now() < end, "the system tells nothing");
            thread::sleep(Duration::from_millis(1));
        }
        changes
    };
    // macOS may report what was written just before the watch began.
    changes_until("b.txt");
    let changes = changes_until("c.txt");
    assert!(!changes.contains(&"a.txt".to_owned()), "{changes:?}");
}
