//! Five ways to use a hub from several threads, each compared with the same work
//! done by one thread. `soa_runtime::guide::threads` says when to take which.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
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
    /// The piece that the same worker has made before.
    before: Option<PieceId>,
}

/// What a worker computes: always the same, whenever it runs.
fn piece(worker: u32, number: u32) -> Piece {
    let triangles = (worker * 31 + number * 17) % 97 + 1;
    Piece {
        worker,
        triangles,
        area: 3 * triangles,
        before: None,
    }
}

/// The hub that one thread makes alone.
fn alone() -> PieceHub {
    let numbers = (0..WORKERS).flat_map(|worker| (0..EACH).map(move |number| (worker, number)));
    numbers
        .map(|(worker, number)| piece(worker, number))
        .collect()
}

/// (a) Ids come late: the workers fill vectors, and the owner inserts them.
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
        "(a) vectors: {} rows, as one thread makes them",
        pieces.len()
    );
}

/// (b) One hub for the program: whoever enters reads, one at a time writes.
mod depot {
    use super::{PieceHub, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

    static PIECES: RwLock<PieceHub> = RwLock::new(PieceHub::new());

    /// Enters for reading; leaves when what it returns is dropped.
    pub(crate) fn enter() -> RwLockReadGuard<'static, PieceHub> {
        PIECES.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters alone, for making and freeing. A panic inside leaves a hub that is
    /// consistent, so the lock's poison says nothing.
    pub(crate) fn enter_alone() -> RwLockWriteGuard<'static, PieceHub> {
        PIECES.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock() {
    thread::scope(|scope| {
        for worker in 0..WORKERS {
            scope.spawn(move || {
                for number in 0..EACH {
                    let record = piece(worker, number); // the work, outside the lock
                    let id = depot::enter_alone().insert(record);
                    assert_eq!(*depot::enter().row(id).worker, worker);
                }
            });
        }
    });
    let pieces = depot::enter();
    let area: u32 = pieces.columns().area.iter().sum();
    assert_eq!(area, alone().columns().area.iter().sum::<u32>());
    println!(
        "(b) a lock: {} rows, in an order of their own",
        pieces.len()
    );
}

/// What is counted while everybody reads.
#[derive(IdAllocator)]
struct Usage {
    hits: AtomicU32,
    last: std::sync::Mutex<String>,
}

/// (c) Columns that can be written while they are shared.
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
                let mut last = columns.last[ids[0]].lock().expect("nobody panics");
                *last = format!("worker {worker}");
            });
        }
    });
    let mut columns = usage.columns_mut();
    let hits: u32 = columns.hits.iter_mut().map(|hits| *hits.get_mut()).sum();
    assert_eq!(hits, WORKERS * EACH);
    println!("(c) shared columns: {hits} hits, none lost");
}

/// (d) Phases: each thread gets a part of the columns, first by hand, then by rayon.
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
        "(d) phases: {} rows, the same by hand and by rayon",
        pieces.len()
    );
}

/// A worker that needs its ids at once: each piece names the one before.
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

/// (e) Leases: ids without a lock, and a hub that does not tell who was faster.
fn leases() {
    let take = |pieces: &mut PieceHub| [(); WORKERS as usize].map(|()| pieces.lease(EACH as usize));

    // Lent to the threads of a scope.
    let mut scoped = PieceHub::new();
    let mut lent = take(&mut scoped);
    thread::scope(|scope| {
        for (worker, lease) in (0..).zip(&mut lent) {
            scope.spawn(move || chain(lease, worker));
        }
    });
    assert!(scoped.settle(lent).is_empty());

    // Given to threads that outlive this function, and sent back in any order.
    let mut sent = PieceHub::new();
    let (finished, arrivals) = mpsc::channel();
    for (worker, mut lease) in (0..).zip(take(&mut sent)) {
        let finished = finished.clone();
        thread::spawn(move || {
            chain(&mut lease, worker);
            finished.send(lease).expect("the owner waits");
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
        "(e) leases: {} rows, the same ids as one thread gives",
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
