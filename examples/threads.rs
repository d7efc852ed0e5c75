//! Uses a hub from several threads in five ways, and compares each with the same work on one thread:
//! `cargo run --example threads`.
//! `soa_runtime::guide::threads` explains when to use which.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{RwLock, mpsc};
use std::thread;

use rayon::prelude::*;
use soa_runtime::{IdAllocator, Lease};

const WORKERS: u32 = 4;
const EACH: u32 = 250;

/// A mesh that was cut out of a larger one.
#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq))]
struct Piece {
    worker: u32,
    triangles: u32,
    area: u32,
    /// The previous piece of the same worker.
    before: Option<PieceId>,
}

/// Computes a piece. The result depends only on the arguments.
fn piece(worker: u32, number: u32) -> Piece {
    let triangles = (worker * 31 + number * 17) % 97 + 1;
    Piece {
        worker,
        triangles,
        area: 3 * triangles,
        before: None,
    }
}

/// Returns the hub that one thread creates.
fn alone() -> PieceHub {
    let numbers = (0..WORKERS).flat_map(|worker| (0..EACH).map(move |number| (worker, number)));
    numbers
        .map(|(worker, number)| piece(worker, number))
        .collect()
}

/// (a) Vectors: the workers fill vectors, and the owner inserts their content. Ids exist only then.
fn vectors() {
    let made: Vec<Vec<Piece>> = thread::scope(|scope| {
        let spawn = |worker| scope.spawn(move || (0..EACH).map(|n| piece(worker, n)).collect());
        let workers: Vec<_> = (0..WORKERS).map(spawn).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| worker.join().expect("no panic");
        workers.into_iter().map(join).collect()
    });
    let mut pieces = PieceHub::new();
    let ids = pieces.insert_many(made.into_iter().flatten());
    assert!(pieces.ids().eq(ids));
    assert_eq!(pieces, alone());
    println!(
        "(a) vectors: {} rows, equal to those of one thread",
        pieces.len()
    );
}

/// One hub for the whole program.
static DEPOT: RwLock<PieceHub> = RwLock::new(PieceHub::new());

/// (b) A lock: many readers or one writer at a time. A hub is consistent after a panic, so a program
/// may also use a poisoned lock.
fn lock() {
    thread::scope(|scope| {
        for worker in 0..WORKERS {
            scope.spawn(move || {
                for number in 0..EACH {
                    let record = piece(worker, number); // computed outside the lock
                    let id = DEPOT.write().expect("no worker panics").insert(record);
                    assert_eq!(
                        *DEPOT.read().expect("no worker panics").row(id).worker,
                        worker
                    );
                }
            });
        }
    });
    let pieces = DEPOT.read().expect("no worker panics");
    let area: u32 = pieces.columns().area.iter().sum();
    assert_eq!(area, alone().columns().area.iter().sum::<u32>());
    println!("(b) a lock: {} rows in an arbitrary order", pieces.len());
}

/// Counters that are written through shared access.
#[derive(IdAllocator)]
struct Usage {
    hits: AtomicU32,
    last: std::sync::Mutex<String>,
}

/// (c) Shared columns: atomics and locks can be written through shared access.
fn shared_columns() {
    let mut usage = UsageHub::new();
    let ids = usage.alloc_many(8);
    let shared = &usage;
    thread::scope(|scope| {
        for worker in 0..WORKERS {
            let ids = &ids;
            scope.spawn(move || {
                let columns = shared.columns();
                for id in ids.iter().cycle().take(EACH as usize) {
                    columns.hits[*id].fetch_add(1, Ordering::Relaxed);
                }
                let mut last = columns.last[ids[0]].lock().expect("no worker panics");
                *last = format!("worker {worker}");
            });
        }
    });
    let mut columns = usage.columns_mut();
    let hits: u32 = columns.hits.iter_mut().map(|hits| *hits.get_mut()).sum();
    assert_eq!(hits, WORKERS * EACH);
    println!("(c) shared columns: {hits} hits, none is lost");
}

/// (d) Phases: each thread gets a part of the columns, with `chunks_mut` or with rayon.
fn phases() {
    let mut pieces = alone();
    let mut by_rayon = pieces.clone();

    let columns = pieces.columns_mut();
    let part = columns.area.len().div_ceil(WORKERS as usize);
    let areas = columns.area.into_mut_slice().chunks_mut(part);
    let triangles = columns.triangles.chunks(part);
    thread::scope(|scope| {
        for (areas, triangles) in areas.zip(triangles) {
            scope.spawn(move || {
                for (area, triangles) in areas.iter_mut().zip(triangles) {
                    *area *= *triangles;
                }
            });
        }
    });

    by_rayon
        .par_iter_mut()
        .for_each(|(_, row)| *row.area *= *row.triangles);
    assert_eq!(pieces, by_rayon);
    println!(
        "(d) phases: {} rows, equal with `chunks_mut` and with rayon",
        pieces.len()
    );
}

/// Inserts pieces that contain the id of the previous piece, so the ids are needed at once.
fn chain(lease: &mut Lease<Piece>, worker: u32) {
    let mut before = None;
    for number in 0..EACH {
        let record = Piece {
            before,
            ..piece(worker, number)
        };
        before = Some(lease.insert(record));
    }
}

/// (e) Leases: workers get ids without a lock, and the hub does not depend on their speed.
fn leases() {
    let take = |pieces: &mut PieceHub| [(); WORKERS as usize].map(|()| pieces.lease(EACH as usize));

    // The leases are borrowed by the threads of a scope.
    let mut scoped = PieceHub::new();
    let mut lent = take(&mut scoped);
    thread::scope(|scope| {
        for (worker, lease) in (0..).zip(&mut lent) {
            scope.spawn(move || chain(lease, worker));
        }
    });
    assert!(scoped.settle(lent).is_empty());

    // The leases are moved to threads that may outlive this function, and return in any order.
    let mut sent = PieceHub::new();
    let (finished, arrivals) = mpsc::channel();
    for (worker, mut lease) in (0..).zip(take(&mut sent)) {
        let finished = finished.clone();
        thread::spawn(move || {
            chain(&mut lease, worker);
            finished.send(lease).expect("the receiver exists");
        });
    }
    drop(finished);
    assert!(sent.settle(arrivals).is_empty());

    let mut single = PieceHub::new();
    let mut kept = take(&mut single);
    for (worker, lease) in (0..).zip(&mut kept) {
        chain(lease, worker);
    }
    assert!(single.settle(kept).is_empty());
    assert_eq!(scoped, single);
    assert_eq!(sent, single);
    for (_, piece) in &single {
        assert!(piece.before.is_none_or(|before| single.contains(before)));
    }
    println!(
        "(e) leases: {} rows with the same ids as on one thread",
        single.len()
    );
}

fn main() {
    vectors();
    lock();
    shared_columns();
    phases();
    leases();
}
