//! Which layout to choose, and how to loop over the rows.
//!
//! | | `layout = slots`, the default | `layout = dense` |
//! |---|---|---|
//! | the position of a row | the index of its id, for its whole life | anywhere in `0..len` |
//! | freeing a row | leaves a hole, which contains the defaults | moves the last row into the gap |
//! | a column | has one value per slot, including holes | has one value per live row |
//! | `columns().x.len()` | equals [`slots()`](crate::Hub::slots), which counts holes | equals [`len()`](crate::Hub::len) |
//! | from an id to a row | one compare | one compare and one load |
//! | the order of the rows | the order of the slots | yours, by [`sort_by`](crate::Hub::sort_by), until a row is freed: the last row then moves into the gap |
//! | choose it for | objects that others refer to, and rows that must stay where they are on a GPU | what is looped over in every frame |
//!
//! Both layouts have the same methods, except that only `dense` can sort and swap rows. The choice
//! is one word, and you can change it later.
//!
//! # Holes in a loop
//!
//! With `slots`, a loop over a whole column also visits the holes. This is memory-safe, and it is
//! correct if the default is neutral: a velocity of zero moves nothing. It is wrong if the loop
//! counts values, or if the default is not neutral. With `holes = kept`, a hole contains the
//! values of the freed row, in columns that need no drop.
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
//! // Two towers, but three values: the hole contains the default.
//! assert_eq!((towers.len(), towers.columns().health.len()), (2, 3));
//! assert_eq!(towers.columns().health.iter().sum::<u32>(), 300); // not the sum of the towers
//!
//! // Only the live rows, one by one or in runs.
//! let health = towers.columns().health;
//! assert_eq!(health.iter_live().map(|(_, health)| health).sum::<u32>(), 200);
//! let runs = health.rows().live_ranges().map(|run| health[run].iter().sum::<u32>());
//! assert_eq!(runs.sum::<u32>(), 200);
//! ```
//!
//! # Several columns
//!
//! All columns of a hub have the same rows. [`zip_live`](crate::zip_live()) walks several of them
//! over the live rows:
//!
//! ```
//! use soa_runtime::{IdAllocator, zip_live};
//!
//! #[derive(IdAllocator)]
//! struct Body { position: i32, velocity: i32 }
//!
//! let mut bodies: BodyHub = (0..4).map(|n| Body { position: n, velocity: 10 }).collect();
//! let second = bodies.id_at(1).expect("four rows");
//! bodies.dealloc(second);
//!
//! let mut columns = bodies.columns_mut();
//! zip_live((&mut columns.position, &columns.velocity))
//!     .for_each(|(_, (position, velocity))| *position += velocity);
//! assert_eq!(*columns.position, [10, 0, 12, 13]); // the hole did not change
//! ```
//!
//! You can also zip two whole columns, or the same run of both:
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
//!
//! # One row looks at others
//!
//! Columns are separate borrows. While you walk one of them mutably, you can read the others by
//! id, and the rows of other hubs, too:
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Boid { position: i32, velocity: i32 }
//!
//! let mut boids: BoidHub = (0..3).map(|n| Boid { position: 10 * n, velocity: 0 }).collect();
//! let near: Vec<BoidId> = boids.ids().take(2).collect(); // may be older than the hub
//!
//! let mut columns = boids.columns_mut();
//! for (id, velocity) in columns.velocity.iter_live_mut() {
//!     let here = columns.position[id];
//!     for &other in &near {
//!         if let Some(there) = columns.position.get(other) {
//!             *velocity += (there - here).signum();
//!         }
//!     }
//! }
//! assert_eq!(*columns.velocity, [1, -1, -2]);
//! ```
//!
//! If a row must see the old values of the column that the loop changes, copy that column first:
//! `let before = columns.velocity.to_vec();`. To change two rows at once, use
//! [`get_disjoint_mut`](crate::Hub::get_disjoint_mut).
//!
//! # Do not zip `iter_live` with a column
//!
//! [`iter_live`](crate::Column::iter_live) skips the holes, and a slice does not. If you zip the
//! live values of one column with all values of another one, the two are out of step after the
//! first hole. The code compiles, and there is no panic.
//!
//! ```
//! use std::iter::zip;
//!
//! use soa_runtime::{IdAllocator, zip_live};
//!
//! #[derive(IdAllocator)]
//! struct Item { price: u32, count: u32 }
//!
//! let mut items: ItemHub = (1..=3).map(|n| Item { price: 10 * n, count: n }).collect();
//! let first = items.id_at(0).expect("three rows");
//! items.dealloc(first);
//! let columns = items.columns();
//!
//! // Wrong: the price of the second row meets the count of the hole.
//! let wrong = zip(columns.price.iter_live(), columns.count);
//! assert_eq!(wrong.map(|((_, price), count)| price * count).sum::<u32>(), 30 * 2);
//!
//! // Right: one walk over both columns.
//! let right = zip_live((&columns.price, &columns.count));
//! assert_eq!(right.map(|(_, (price, count))| price * count).sum::<u32>(), 20 * 2 + 30 * 3);
//! ```
//!
//! # `as_slice()` and `&*column`
//!
//! A column dereferences to a slice. The slice `&*column` borrows the *view*, which is often a
//! temporary value. The slice that [`as_slice`](crate::Column::as_slice) returns borrows the
//! *hub*, so a function can return it. For a mutable column, use
//! [`into_mut_slice`](crate::ColumnMut::into_mut_slice).
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Body { mass: f32 }
//!
//! /// `&*bodies.columns().mass` does not compile here: it borrows a temporary view.
//! fn masses(bodies: &BodyHub) -> &[f32] {
//!     bodies.columns().mass.as_slice()
//! }
//!
//! /// Returns the same slice, mutably.
//! fn masses_mut(bodies: &mut BodyHub) -> &mut [f32] {
//!     bodies.columns_mut().mass.into_mut_slice()
//! }
//!
//! let mut bodies = BodyHub::new();
//! bodies.alloc_many(3);
//! masses_mut(&mut bodies).fill(2.0);
//! assert_eq!(masses(&bodies), [2.0; 3]);
//! ```
