//! Threads and sources that several libraries share.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use crate::support::{LONG, ONE, Text, World, library};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use soa_resources::{BoxError, Config, Event, Job, Loader, Memory, Shared, Source, Workers};

/// A gated world on shared threads.
fn gated(workers: &Workers) -> World {
    World::gated(Config::new().shared_workers(workers))
}

#[test]
fn libraries_take_turns_of_one_decode_each() {
    let workers = Workers::new(1);
    let [mut one, mut two] = [1, 2].map(|_| gated(&workers));
    for number in 0..4 {
        one.request(&format!("one {number}"), "A", ONE);
    }
    assert_eq!(one.wait_for_decode(), "one 0");
    for number in 0..4 {
        two.request(&format!("two {number}"), "A", ONE);
    }
    for number in 0..3 {
        one.let_one_go();
        assert_eq!(two.wait_for_decode(), format!("two {number}"));
        two.let_one_go();
        assert_eq!(one.wait_for_decode(), format!("one {}", number + 1));
    }
    one.let_all_go();
    two.let_all_go();
    assert_eq!(one.finish_all().len(), 4);
    assert_eq!(two.finish_all().len(), 4);
}

#[test]
fn a_library_without_room_is_passed_over_until_its_maintain_takes_results() {
    let workers = Workers::new(2);
    let [mut full, mut other] = [1, 2].map(|_| World::open(Config::new().shared_workers(&workers)));
    for number in 0..1000 {
        full.request(&number.to_string(), "A", ONE);
    }
    let end = Instant::now() + LONG;
    while full.texts.alive() < 256 && Instant::now() < end {
        thread::yield_now();
    }
    assert_eq!(
        full.texts.alive(),
        256,
        "those in a worker's hands among them"
    );
    let id = other.request("other", "B", ONE);
    assert_eq!(other.finish_all(), [Event::Loaded(id)]);
    assert_eq!(full.texts.alive(), 256);
    let mut loaded = 0;
    while loaded < 1000 {
        loaded += full.maintain().len();
        assert!(Instant::now() < end, "the workers go on when there is room");
        thread::yield_now();
    }
}

/// Decodes until it is cancelled, and looks whether its library lives.
struct Endless {
    began: Sender<()>,
    is_dropped: Arc<AtomicBool>,
}

impl Loader for Endless {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, _: Vec<u8>, job: &Job<'_>) -> Result<Text, BoxError> {
        self.began.send(())?;
        while !job.is_cancelled() {
            thread::yield_now();
        }
        assert!(!self.is_dropped.load(Ordering::SeqCst), "it is still used");
        Err("cancelled".into())
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::SeqCst);
    }
}

#[test]
fn guarantee_9_a_dropped_library_waits_for_its_own_decodes_alone() {
    let workers = Workers::new(2);
    let mut slow = gated(&workers);
    slow.request("slow", "A", ONE);
    slow.wait_for_decode();

    let (began, wait) = bounded(1);
    let is_dropped = Arc::new(AtomicBool::new(false));
    let loader = Endless {
        began,
        is_dropped: Arc::clone(&is_dropped),
    };
    let config = Config::new().shared_workers(&workers);
    let (_, mut library) = library(loader, &["a", "b", "c"], config);
    for name in ["a", "b", "c"] {
        library.request(name, ONE);
    }
    wait.recv_timeout(LONG).expect("it begins");
    // The other library's decode still hangs.
    drop(library);
    assert!(is_dropped.load(Ordering::SeqCst), "the loader is gone");
    assert!(wait.try_recv().is_err(), "no other job began");

    // The thread is there for others, and the hanging decode ends as ever.
    let mut next = World::open(Config::new().shared_workers(&workers));
    next.request("a", "A", ONE);
    assert_eq!(next.finish_all().len(), 1);
    slow.let_all_go();
    assert_eq!(slow.finish_all().len(), 1);
}

/// Is dropped on a thread of the workers, with the last handle of them.
struct DropsWorkers {
    workers: Mutex<Option<Workers>>,
    done: Sender<()>,
}

impl Loader for DropsWorkers {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, _: Vec<u8>, _: &Job<'_>) -> Result<Text, BoxError> {
        let workers = self.workers.lock().map_err(|_| "poisoned")?.take();
        drop(workers);
        self.done.send(())?;
        Err("it was only here to drop them".into())
    }
}

#[test]
fn the_last_handle_can_be_dropped_on_a_thread_of_its_own() {
    let (done, wait): (Sender<()>, Receiver<()>) = unbounded();
    let inner = Workers::new(1);
    // The handles of another pool, whose thread runs as well.
    let mut other = World::open(Config::new().shared_workers(&inner));
    other.request("a", "A", ONE);
    other.finish_all();
    drop(other);
    let loader = DropsWorkers {
        workers: Mutex::new(Some(inner)),
        done,
    };
    let (mut hub, mut library) = library(loader, &["a"], Config::new().workers(1));
    let id = library.request("a", ONE);
    let events = library.finish_all_into(&mut hub);
    assert_eq!(events, [Event::Failed(id)]);
    wait.recv_timeout(LONG).expect("it was dropped");
}

#[test]
fn a_shared_source_tells_every_clone_of_every_change_once() {
    let memory = Memory::new();
    let one = Shared::new(memory.clone());
    memory.insert("before", "A");
    assert_eq!(one.changes(), ["before"]);
    memory.insert("a", "A");
    let two = one.clone();
    let three = one.clone();
    memory.insert("b", "B");
    memory.insert("a", "A");
    assert_eq!(two.changes(), ["b", "a"], "each name once");
    assert!(two.changes().is_empty());
    memory.insert("c", "C");
    assert_eq!(one.changes(), ["b", "a", "c"]);
    // A clone is told what its original was not yet told.
    let four = three.clone();
    assert_eq!(four.changes(), three.changes());
    assert_eq!(two.changes(), ["c"]);
    assert_eq!(two.read("c").expect("it is there"), b"C");
    assert_eq!(
        two.names("").expect("it can list"),
        ["a", "b", "before", "c"]
    );
}

#[test]
fn a_name_that_waits_for_a_clone_waits_once() {
    let memory = Memory::new();
    let one = Shared::new(memory.clone());
    let two = one.clone();
    for _ in 0..2 {
        memory.insert("a", "A");
        assert_eq!(one.changes(), ["a"]);
    }
    assert_eq!(two.changes(), ["a"]);
}

#[test]
fn more_than_1024_names_are_one() {
    for (count, expected) in [(1024, 1024), (1025, 1)] {
        let memory = Memory::new();
        let one = Shared::new(memory.clone());
        let two = one.clone();
        for number in 0..count {
            memory.insert(number.to_string(), "");
            one.changes();
        }
        let names = two.changes();
        assert_eq!(names.len(), expected);
        if expected == 1 {
            assert_eq!(names, ["/"]);
            memory.insert("later", "");
            assert_eq!(two.changes(), ["later"]);
        }
    }
}

#[test]
fn a_dropped_clone_keeps_nothing() {
    let memory = Memory::new();
    let one = Shared::new(memory.clone());
    drop(one.clone());
    memory.insert("a", "A");
    assert_eq!(one.changes(), ["a"]);
    assert!(format!("{one:?}").contains("handles: 1"));
}

#[test]
fn changes_of_an_arc_go_to_whoever_asks_first() {
    let memory = Memory::new();
    let one: Arc<dyn Source> = Arc::new(memory.clone());
    let two = Arc::clone(&one);
    memory.insert("a", "A");
    assert_eq!(Source::changes(&two), ["a"]);
    assert!(Source::changes(&one).is_empty());
    assert_eq!(Source::read(&one, "a").expect("it is there"), b"A");
    assert_eq!(Source::names(&one, "").expect("it can list"), ["a"]);
}

/// Asks another handle while the first one asks it.
struct Asks {
    other: Arc<Mutex<Option<Box<dyn Source>>>>,
}

impl Source for Asks {
    fn read(&self, _: &str) -> io::Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn changes(&self) -> Vec<String> {
        let other = self.other.lock().expect("no thread panics with it").take();
        other.map_or_else(Vec::new, |other| {
            assert!(other.changes().is_empty(), "the answer is not here yet");
            *self.other.lock().expect("no thread panics with it") = Some(other);
            vec!["a".to_owned()]
        })
    }
}

#[test]
fn a_change_that_another_thread_is_just_told_comes_with_the_next_call() {
    let other = Arc::default();
    let one = Shared::new(Asks {
        other: Arc::clone(&other),
    });
    *other.lock().unwrap() = Some(Box::new(one.clone()));
    assert_eq!(one.changes(), ["a"]);
    let two = other.lock().unwrap().take().unwrap();
    assert_eq!(two.changes(), ["a"]);
    assert!(two.changes().is_empty() && one.changes().is_empty());
}

#[test]
fn two_threads_that_ask_one_handle_get_each_change_once() {
    const CHANGES: usize = 2000;
    let memory = Memory::new();
    assert!(memory.changes().is_empty());
    let count = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while count.load(Ordering::SeqCst) < CHANGES {
                    count.fetch_add(memory.changes().len(), Ordering::SeqCst);
                }
            });
        }
        let writer = memory.clone();
        for number in 0..CHANGES {
            writer.insert(number.to_string(), "");
        }
    });
    assert_eq!(count.load(Ordering::SeqCst), CHANGES);
    assert!(memory.changes().is_empty());
}
