//! The pool and the desks, without a library.

mod threads;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use soa_runtime::IdAllocator;

use super::line::Line;
use super::pool::{Decoder, Pool};
use super::threads::Workers;
use crate::error::BoxError;
use crate::id::AnyResource;
use crate::job::{Job, Priority, Ticket};
use crate::loader::Loader;
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

#[test]
fn a_loader_that_says_nothing_costs_nothing() {
    assert_eq!(Utf8.cost(&Text { text: "A".into() }), 0);
}
