//! Leases on running threads.

use std::sync::mpsc;
use std::thread;

use soa_runtime::{IdAllocator, Lease};

const ROUNDS: u32 = if cfg!(miri) { 2 } else { 300 };
const WORKERS: u32 = if cfg!(miri) { 2 } else { 4 };
/// Enough for a row to be freed in every round.
const ROWS: u32 = if cfg!(miri) { 9 } else { 20 };

/// A row that names another of its own worker's.
#[derive(IdAllocator)]
#[soa(derive(Clone, PartialEq, Serialize))]
struct Node {
    worker: u32,
    number: u32,
    before: Option<NodeId>,
}

/// Makes a chain of rows, and removes every seventh.
fn work(lease: &mut Lease<Node>, worker: u32, round: u32) {
    let mut before = None;
    for number in 0..ROWS - round % 3 {
        let id = lease.insert(Node {
            worker,
            number,
            before,
        });
        if number % 7 == 6 {
            lease.dealloc(id);
        } else {
            before = Some(id);
        }
    }
}

/// Runs many rounds of workers with leases; the hub as a text after each.
fn rounds(mut run: impl FnMut(&mut NodeHub, u32)) -> Vec<String> {
    let mut hub = NodeHub::new();
    (0..ROUNDS)
        .map(|round| {
            run(&mut hub, round);
            for (_, node) in &hub {
                let before = node.before.map(|id| hub.row(id));
                assert!(before.is_none_or(|before| before.worker == node.worker));
            }
            hub.retain(|id, _| id.index() % 3 != round % 3);
            // What is freed may be what others name: they forget it.
            let live: std::collections::HashSet<NodeId> = hub.ids().collect();
            for before in &mut hub.columns_mut().before {
                *before = before.filter(|id| live.contains(id));
            }
            serde_json::to_string(&hub).expect("a hub can be saved")
        })
        .collect()
}

fn one_after_the_other() -> Vec<String> {
    rounds(|hub, round| {
        let leases = [(); WORKERS as usize].map(|()| hub.lease(ROWS as usize));
        let leases = (0..).zip(leases).map(|(worker, mut lease)| {
            work(&mut lease, worker, round);
            lease
        });
        let leases: Vec<Lease<Node>> = leases.collect();
        assert!(hub.settle(leases).is_empty());
    })
}

#[test]
fn threads_that_borrow_their_leases_give_the_hub_that_one_thread_does() {
    let threaded = rounds(|hub, round| {
        let mut leases = [(); WORKERS as usize].map(|()| hub.lease(ROWS as usize));
        thread::scope(|scope| {
            for (worker, lease) in (0..).zip(&mut leases) {
                scope.spawn(move || work(lease, worker, round));
            }
        });
        assert!(hub.settle(leases).is_empty());
    });
    assert_eq!(threaded, one_after_the_other());
}

#[test]
fn leases_sent_back_through_a_channel_give_the_same_hub() {
    let threaded = rounds(|hub, round| {
        let (finished, done) = mpsc::channel();
        for worker in 0..WORKERS {
            let (mut lease, finished) = (hub.lease(ROWS as usize), finished.clone());
            thread::spawn(move || {
                work(&mut lease, worker, round);
                finished.send(lease).expect("the owner waits");
            });
        }
        drop(finished);
        assert!(hub.settle(done).is_empty(), "in the order they came");
    });
    assert_eq!(threaded, one_after_the_other());
}
