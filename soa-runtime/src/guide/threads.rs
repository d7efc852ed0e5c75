//! A hub and several threads.
//!
//! A hub has no lock inside. It is `Send` and `Sync` if its record is. Reading needs `&hub`, and
//! changing needs `&mut hub`. There are five ways to use a hub from several threads. The right one
//! depends on what the threads do, and on when they need the ids of new rows.
//!
//! | | what the threads do | who waits | time per new row |
//! |---|---|---|--:|
//! | (a) vectors | make rows, and need no ids until later | no thread | 1 |
//! | (b) a lock | read often, and change sometimes | the other threads, during each change | 1.2 to 1.7; in batches of 64, 0.9 to 1.0 |
//! | (c) shared columns | count and mark while all threads read | no thread, or two threads at one value | |
//! | (d) phases | work on all rows, each thread on its part | all threads, at the end of a phase | |
//! | (e) leases | make rows and need their ids immediately | nobody | 1.2 to 1.8 |
//!
//! The last column is the time of two threads that make 10 000 or 100 000 rows of 40 bytes,
//! divided by the time of vectors. The figures are medians of five runs, taken in turns on a busy
//! machine with two cores. With more cores, threads that wait for each other wait longer. If only
//! one thread runs, a row in a lease takes a quarter of the time of an insertion into the hub.
//! With the time to take and settle the lease, the total is 1.1 to 2.3 times the time of an
//! insertion.
//!
//! # (a) Ids are needed later: vectors
//!
//! Try this first. The threads fill vectors of records, and the owner inserts them with
//! [`Hub::insert_many`](crate::Hub::insert_many). There is no lock and no shared state. Only a
//! lock that is taken once per batch is as fast. If the vectors arrive in a fixed order, the ids
//! are the same as with one thread.
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
//! Put the hub into any lock. (Nebula's hubs have a thread-safe form with `Enter` and `Leave`,
//! which corresponds to this.) A hub can be a `static`, because `new` is `const`. Readers share
//! the lock. Do the work outside the lock, and lock only for the change. A hub is consistent after
//! a panic, so you can continue with a poisoned lock.
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
//! A row borrows from the guard, so it cannot outlive the guard. Keep the id, which is `Copy`, and
//! look the row up again. A batch costs one lock: make 64 records first, then lock once.
//!
//! `dealloc` drops the values of a row while the lock is held. If the `Drop` of a value takes the
//! same lock, the thread waits for itself and hangs. Call [`Hub::remove`](crate::Hub::remove)
//! instead, and drop the record after the lock is released:
//!
//! ```
//! use std::sync::{Mutex, PoisonError};
//!
//! use soa_runtime::IdAllocator;
//!
//! /// Counts itself in the same hub when it is dropped.
//! #[derive(Default)]
//! struct Handler(Option<NodeId>);
//!
//! #[derive(IdAllocator)]
//! struct Node { dropped: u32, handler: Handler }
//!
//! static NODES: Mutex<NodeHub> = Mutex::new(NodeHub::new());
//!
//! impl Drop for Handler {
//!     fn drop(&mut self) {
//!         let Handler(Some(parent)) = *self else { return };
//!         let mut nodes = NODES.lock().unwrap_or_else(PoisonError::into_inner);
//!         *nodes.row_mut(parent).dropped += 1;
//!     }
//! }
//!
//! let mut nodes = NODES.lock().unwrap_or_else(PoisonError::into_inner);
//! let parent = nodes.alloc();
//! let child = nodes.insert(Node { dropped: 0, handler: Handler(Some(parent)) });
//! let record = nodes.remove(child);
//! drop(nodes);
//! drop(record);
//! let nodes = NODES.lock().unwrap_or_else(PoisonError::into_inner);
//! assert_eq!(*nodes.row(parent).dropped, 1);
//! ```
//!
//! # (c) Columns that are written while they are shared
//!
//! Every thread can write a column of atomics or of `Mutex` through `&hub` at the same time.
//! Meanwhile no thread can make or free rows.
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
//! # (d) Phases: columns divided among threads
//!
//! A column is a slice, and slices can be divided. Different columns are separate borrows, so a
//! phase can read some columns and write others. With rayon, `par_iter_mut` of a slice divides the
//! work.
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
//! With the slots layout this includes the holes, which contain the defaults. If a default is not
//! neutral, use `live_ranges`.
//!
//! # (e) Leases: ids at once, without a lock
//!
//! Workers that make rows which refer to each other need ids while they work.
//! [`Hub::lease`](crate::Hub::lease) takes ids out of the hub in advance. The worker owns the
//! [`Lease`](crate::Lease), which borrows nothing, and makes rows in it.
//! [`Hub::settle`](crate::Hub::settle) makes these rows live. Until then, their ids find nothing
//! in the hub.
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
//! let refused = nodes.settle(arrivals); // the hub is the same in whatever order they arrive
//! assert_eq!((refused.len(), nodes.len()), (0, 4));
//! for (_, node) in nodes.iter() {
//!     assert!(node.before.is_none_or(|before| nodes.contains(before)));
//! }
//! ```
//!
//! Leases provide ids without a lock, and they are **deterministic**. The hub after `settle`
//! depends on the order in which the leases were taken, and not on which thread was faster. A
//! simulation, a replay or a build therefore has the same result each time. To get it, settle all
//! leases in one call. Leases are not faster than a lock that is taken once per batch. If a lease
//! is dropped, its ids stay reserved until you call
//! [`Hub::free_reserved`](crate::Hub::free_reserved).
//!
//! A lease can be too small. [`Lease::left`](crate::Lease::left) returns the number of ids that
//! are left, and [`Lease::try_insert`](crate::Lease::try_insert) hands the record back if there is
//! none. Ask for more ids than you need: `settle` returns the unused ones to the hub.
//!
//! On one thread, a lease makes rows while the hub is borrowed, for example in a loop over it:
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Cell { size: u32, twin: Option<CellId> }
//!
//! let mut cells: CellHub = (3..5).map(|size| Cell { size, twin: None }).collect();
//! let mut lease = cells.lease(2);
//! for (id, cell) in cells.iter_mut().filter(|(_, cell)| *cell.size > 3) {
//!     *cell.size /= 2;
//!     *cell.twin = Some(lease.insert(Cell { size: *cell.size, twin: Some(id) }));
//! }
//! assert!(cells.settle([lease]).is_empty()); // no row was refused
//! assert_eq!(cells.len(), 3);
//! ```
