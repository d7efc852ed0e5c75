//! A hub and several threads.
//!
//! A hub has no lock inside: it is `Send` and `Sync` when its record is, reading
//! needs `&hub` and changing needs `&mut hub`. Which of five ways to take depends on
//! what the threads do, and on when they need the ids of what they make. The example
//! `threads` runs all five and compares each with one thread.
//!
//! | | what the threads do | who waits | time per row made |
//! |---|---|---|--:|
//! | (a) vectors | make rows; ids may come late | nobody | 1 |
//! | (b) a lock | read much, change now and then | the others, for each change | 1.2 to 1.7; in batches of 64, 0.9 to 1.0 |
//! | (c) shared columns | count and mark while all read | nobody, or two at one value | |
//! | (d) phases | work on all rows, each on its part | all, at the end of a phase | |
//! | (e) leases | make rows and need their ids at once | nobody | 1.2 to 1.8 |
//!
//! The last column is the time of two threads that make 10 000 or 100 000 rows of 40
//! bytes, over that of vectors: medians of five runs, taken in turns on a machine of two
//! cores that had other work to do. With more cores whoever waits waits longer. One
//! thread alone makes a row in a lease in a quarter of the time of an insertion into the
//! hub; taking the lease and settling it cost the rest, 1.1 to 2.3 in all.
//!
//! # (a) Ids come late: vectors
//!
//! Take this first. Threads fill vectors of records, and the owner inserts them with
//! [`Hub::insert_many`](crate::Hub::insert_many): no lock, nothing shared, and nobody is
//! faster. The ids are those that one thread would have given, if the vectors come in a
//! fixed order.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Piece { triangles: u32 }
//!
//! let made: Vec<Vec<Piece>> = std::thread::scope(|scope| {
//!     let cut = |worker: u32| (0..3).map(|n| Piece { triangles: 10 * worker + n }).collect();
//!     let workers = [1, 2].map(|worker| scope.spawn(move || cut(worker)));
//!     workers.map(|worker| worker.join().expect("it does not panic")).into()
//! });
//! let mut pieces = PieceHub::new();
//! let ids = pieces.insert_many(made.into_iter().flatten());
//! assert_eq!(*pieces.columns().triangles, [10, 11, 12, 20, 21, 22]);
//! assert!(pieces.ids().eq(ids));
//! ```
//!
//! # (b) The hub in a lock
//!
//! Nebula's hubs have a thread-safe form with `Enter` and `Leave`; here the lock is
//! outside and any lock will do. A hub can be a `static`, as `new` is `const`.
//! Readers share; do the work outside the lock and change inside it. After a panic
//! a hub is consistent, so a poisoned lock may be entered.
//!
//! ```
//! use std::sync::{PoisonError, RwLock};
//!
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Texture { mips: u32 }
//!
//! static TEXTURES: RwLock<TextureHub> = RwLock::new(TextureHub::new());
//!
//! let enter = || TEXTURES.read().unwrap_or_else(PoisonError::into_inner);
//! let enter_alone = || TEXTURES.write().unwrap_or_else(PoisonError::into_inner);
//!
//! let id = std::thread::spawn(move || enter_alone().insert(Texture { mips: 4 }));
//! let id = id.join().expect("it does not panic");
//! assert_eq!(enter().get(id).map(|texture| *texture.mips), Some(4));
//! ```
//!
//! A row is lent by the guard and cannot outlive it: that does not compile. Keep the
//! id, which is `Copy`, and ask again. A batch costs one lock: make 64 records
//! first, then enter once.
//!
//! # (c) Columns that are written while they are shared
//!
//! A column of atomics or of `Mutex` can be written through `&hub`, by every thread
//! at once, while nobody makes or frees rows.
//!
//! ```
//! use std::sync::atomic::{AtomicU32, Ordering};
//!
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Usage { hits: AtomicU32 }
//!
//! let mut usage = UsageHub::new();
//! let id = usage.alloc();
//! std::thread::scope(|scope| {
//!     for _ in 0..4 {
//!         scope.spawn(|| usage.row(id).hits.fetch_add(1, Ordering::Relaxed));
//!     }
//! });
//! assert_eq!(*usage.row_mut(id).hits.get_mut(), 4);
//! ```
//!
//! # (d) Phases: columns split over threads
//!
//! A column is a slice, and a slice can be divided. Different columns are different
//! borrows, so a phase may read some and write others. With the feature `rayon`,
//! `par_iter_mut` does the dividing.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Body { position: i32, velocity: i32 }
//!
//! let mut bodies: BodyHub = (0..8).map(|n| Body { position: 0, velocity: n }).collect();
//! let mut columns = bodies.columns_mut();
//! let velocities = columns.velocity.chunks(4);
//! std::thread::scope(|scope| {
//!     for (positions, velocities) in columns.position.chunks_mut(4).zip(velocities) {
//!         scope.spawn(move || {
//!             for (position, velocity) in positions.iter_mut().zip(velocities) {
//!                 *position += velocity;
//!             }
//!         });
//!     }
//! });
//! assert_eq!(*bodies.columns().position, [0, 1, 2, 3, 4, 5, 6, 7]);
//! ```
//!
//! With the slots layout that includes the holes, which hold the defaults; walk
//! `live_ranges` where a default is not neutral.
//!
//! # (e) Leases: ids at once, without a lock
//!
//! A worker that makes rows which name each other needs ids while it works.
//! [`Hub::lease`](crate::Hub::lease) takes ids out of the hub beforehand; the
//! [`Lease`](crate::Lease) is owned, makes rows and borrows nothing;
//! [`Hub::settle`](crate::Hub::settle) makes them live. Until then nobody else finds
//! them.
//!
//! ```
//! use std::sync::mpsc;
//!
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Node { before: Option<NodeId> }
//!
//! let mut nodes = NodeHub::new();
//! let (finished, arrivals) = mpsc::channel();
//! for _ in 0..2 {
//!     let (mut lease, finished) = (nodes.lease(10), finished.clone());
//!     std::thread::spawn(move || {
//!         let first = lease.insert(Node { before: None });
//!         lease.insert(Node { before: Some(first) });
//!         finished.send(lease).expect("the owner waits");
//!     });
//! }
//! drop(finished);
//! nodes.settle(arrivals); // in whatever order they arrive: the hub is the same
//! assert_eq!(nodes.len(), 4);
//! for (_, node) in nodes.iter() {
//!     assert!(node.before.is_none_or(|before| nodes.contains(before)));
//! }
//! ```
//!
//! What leases buy is ids without a lock, and **determinism**: the hub after
//! `settle` depends on the order in which the leases were taken, not on which thread
//! was the faster, so that a simulation, a replay or a build is the same each time.
//! They do not buy speed over a lock that is taken once per batch. For the same hub in
//! the same run settle all leases in one call; a lease that is dropped leaves its ids
//! withheld until [`Hub::free_withheld`](crate::Hub::free_withheld).
//!
//! A lease may be too small: [`Lease::try_insert`](crate::Lease::try_insert) hands the
//! record back, [`Lease::left`](crate::Lease::left) tells it before. Ask for more
//! than enough: ids that are not used go back unspent.
