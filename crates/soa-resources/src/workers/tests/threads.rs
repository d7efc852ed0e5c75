//! When threads are woken, and that they are joined.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use super::*;

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
