//! Which layout: where the rows are, and the trap in the holes.
//!
//! | | `layout = slots`, the default | `layout = dense` |
//! |---|---|---|
//! | a row is | at its id's index, for life | anywhere in `0..len` |
//! | freeing a row | leaves a hole, which holds the defaults | moves the last row into the gap |
//! | a column | has one value per slot, holes too | has one value per live row |
//! | `columns().x.len()` | [`slots()`](crate::Hub::slots): counts the holes | [`len()`](crate::Hub::len) |
//! | from id to row | one compare | one compare and one load |
//! | order of the rows | that of the slots | yours: [`sort_by`](crate::Hub::sort_by) |
//! | choose it for | what others point at, and what keeps its place on a GPU | what is looped over in every frame |
//!
//! Both have the same methods, so that the choice is one word and can be changed.
//!
//! # The trap
//!
//! With `slots`, a loop over a whole column meets the holes. That is safe, and it is
//! right where the default is neutral: a velocity of zero moves nothing. It is wrong
//! where holes are counted, or their default is not neutral.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Tower {
//!     #[soa(default = 100)]
//!     health: u32,
//! }
//!
//! let mut towers = TowerHub::new();
//! let ids = towers.alloc_many(3);
//! towers.dealloc(ids[1]);
//!
//! // Two towers, three values: the hole holds the default.
//! assert_eq!((towers.len(), towers.columns().health.len()), (2, 3));
//! assert_eq!(towers.columns().health.iter().sum::<u32>(), 300); // not the towers' sum
//!
//! // The live rows alone, one by one or in runs.
//! let health = towers.columns().health;
//! assert_eq!(health.iter_live().map(|(_, health)| health).sum::<u32>(), 200);
//! let runs = health.rows().live_ranges().map(|run| health[run].iter().sum::<u32>());
//! assert_eq!(runs.sum::<u32>(), 200);
//! ```
//!
//! # Several columns
//!
//! Two columns have the same rows: zip the whole columns, or the same run of both, and
//! never the live values of one with all values of the other, which go out of step at
//! the first hole.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Body { position: i32, velocity: i32 }
//!
//! let mut bodies: BodyHub = (0..4).map(|n| Body { position: n, velocity: 10 }).collect();
//! let second = bodies.id_at(1).expect("four rows");
//! bodies.dealloc(second);
//!
//! let mut columns = bodies.columns_mut();
//! for run in columns.rows().live_ranges() {
//!     let velocity = &columns.velocity[run.clone()];
//!     for (position, velocity) in columns.position[run].iter_mut().zip(velocity) {
//!         *position += velocity;
//!     }
//! }
//! assert_eq!(*columns.position, [10, 0, 12, 13]); // the hole was not touched
//! ```
