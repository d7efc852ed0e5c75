//! A library without threads: where it works, and when it asks its clock. The simulator has the rest.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::support::{Counted, ONE, Text, World, library};
use soa_resources::{BoxError, Clock, Config, Event, Job, Loader, SystemClock, Workers};

/// A clock that stands still, and counts how often it was asked.
#[derive(Clone, Default)]
struct Asked(Arc<AtomicU64>);

impl Clock for Asked {
    fn now(&self) -> Duration {
        self.0.fetch_add(1, Ordering::Relaxed);
        Duration::ZERO
    }
}

fn no_threads() -> World {
    World::open(Config::new().workers(0))
}

#[test]
fn a_time_without_limit_never_asks_the_clock() {
    let clock = Asked::default();
    let mut world = World::open(Config::new().workers(0).clock(clock.clone()));
    world.request("a", "A", ONE);
    world.maintain();
    world.memory.insert("a", "B");
    world.finish_all();
    world.library.release_all(ONE);
    world.maintain();
    assert_eq!(clock.0.load(Ordering::Relaxed), 0);
    world.maintain_for(Duration::from_millis(1));
    assert_eq!(
        clock.0.load(Ordering::Relaxed),
        0,
        "nor does a frame without work"
    );
    world.request("b", "B", ONE);
    world.maintain_for(Duration::from_millis(1));
    assert!(clock.0.load(Ordering::Relaxed) > 0);
}

#[test]
fn everything_is_read_and_decoded_on_the_owners_thread() {
    struct Here(thread::ThreadId);
    impl Loader for Here {
        type Record = Text;
        type Decoded = Text;
        fn decode(&self, _: Vec<u8>, _: &Job<'_>) -> Result<Text, BoxError> {
            assert_eq!(thread::current().id(), self.0);
            let (text, counted) = (String::new(), Counted::default());
            Ok(Text { text, counted })
        }
    }
    for config in [
        Config::new().workers(0),
        Config::new().shared_workers(&Workers::new(0)),
        Config::new().workers(3).shared_workers(&Workers::new(0)),
        Config::new().shared_workers(&Workers::new(3)).workers(0),
    ] {
        let here = Here(thread::current().id());
        let (mut hub, mut library) = library(here, &["a"], config);
        let id = library.request("a", ONE);
        assert_eq!(library.finish_all_into(&mut hub), [Event::Loaded(id)]);
    }
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
