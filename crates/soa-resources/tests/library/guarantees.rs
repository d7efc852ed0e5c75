//! The promises of the crate's page where they need threads, or a source, a loader or a hub that fails.
//! The simulator has them for a library without threads.

use std::io;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use crate::memory::allocations;
use crate::support::{Counted, ONE, TWO, Text, World, library, one_worker};
use soa_resources::{
    BoxError, Config, Event, Job, Library, Loader, Memory, Priority, Source, StandIn, State,
};
use soa_runtime::AllocError;
use soa_runtime::IdAllocator;

#[test]
fn guarantee_1_a_million_names_leave_nothing_behind() {
    const NAMES: usize = if cfg!(miri) {
        30
    } else if cfg!(debug_assertions) {
        100_000
    } else {
        1_000_000
    };
    let mut world = World::gated(one_worker());
    // The worker hangs in the first decode, so that the rest has to leave the queue.
    let first = world.request("first", "A", TWO);
    world.wait_for_decode();
    for number in 0..NAMES {
        let id = world.library.request(&format!("name {number}"), ONE);
        world.library.release(id, ONE);
        world.maintain_for(Duration::ZERO);
        assert!(world.library.len() <= 2);
        assert!(world.library.erase(id).index() <= 2, "slots are recycled");
    }
    let stats = world.library.stats();
    assert_eq!((stats.pending, stats.in_flight, stats.retired), (1, 1, 0));
    world.let_all_go();
    assert_eq!(world.finish_all().last(), Some(&Event::Loaded(first)));
    assert_eq!(world.decodes(), 1, "nothing else was left in the queue");
}

#[test]
fn guarantee_2_rows_change_only_in_the_frames_call() {
    let mut world = World::open(one_worker());
    let id = world.request("a", "A", ONE);
    assert_eq!(world.wait_for_decode(), "a");
    assert_eq!(world.library.state(id), Some(State::Pending));
    world.finish_all();
    world.memory.insert("a", "B");
    world.library.reload(id);
    world.wait_for_decode();
    assert_eq!(world.shown(id), "A");
    world.library.release_all(ONE);
    assert_eq!(world.shown(id), "A");
    world.library.hold(id, ONE);
    world.finish_all();
    assert_eq!(world.shown(id), "B");
}

#[test]
fn guarantee_3_a_frame_ends_within_its_budget_and_one_finish() {
    let mut world = World::open(one_worker());
    for number in 0..100 {
        world.request(&format!("name {number}"), "A", ONE);
    }
    for _ in 0..100 {
        world.wait_for_decode();
    }
    let (mut frames, mut loaded) = (0, 0);
    while loaded < 100 {
        let mut finishes = 0;
        let budget = Duration::ZERO;
        let events = world.library.maintain(&mut world.hub, budget, |ready| {
            finishes += 1;
            Ok(ready.decoded)
        });
        assert!(finishes <= 1, "one finish, and the budget was spent before");
        loaded += events.len();
        frames += 1;
    }
    assert!(frames >= 100);
}

#[test]
fn guarantee_3_failures_and_leftovers_in_front_do_not_keep_a_finish_away() {
    let mut world = World::open(one_worker());
    for number in 0..20 {
        world.request(&format!("bad {number}"), "fail", ONE);
    }
    let good = world.request("good", "A", ONE);
    for _ in 0..21 {
        world.wait_for_decode();
    }
    // The last one has begun; it waits soon.
    while world.library.loaded(good).is_none() {
        let events = world.maintain_for(Duration::ZERO);
        let loads = events
            .iter()
            .filter(|event| matches!(event, Event::Loaded(_)));
        assert!(loads.count() <= 1);
        thread::yield_now();
    }
    assert_eq!(world.library.progress(ONE).failed, 20);
}

#[test]
fn guarantee_4_what_is_held_again_while_it_is_decoded_is_decoded_once() {
    let mut world = World::gated(one_worker());
    let id = world.request("a", "A", ONE);
    world.wait_for_decode();
    for _ in 0..10 {
        world.library.release_all(ONE);
        assert!(world.library.hold(id, ONE));
    }
    assert!(world.maintain().is_empty());
    world.let_all_go();
    assert_eq!(world.finish_all(), [Event::Loaded(id)]);
    assert_eq!(world.decodes(), 1);
}

#[test]
fn guarantee_5_a_result_that_nobody_waits_for_is_thrown_away() {
    let mut world = World::gated(one_worker());
    let old = world.request("a", "old", ONE);
    world.wait_for_decode();
    world.library.release_all(ONE);
    assert_eq!(world.maintain(), [Event::Unloaded(old)]);

    world.memory.insert("a", "new");
    let new = world.library.request("a", ONE);
    assert_ne!(new, old);
    world.let_all_go();
    assert_eq!(world.finish_all(), [Event::Loaded(new)]);
    assert_eq!([world.shown(old), world.shown(new)], ["error", "new"]);
    assert_eq!(world.decodes(), 2);
    world.maintain();
    assert_eq!(world.texts.alive(), 1);
}

/// Reads two names of each other, on as many workers as there are names.
struct EachOther(Arc<Barrier>);

impl Loader for EachOther {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Text, BoxError> {
        self.0.wait();
        let other = if bytes == b"a" { "b" } else { "a" };
        let text = format!("{:?}", job.read(other)?);
        self.0.wait();
        Ok(Text {
            text,
            counted: Counted::default(),
        })
    }
}

#[test]
fn guarantee_7_no_worker_waits_for_another() {
    let loader = EachOther(Arc::new(Barrier::new(2)));
    let (mut hub, mut library) = library(loader, &["a", "b"], Config::new().workers(2));
    library.request("a", ONE);
    library.request("b", ONE);
    library.finish_all_into(&mut hub);
    assert_eq!(library.progress(ONE).loaded, 2);
}

/// Panics or fails to read, by name.
struct BadDisk(Memory);

impl Source for BadDisk {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match name {
            "panics" => panic!("the disk is on fire"),
            "fails" => Err(io::Error::other("the disk is wet")),
            _ => self.0.read(name),
        }
    }
}

#[test]
fn guarantee_8_panics_and_errors_are_failures_with_name_and_cause() {
    let memory = Memory::new();
    let disk = BadDisk(memory.clone());
    let mut world = World::with_source(disk, memory, one_worker());
    world.let_all_go();
    let cases = [
        ("panics", "", "the disk is on fire"),
        ("fails", "", "the disk is wet"),
        ("decode panics", "panic", "decode panics said so"),
        ("decode fails", "fail", "decode fails is bad"),
        ("finish panics", "A", "no texture for you"),
        ("finish fails", "A", "the device is lost"),
        ("gone", "include nothing", "nothing of that name"),
    ];
    let ids = cases.map(|(name, bytes, _)| world.request(name, bytes, ONE));
    let good = world.request("good", "A", ONE);
    let mut events = world
        .library
        .finish_all(&mut world.hub, |ready| match ready.name {
            "finish panics" => panic!("no texture for you"),
            "finish fails" => Err("the device is lost".into()),
            _ => Ok(ready.decoded),
        });
    assert_eq!(
        events.pop(),
        Some(Event::Loaded(good)),
        "the worker went on"
    );
    assert_eq!(events, ids.map(Event::Failed));
    for (id, (name, _, cause)) in ids.into_iter().zip(cases) {
        let error = world.library.error(id).expect(name);
        let source = std::error::Error::source(error).expect("a cause");
        assert_eq!(error.name(), name);
        assert!(error.to_string().contains(name), "{error}");
        assert!(error.to_string().contains(cause), "{error}");
        assert!(source.to_string().contains(cause), "{source}");
        assert_eq!(world.shown(id), "error");
    }
    assert_eq!(world.texts.alive(), 1, "nothing is left of the failed ones");
}

/// A hub of three rows at most.
#[derive(IdAllocator)]
#[soa(bits(index = 2, generation = 8))]
struct Small {
    text: String,
}

struct SmallLoader;

impl Loader for SmallLoader {
    type Record = Small;
    type Decoded = String;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<String, BoxError> {
        Ok(String::from_utf8(bytes)?)
    }
}

#[test]
fn a_full_hub_is_a_failure_of_that_name() {
    let memory = Memory::new();
    let [mut hub, record] = [SmallHub::new(), SmallHub::new()];
    drop(record);
    let [placeholder, error] = [hub.alloc(), hub.alloc()];
    let stand_in = StandIn { placeholder, error };
    let mut library = Library::with_config(SmallLoader, memory.clone(), stand_in, one_worker());
    let ids = ["a", "b"].map(|name| {
        memory.insert(name, name);
        library.request(name, ONE)
    });
    let events = library.finish_all(&mut hub, |ready| {
        Ok(Small {
            text: ready.decoded,
        })
    });
    assert_eq!(events, [Event::Loaded(ids[0]), Event::Failed(ids[1])]);
    let cause = library.error(ids[1]).and_then(std::error::Error::source);
    let full = cause.and_then(|cause| cause.downcast_ref::<AllocError>());
    assert_eq!(full, Some(&AllocError::Full { limit: 3 }));

    // Also of one that is provided, which the next call tells; what is there is replaced.
    let record = || Small {
        text: "provided".into(),
    };
    let new = library.provide(&mut hub, "c", ONE, record());
    assert_eq!(library.provide(&mut hub, "a", ONE, record()), ids[0]);
    assert_eq!(library.state(new), Some(State::Failed));
    assert_eq!(hub.row(library.row(ids[0])).text, "provided");
    let events = library.finish_all(&mut hub, |ready| {
        Ok(Small {
            text: ready.decoded,
        })
    });
    assert_eq!(events, [Event::Failed(new)]);
}

#[test]
fn guarantee_9_what_the_workers_hold_is_dropped() {
    let mut world = World::open(Config::new().workers(2));
    for number in 0..600 {
        world.request(&format!("name {number}"), "A", ONE);
    }
    while world.texts.alive() < 200 {
        thread::yield_now();
    }
    let World {
        library,
        texts,
        hub,
        ..
    } = world;
    drop(library);
    assert_eq!(texts.alive(), 0);
    assert_eq!(hub.len(), 2, "no row was made");
}

#[test]
fn a_dropped_library_leaves_its_rows() {
    let mut world = World::open(one_worker());
    world.request("a", "A", ONE);
    assert!(matches!(world.finish_all()[..], [Event::Loaded(_)]));
    drop(world.library);
    assert_eq!((world.texts.alive(), world.hub.len()), (1, 3));
}

#[test]
fn guarantee_5_a_cancelled_decode_is_dropped_where_it_ends() {
    let mut world = World::gated(one_worker());
    world.request("a", "A", ONE);
    world.wait_for_decode();
    world.library.release_all(ONE);
    world.maintain();
    world.request("b", "B", ONE);
    world.let_one_go();
    assert_eq!(world.wait_for_decode(), "b");
    assert_eq!(world.texts.alive(), 0, "before the owner's next call");
    world.let_all_go();
}

#[test]
fn guarantee_5_a_result_that_was_passed_over_is_dropped_in_the_next_call() {
    let mut world = World::gated(one_worker());
    let [a, b] = ["a", "b"].map(|name| world.request(name, "A", ONE));
    world.request("last", "A", ONE);
    // When the last one has begun, the results of the others wait.
    for _ in 0..2 {
        world.wait_for_decode();
        world.let_one_go();
    }
    assert_eq!(world.wait_for_decode(), "last");
    assert_eq!(world.maintain_for(Duration::ZERO), [Event::Loaded(a)]);
    world.provide("b", "provided", ONE);
    assert_eq!((world.texts.alive(), world.library.stats().retired), (3, 1));
    world.maintain();
    assert_eq!((world.texts.alive(), world.library.stats().retired), (2, 0));
    assert_eq!(world.shown(b), "provided");
    world.let_all_go();
}

#[test]
fn guarantee_3_an_idle_frame_allocates_nothing() {
    let mut world = World::open(one_worker());
    let id = world.request("a", "A", ONE);
    world.finish_all();
    let World { hub, library, .. } = &mut world;
    let before = allocations();
    for _ in 0..1000 {
        let events = library.maintain_into(hub, Duration::from_millis(1));
        assert!(events.is_empty());
        assert!(library.loaded(id).is_some());
    }
    assert_eq!(library.request("a", ONE), id);
    assert!(library.used(id));
    assert!(library.held_by(ONE).eq([id]));
    library.maintain_into(hub, Duration::from_millis(1));
    assert_eq!(allocations(), before);

    // Nor does one in which the budget is exceeded by what is in use.
    let mut world = World::open(one_worker().budget(1));
    let id = world.request("a", "cost 2", ONE);
    world.library.used(id);
    world.finish_all();
    let World { hub, library, .. } = &mut world;
    let before = allocations();
    for _ in 0..1000 {
        assert!(library.used(id));
        library.maintain_into(hub, Duration::from_millis(1));
        assert!(library.loaded(id).is_some());
    }
    assert_eq!(allocations(), before);
}

#[test]
fn guarantee_11_an_urgent_name_starts_after_the_running_decode_and_before_10_000_others() {
    let mut world = World::gated(one_worker());
    world.request("running", "A", ONE);
    world.wait_for_decode();
    let others = if cfg!(miri) { 50 } else { 10_000 };
    for number in 0..others {
        world.request(&format!("name {number}"), "A", ONE);
    }
    world.memory.insert("urgent", "A");
    world.library.request_with("urgent", ONE, Priority(10));
    world.let_one_go();
    assert_eq!(world.wait_for_decode(), "urgent");
    world.let_all_go();
}

#[test]
fn guarantee_11_results_that_wait_land_by_the_priority_that_they_have_then() {
    let mut world = World::gated(one_worker());
    let [a, b, c] = ["a", "b", "c"].map(|name| world.request(name, "A", ONE));
    let last = world.request("last", "A", ONE);
    // When the last one has begun, the results of the others wait.
    for _ in 0..3 {
        world.wait_for_decode();
        world.let_one_go();
    }
    world.wait_for_decode();
    assert!(world.library.prioritize(b, Priority(10)));
    assert!(world.library.prioritize(a, Priority(-10)));
    assert!(world.library.prioritize(last, Priority(20)), "it runs");
    let events = world.maintain();
    assert_eq!(
        events,
        [Event::Loaded(b), Event::Loaded(c), Event::Loaded(a)]
    );
    world.let_all_go();
    assert_eq!(world.finish_all(), [Event::Loaded(last)]);
}
