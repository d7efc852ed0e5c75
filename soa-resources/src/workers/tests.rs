//! The pool and the desks, without a library.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use soa_runtime::IdAllocator;

use super::line::Line;
use super::pool::{Decoder, Pool};
use super::threads::Workers;
use crate::error::BoxError;
use crate::id::AnyResource;
use crate::job::{Job, Ticket};
use crate::loader::Loader;
use crate::priority::Priority;
use crate::source::Memory;

#[derive(IdAllocator)]
struct Text {
    text: String,
}

struct Utf8;

impl Loader for Utf8 {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, bytes: Vec<u8>, _: &Job<'_>) -> Result<Text, BoxError> {
        let text = String::from_utf8(bytes)?;
        Ok(Text { text })
    }
}

fn ticket(name: &str, priority: i8, first: u64) -> Arc<Ticket> {
    let id = AnyResource::new(1 << 32 | first, 0);
    Arc::new(Ticket::new(id, name.into(), Priority(priority), first))
}

/// Reports the names that it decodes, and waits for a word in each. Reports that it was
/// closed.
struct Recorder {
    names: Sender<String>,
    go: Mutex<Receiver<()>>,
}

impl Recorder {
    fn new() -> (Arc<Self>, Receiver<String>, Sender<()>) {
        let (names, decoded) = channel();
        let (go, wait) = channel();
        let go_on = Mutex::new(wait);
        (Arc::new(Self { names, go: go_on }), decoded, go)
    }
}

impl Decoder for Recorder {
    fn has_room(&self) -> bool {
        true
    }

    fn reserve(&self) {}

    fn decode(&self, ticket: Arc<Ticket>) {
        let _ = self.names.send(ticket.name.to_string());
        let go = self.go.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = go.recv();
    }

    fn close(&self) {
        let _ = self.names.send("closed".to_owned());
    }
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn without_threads_the_owner_decodes_in_the_order_of_ranks() {
    let memory = Memory::new();
    memory.insert("a", "A");
    let mut line = Line::new(Utf8, Box::new(memory), Workers::new(0));
    let cancelled = ticket("cancelled", 9, 1);
    line.order(Arc::clone(&cancelled));
    line.order(ticket("late", 0, 3));
    line.order(ticket("a", 0, 2));
    assert!(line.decodes_here());
    assert!(line.cancel(&cancelled).is_none());
    let done = line.wait(|_| true, drop).expect("it was ordered");
    let text = done.outcome.map(|(decoded, _)| decoded.text);
    assert_eq!(text.ok().as_deref(), Some("A"));
    assert!(line.next(|ticket| &*ticket.name != "late", drop).is_none());
    assert!(line.next(|_| true, drop).expect("late").outcome.is_err());
    assert!(line.next(|_| true, drop).is_none());
}

#[test]
fn libraries_take_turns_and_a_seat_that_left_has_none() {
    let pool = Arc::new(Pool::default());
    let (one, decoded_one, go_one) = Recorder::new();
    let (two, decoded_two, go_two) = Recorder::new();
    let seats = [one, two].map(|decoder| pool.join(decoder));
    for (seat, prefix) in seats.into_iter().zip(["one", "two"]) {
        for number in 0..3 {
            pool.order(seat, ticket(&format!("{prefix} {number}"), 0, number));
        }
    }
    let worker = {
        let pool = Arc::clone(&pool);
        thread::spawn(move || pool.work())
    };
    for number in 0..2 {
        let name = decoded_one.recv_timeout(LONG).expect("a turn of the first");
        assert_eq!(name, format!("one {number}"));
        assert!(decoded_two.try_recv().is_err(), "not before its turn");
        go_one.send(()).expect("it waits");
        let name = decoded_two
            .recv_timeout(LONG)
            .expect("a turn of the second");
        assert_eq!(name, format!("two {number}"));
        if number == 0 {
            go_two.send(()).expect("it waits");
        }
    }
    // The second library decodes; only itself has to wait for that.
    pool.leave(seats[0]);
    assert_eq!(decoded_one.try_iter().collect::<Vec<_>>(), ["closed"]);
    drop(go_two);
    pool.leave(seats[1]);
    pool.close();
    worker.join().expect("it ends");
    // The worker may have taken the last ticket before the seat left.
    assert!(
        decoded_two
            .try_iter()
            .filter(|name| name != "closed")
            .count()
            <= 1
    );
}

#[test]
fn nothing_begins_for_a_library_that_waits_for_its_last_decodes() {
    let pool = Arc::new(Pool::default());
    let (recorder, decoded, go) = Recorder::new();
    let seat = pool.join(recorder);
    for number in 0..9 {
        pool.order(seat, ticket(&number.to_string(), 0, number));
    }
    let workers = [(); 2].map(|()| {
        let pool = Arc::clone(&pool);
        thread::spawn(move || pool.work())
    });
    for _ in 0..2 {
        decoded.recv_timeout(LONG).expect("both threads decode");
    }
    let leaving = {
        let pool = Arc::clone(&pool);
        thread::spawn(move || pool.leave(seat))
    };
    assert_eq!(decoded.recv_timeout(LONG).as_deref(), Ok("closed"));
    // One after the other, so that the owner wakes in between.
    go.send(()).expect("a decode waits");
    thread::sleep(Duration::from_millis(20));
    assert!(!leaving.is_finished(), "the other decode runs");
    go.send(()).expect("a decode waits");
    leaving.join().expect("it ends");
    assert!(decoded.try_recv().is_err(), "no other ticket was taken");
    pool.close();
    for worker in workers {
        worker.join().expect("it ends");
    }
}

/// Waits for what threads do, however loaded the machine is.
fn until(holds: impl Fn() -> bool) {
    let end = Instant::now() + LONG;
    while !holds() {
        assert!(Instant::now() < end, "it never holds");
        thread::yield_now();
    }
}

/// Has no room until it is told, and does not end a decode before.
#[derive(Default)]
struct Narrow {
    has_room: AtomicBool,
    running: AtomicUsize,
    go: AtomicBool,
}

impl Decoder for Narrow {
    fn has_room(&self) -> bool {
        self.has_room.load(Ordering::SeqCst)
    }

    fn reserve(&self) {}

    fn decode(&self, _: Arc<Ticket>) {
        self.running.fetch_add(1, Ordering::SeqCst);
        until(|| self.go.load(Ordering::SeqCst));
    }

    fn close(&self) {}
}

#[test]
fn a_thread_that_is_woken_for_room_wakes_the_next_one() {
    let pool = Arc::new(Pool::default());
    let narrow = Arc::new(Narrow::default());
    let seat = pool.join(Arc::<Narrow>::clone(&narrow));
    let workers = [(); 2].map(|()| {
        let pool = Arc::clone(&pool);
        thread::spawn(move || pool.work())
    });
    until(|| pool.sleeping() >= 2);
    for number in 0..2 {
        pool.order(seat, ticket(&number.to_string(), 0, number));
    }
    assert!(pool.sleeping() >= 2, "there is no room");
    narrow.has_room.store(true, Ordering::SeqCst);
    pool.wake_for_room();
    until(|| narrow.running.load(Ordering::SeqCst) == 2);
    narrow.go.store(true, Ordering::SeqCst);
    pool.leave(seat);
    pool.close();
    for worker in workers {
        worker.join().expect("it ends");
    }
}

#[test]
fn a_thread_goes_on_when_half_of_the_room_is_there_again() {
    let memory = Memory::new();
    memory.insert("a", "A");
    let workers = Workers::new(1);
    let mut line = Line::new(Utf8, Box::new(memory), workers.clone());
    for number in 0..300 {
        line.order(ticket("a", 0, number));
    }
    until(|| line.waiting() == 256 && workers.pool().sleeping() >= 1);
    for _ in 0..128 {
        assert!(line.next(|_| true, drop).is_some());
        assert!(
            workers.pool().sleeping() >= 1,
            "it is not woken for each result"
        );
    }
    assert!(line.next(|_| true, drop).is_some());
    until(|| line.waiting() == 300 - 129);
}

#[test]
fn a_ticket_that_waits_gets_another_place() {
    let pool = Pool::default();
    let (recorder, _, _) = Recorder::new();
    let seat = pool.join(recorder);
    let [first, second] = [1, 2].map(|number| ticket(&number.to_string(), 0, number));
    pool.order(seat, Arc::clone(&first));
    pool.order(seat, Arc::clone(&second));
    assert!(pool.prioritize(seat, &second, Priority(1)));
    let taken = pool.take(seat, |_| true).expect("it waits");
    assert_eq!(taken.name, second.name);
    assert!(!pool.prioritize(seat, &second, Priority(2)), "it was taken");
    assert!(pool.cancel(seat, &first));
}

/// Counts the threads that ended.
struct Ends(Arc<AtomicUsize>);

impl Drop for Ends {
    fn drop(&mut self) {
        // Whoever does not wait for this thread is here before it.
        for _ in 0..1000 {
            thread::yield_now();
        }
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

thread_local! {
    static ENDS: RefCell<Option<Ends>> = const { RefCell::new(None) };
}

/// Leaves something in each thread on which it decodes.
struct Leaves(Arc<AtomicUsize>);

impl Loader for Leaves {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, _: Vec<u8>, _: &Job<'_>) -> Result<Text, BoxError> {
        ENDS.set(Some(Ends(Arc::clone(&self.0))));
        Err("it decodes nothing".into())
    }
}

#[test]
fn the_last_handle_joins_the_threads() {
    let ended = Arc::<AtomicUsize>::default();
    let memory = Memory::new();
    memory.insert("a", "A");
    let loader = Leaves(Arc::clone(&ended));
    let mut line = Line::new(loader, Box::new(memory), Workers::new(1));
    line.order(ticket("a", 0, 1));
    assert!(line.wait(|_| true, drop).is_some());
    drop(line);
    assert_eq!(ended.load(Ordering::SeqCst), 1);
}

#[test]
fn a_loader_that_says_nothing_costs_nothing() {
    assert_eq!(Utf8.cost(&Text { text: "A".into() }), 0);
}
