//! Libraries and workers that are dropped by a decode, and destructors that panic.

use std::any::Any;
use std::cell::Cell;
use std::sync::{Arc, Barrier, Mutex, PoisonError};

use crossbeam_channel::{Receiver, Sender, unbounded};
use soa_resources::{
    BoxError, Config, Event, Job, Library, Loader, Memory, StandIn, State, Step, Workers,
};
use soa_runtime::IdAllocator;

use crate::support::{LONG, ONE, Text, World, library};

/// What a decode drops.
type Slot = Arc<Mutex<Option<Box<dyn Any + Send>>>>;

/// Meets the other decode, and then drops what is in a slot.
struct Drops {
    meets: Arc<Barrier>,
    slot: Slot,
    ended: Sender<()>,
}

impl Loader for Drops {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, _: Vec<u8>, _: &Job<'_>) -> Result<Text, BoxError> {
        self.meets.wait();
        let dropped = self
            .slot
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        drop(dropped);
        self.ended.send(())?;
        Err("nobody is left to read it".into())
    }
}

/// Two libraries whose decodes, once they run both, drop each other's library. Returns where
/// the ends of both decodes are reported.
fn libraries_that_drop_each_other(workers: [&Workers; 2]) -> Receiver<()> {
    let meets = Arc::new(Barrier::new(2));
    let slots: [Slot; 2] = Default::default();
    let (ended, ends) = unbounded();
    for ((slot, other), workers) in [(0, 1), (1, 0)].into_iter().zip(workers) {
        let loader = Drops {
            meets: Arc::clone(&meets),
            slot: Arc::clone(&slots[other]),
            ended: ended.clone(),
        };
        let config = Config::new().shared_workers(workers);
        let (_, mut library) = library(loader, &["a"], config);
        // The slot is full before both decodes meet, since the other one is ordered later.
        let mut own = slots[slot].lock().expect("no thread panics with it");
        library.request("a", ONE);
        *own = Some(Box::new(library));
    }
    ends
}

#[test]
fn two_libraries_on_the_same_workers_may_drop_each_other() {
    let workers = Workers::new(2);
    let ends = libraries_that_drop_each_other([&workers; 2]);
    for _ in 0..2 {
        assert_eq!(ends.recv_timeout(LONG), Ok(()));
    }

    // A third one has both workers: its decodes meet.
    let (ended, ends) = unbounded();
    let loader = Drops {
        meets: Arc::new(Barrier::new(2)),
        slot: Slot::default(),
        ended,
    };
    let config = Config::new().shared_workers(&workers);
    let (_, mut third) = library(loader, &["a", "b"], config);
    third.request("a", ONE);
    third.request("b", ONE);
    for _ in 0..2 {
        assert_eq!(ends.recv_timeout(LONG), Ok(()));
    }
}

#[test]
fn two_libraries_with_workers_of_their_own_may_drop_each_other() {
    let [one, two] = [(); 2].map(|()| Workers::new(1));
    let ends = libraries_that_drop_each_other([&one, &two]);
    drop((one, two)); // the libraries have the last handles
    for _ in 0..2 {
        assert_eq!(ends.recv_timeout(LONG), Ok(()));
    }
}

/// A loader with a destructor that panics, whose decode drops its own library.
struct Panics(Drops);

impl Loader for Panics {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Text, BoxError> {
        self.0.decode(bytes, job)
    }
}

impl Drop for Panics {
    fn drop(&mut self) {
        let _ = self.0.ended.send(());
        panic!("the loader panics");
    }
}

#[test]
fn a_worker_survives_the_destructor_of_a_loader() {
    let workers = Workers::new(1);
    let (ended, ends) = unbounded();
    let slot = Slot::default();
    let loader = Panics(Drops {
        meets: Arc::new(Barrier::new(1)),
        slot: Arc::clone(&slot),
        ended,
    });
    let config = Config::new().shared_workers(&workers);
    let (_, mut library) = library(loader, &["a"], config.clone());
    let mut own = slot.lock().unwrap();
    library.request("a", ONE);
    *own = Some(Box::new(library));
    drop(own);
    for _ in 0..2 {
        assert_eq!(ends.recv_timeout(LONG), Ok(()));
    }

    let mut other = World::open(config);
    let id = other.request("a", "A", ONE);
    assert_eq!(other.finish_all(), [Event::Loaded(id)]);
}

thread_local! {
    /// Whether the next mine that is dropped panics.
    static IS_ARMED: Cell<bool> = const { Cell::new(false) };
}

/// Panics when it is dropped, if it is armed.
#[derive(Debug, Default)]
struct Mine;

impl Drop for Mine {
    fn drop(&mut self) {
        assert!(!IS_ARMED.replace(false), "a mine was dropped");
    }
}

#[derive(IdAllocator, Debug)]
#[soa(bits(index = 2, generation = 8))]
struct Mined {
    mine: Mine,
    text: String,
}

struct Miner;

impl Loader for Miner {
    type Record = Mined;
    type Decoded = String;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<String, BoxError> {
        Ok(String::from_utf8(bytes)?)
    }
}

/// A library whose hub has two slots left, one of them with a hole, and three files.
fn mined() -> (MinedHub, Library<Miner>) {
    let mut hub = MinedHub::new();
    let blank = hub.alloc();
    let memory = Memory::new();
    for name in ["a", "b", "c"] {
        memory.insert(name, name);
    }
    let stand_in = StandIn {
        placeholder: blank,
        error: blank,
    };
    let mut library = Library::new(Miner, memory, stand_in);
    library.request("a", ONE);
    load(&mut library, &mut hub);
    library.release_all(ONE);
    load(&mut library, &mut hub);
    assert_eq!((hub.len(), hub.slots()), (1, 2));
    (hub, library)
}

fn load(library: &mut Library<Miner>, hub: &mut MinedHub) -> Vec<Event<Miner>> {
    library.finish_all(hub, |ready| {
        let text = ready.decoded;
        Ok(Mined { mine: Mine, text })
    })
}

/// The destructor of a hole's default panics when a record takes its place.
#[test]
fn a_resource_whose_hole_panics_has_failed_and_can_be_loaded_again() {
    let (mut hub, mut library) = mined();
    let b = library.request("b", ONE);
    IS_ARMED.set(true);
    assert_eq!(load(&mut library, &mut hub), [Event::Failed(b)]);
    assert_eq!(library.state(b), Some(State::Failed));
    let error = library.error(b).unwrap();
    assert_eq!(error.step(), Step::Insert);
    assert_eq!(
        error.to_string(),
        "\"b\" cannot be inserted into its hub: it panicked: a mine was dropped"
    );
    assert_eq!(hub.len(), 1, "no row is left without a resource");
    library.reload(b);
    assert_eq!(load(&mut library, &mut hub), [Event::Loaded(b)]);
    assert_eq!(hub.row(library.row(b)).text, "b");
}

#[test]
fn a_provided_record_whose_hole_panics_has_failed() {
    let (mut hub, mut library) = mined();
    IS_ARMED.set(true);
    let text = "here".to_owned();
    let id = library.provide(&mut hub, "here", ONE, Mined { mine: Mine, text });
    assert_eq!(library.state(id), Some(State::Failed));
    assert_eq!(load(&mut library, &mut hub), [Event::Failed(id)]);
    let text = "again".to_owned();
    library.provide(&mut hub, "here", ONE, Mined { mine: Mine, text });
    assert_eq!(hub.row(library.row(id)).text, "again");
}

#[test]
fn a_record_without_room_whose_destructor_panics_has_failed() {
    let (mut hub, mut library) = mined();
    hub.alloc_many(2);
    let b = library.request("b", ONE);
    IS_ARMED.set(true);
    assert_eq!(load(&mut library, &mut hub), [Event::Failed(b)]);
    assert!(!IS_ARMED.get(), "the record was dropped");
    assert_eq!(
        library.error(b).map(soa_resources::LoadError::step),
        Some(Step::Insert)
    );
    assert_eq!(library.state(b), Some(State::Failed));
}
