//! A library without threads, on a clock that the test moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::support::{Counted, ONE, TWO, Text, World, text_hub};
use soa_resources::{
    BoxError, Clock, Config, Event, Job, Library, Loader, Memory, SystemClock, Workers,
};

/// Milliseconds, moved by hand; and how often they were asked for.
#[derive(Clone, Default)]
struct ByHand(Arc<[AtomicU64; 2]>);

impl ByHand {
    fn pass(&self, milliseconds: u64) {
        self.0[0].fetch_add(milliseconds, Ordering::Relaxed);
    }

    fn times_asked(&self) -> u64 {
        self.0[1].load(Ordering::Relaxed)
    }
}

impl Clock for ByHand {
    fn now(&self) -> Duration {
        self.0[1].fetch_add(1, Ordering::Relaxed);
        Duration::from_millis(self.0[0].load(Ordering::Relaxed))
    }
}

/// A decode takes as many milliseconds as the bytes say.
struct Slow(ByHand);

impl Loader for Slow {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Text, BoxError> {
        assert!(!job.is_cancelled());
        let text = String::from_utf8(bytes)?;
        self.0.pass(text.parse()?);
        Ok(Text {
            text,
            counted: Counted::default(),
        })
    }
}

fn no_threads() -> World {
    World::open(Config::new().workers(0))
}

#[test]
fn each_call_does_at_least_one_step_and_begins_none_after_its_time() {
    let clock = ByHand::default();
    let memory = Memory::new();
    let (mut hub, stand_in) = text_hub();
    let config = Config::new().workers(0).clock(clock.clone());
    let mut library = Library::with_config(Slow(clock.clone()), memory.clone(), stand_in, config);
    let names = ["a", "b", "c", "bad", "d", "e"];
    for name in names {
        memory.insert(name, if name == "bad" { "bad" } else { "3" });
        library.request(name, ONE);
    }
    let mut frame = |milliseconds| {
        let time = Duration::from_millis(milliseconds);
        let events = library.maintain_into(&mut hub, time);
        events.len()
    };
    assert_eq!(frame(0), 1);
    assert_eq!(frame(4), 2, "the second began after 3 of 4 milliseconds");
    assert_eq!(frame(0), 1, "a step that failed is a step");
    assert_eq!(frame(100), 2);
    assert_eq!(frame(100), 0);
}

#[test]
fn a_time_without_limit_never_asks_the_clock() {
    let clock = ByHand::default();
    let mut world = World::open(Config::new().workers(0).clock(clock.clone()));
    world.request("a", "A", ONE);
    world.maintain();
    world.memory.insert("a", "B");
    world.finish_all();
    world.library.release_all(ONE);
    world.maintain();
    assert_eq!(clock.times_asked(), 0);
    world.maintain_for(Duration::from_millis(1));
    assert_eq!(clock.times_asked(), 0, "nor does a frame without work");
    world.request("b", "B", ONE);
    world.maintain_for(Duration::from_millis(1));
    assert!(clock.times_asked() > 0);
}

#[test]
fn everything_is_read_and_decoded_on_the_owners_thread() {
    struct Here(thread::ThreadId);
    impl Loader for Here {
        type Record = Text;
        type Decoded = Text;
        fn decode(&self, _: Vec<u8>, _: &Job<'_>) -> Result<Text, BoxError> {
            assert_eq!(thread::current().id(), self.0);
            Ok(Text::default_text())
        }
    }
    for config in [
        Config::new().workers(0),
        Config::new().shared_workers(&Workers::new(0)),
        Config::new().workers(3).shared_workers(&Workers::new(0)),
        Config::new().shared_workers(&Workers::new(3)).workers(0),
    ] {
        let memory = Memory::new();
        memory.insert("a", "A");
        let (mut hub, stand_in) = text_hub();
        let here = Here(thread::current().id());
        let mut library = Library::with_config(here, memory, stand_in, config);
        let id = library.request("a", ONE);
        assert_eq!(library.finish_all_into(&mut hub), [Event::Loaded(id)]);
    }
}

trait DefaultText {
    fn default_text() -> Text;
}

impl DefaultText for Text {
    fn default_text() -> Text {
        Text {
            text: String::new(),
            counted: Counted::default(),
        }
    }
}

#[test]
fn nothing_is_decoded_that_nobody_holds_any_more() {
    let mut world = no_threads();
    let ids: Vec<_> = (0..10)
        .map(|number| world.request(&number.to_string(), "A", ONE))
        .collect();
    let kept = world.request("kept", "A", TWO);
    world.library.release_all(ONE);
    // One is unloaded in the time that there is; the others are not decoded either.
    let events = world.maintain_for(Duration::ZERO);
    assert_eq!(events, [Event::Unloaded(ids[0]), Event::Loaded(kept)]);
    assert!(world.library.hold(ids[9], TWO));
    let events = world.finish_all();
    assert_eq!(events.last(), Some(&Event::Loaded(ids[9])));
    assert_eq!((events.len(), world.decodes()), (9, 2));
}

#[test]
fn what_finish_releases_can_be_requested_again_in_the_same_call() {
    let mut world = no_threads();
    let [a, b] = ["a", "b"].map(|name| world.request(name, "A", ONE));
    let part = world.request("part", "A", a);
    world.library.prioritize(part, soa_resources::Priority(-1));
    let finish = |world: &mut World| {
        world.library.finish_all(&mut world.hub, |ready| {
            if ready.id == a {
                ready.release_all();
            } else if ready.id == b {
                assert_eq!(ready.request("part", b), part);
            }
            Ok(ready.decoded)
        })
    };
    assert_eq!(finish(&mut world), [a, b, part].map(Event::Loaded));

    // A resource that is not requested again is not loaded, and is removed in the next call.
    let mut world = no_threads();
    let a = world.request("a", "A", ONE);
    let part = world.request("part", "A", a);
    let events = world.library.finish_all(&mut world.hub, |ready| {
        ready.release_all();
        Ok(ready.decoded)
    });
    assert_eq!(events, [Event::Loaded(a)]);
    assert_eq!(world.finish_all(), [Event::Unloaded(part)]);
    assert_eq!(world.decodes(), 1);
}

#[test]
fn a_library_without_threads_can_be_dropped_with_work_left() {
    let mut world = no_threads();
    world.request("a", "A", ONE);
    drop(world.library);
    assert_eq!(world.texts.alive(), 0);
}

#[test]
fn the_clock_of_the_system_goes_on() {
    let before = SystemClock.now();
    thread::sleep(Duration::from_millis(2));
    assert!(SystemClock.now() >= before + Duration::from_millis(2));
}
