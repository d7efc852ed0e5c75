//! Indexes beside the hubs of [`soa_runtime`]: rows found by value, by order, by place, by extent and by
//! link, and never a stale answer.
//!
//! An index belongs to you and is beside the hub. It stores the last tick that it has seen, and asks
//! the hub what changed since. So columns stay plain columns, and writing them costs nothing
//! more.
//!
//! ```
//! use soa_index::{Backlinks, Grid, Groups, Hashed, Sorted};
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked)] // the hub records which rows are made and freed
//! struct Unit {
//!     #[soa(tracked)] // the column records which rows are written
//!     name: String,
//!     #[soa(tracked)]
//!     team: u8,
//!     #[soa(tracked)]
//!     score: i32,
//!     #[soa(tracked)]
//!     pos: [f32; 2],
//!     vel: [f32; 2],
//!     #[soa(tracked)]
//!     leader: Option<UnitId>,
//! }
//!
//! let unit = |name: &str, team, score, pos, leader| Unit {
//!     name: name.into(), team, score, pos, vel: [0.0; 2], leader,
//! };
//! let mut units = UnitHub::new();
//! let ada = units.insert(unit("ada", 1, 70, [0.0, 0.0], None));
//! let bob = units.insert(unit("bob", 1, 90, [3.0, 4.0], Some(ada)));
//! let eve = units.insert(unit("eve", 2, 80, [9.0, 9.0], Some(ada)));
//! units.advance(); // ends the tick, before the questions
//!
//! let mut names = Hashed::<Unit, _>::new(|units| units.name);
//! let mut teams = Groups::<Unit, _>::new(|units| units.team);
//! let mut ranks = Sorted::<Unit, _>::new(|units| units.score);
//! let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos); // the size of a cell
//! let mut followers = Backlinks::<Unit, Unit>::new(|units| units.leader);
//!
//! assert_eq!(names.at(&units).id("ada"), Some(ada));
//! assert!(teams.at(&units).ids(&1).eq([ada, bob]));
//! assert_eq!(ranks.at(&units).last(), Some((&90, bob)));
//! assert!(near.at(&units).within([3.0, 4.0], 5.0).eq([ada, bob]));
//! assert!(followers.at(&units).of(ada).eq([bob, eve]));
//!
//! units.dealloc(bob);
//! *units.row_mut(eve).name = "ada".into();
//! assert!(names.at(&units).ids("ada").eq([ada, eve])); // up to date
//! assert_eq!(ranks.at(&units).last(), Some((&80, eve)));
//! ```
//!
//! # End the tick before you ask
//!
//! [`at`](Hashed::at) reads the rows again that were written since the last tick **ended**. Rows that
//! were written in the open tick are therefore read by every call. Call
//! [`advance`](soa_runtime::Hub::advance) after writing and before asking often: once a frame is
//! enough. A hub that was never advanced is read whole by each call.
//!
//! Answers are right in either case. Only the time differs.
//!
//! ```
//! # use soa_index::Hashed;
//! # use soa_runtime::IdAllocator;
//! # #[derive(IdAllocator)]
//! # #[soa(tracked)]
//! # struct Unit { #[soa(tracked)] name: String }
//! let mut names = Hashed::<Unit, _>::new(|units| units.name);
//! let mut units = UnitHub::new();
//! let ids = units.alloc_many(1000);
//! assert_eq!(names.refresh(&units), 1000); // the rows that were looked at
//! assert_eq!(names.refresh(&units), 1000);
//!
//! units.advance();
//! names.refresh(&units);
//! assert_eq!(names.refresh(&units), 0);
//! *units.row_mut(ids[3]).name = "ada".into();
//! assert_eq!(names.refresh(&units), 1);
//! ```
//!
//! # Which index
//!
//! | to find rows by | use | the view answers |
//! |---|---|---|
//! | a value that few rows have: a name, a key | [`Hashed`] | `id`, `ids`, `contains`, `duplicates` |
//! | a value that many rows have: a kind, a team, a flag | [`Groups`] | `ids`, `count`, `keys`, and sets of [`Slots`] to combine |
//! | the order of a value: a rank, a time, a priority | [`Sorted`] | `range`, `first`, `last`, `iter` |
//! | their place in 2 or 3 dimensions | [`Grid`] | `within`, `inside`, `nearest`, `nearest_n`, `outward` |
//! | their extent in 2 or 3 dimensions: a wall, a mesh | [`Boxes`] | `overlapping`, `containing`, `inside_planes`, `ray`, `pairs` |
//! | an id that they contain: a parent, an owner | [`Backlinks`] | `of`, `count`, `roots`, `descendants`, `dangling` |
//!
//! `new` picks a column. `by`, `by2` and `by3` pick one, two or three columns, and compute the value:
//! `Hashed::<Unit, _>::by2(|units| (units.team, units.name), |team, name| (*team, name.clone()))`.
//! [`guide`] has recipes.
//!
//! # What an answer is worth
//!
//! [`at`](Hashed::at) borrows the hub until the last answer is used. A stale answer does not compile.
//!
//! Answers depend only on the hub, and never on when the index was asked before. They come in
//! ascending order of the slots, or by value and then by slot. `Grid` yields by cell and then by
//! slot. So two machines with equal hubs get equal answers in the same order. If values are
//! equal but not the same, it is unspecified which one `Sorted` and `Groups` return.
//!
//! `beside` returns answers together with the columns of the hub, to be written in one loop. These
//! answers describe the hub at the moment of the call. [`Beside`] does this for several indexes.
//!
//! An index notices when it is asked about another hub: one that was loaded, cloned, or swapped in.
//! It then reads all rows. An index that is asked about two hubs in turn is right, and reads all rows
//! each time. Give each hub an index of its own.
//!
//! Closures, `Hash`, `Eq`, `Ord` and `Clone` may panic. The next call then reads all rows. They must
//! return the same for the same value. Values must only change through the hub's `&mut` methods, not
//! through a `Cell` or a lock. Otherwise answers are unspecified, but never unsafe.
//!
//! # What it costs
//!
//! Bringing an index up to date looks at no more than two rows for each row that changed, and at none
//! for rows that were only written in other columns. Each of them costs O(1), amortised. It costs
//! O(log(rows)) in [`Sorted`], for a row that enters another cell of a [`Grid`] and for one that leaves its
//! neighbours in [`Boxes`], and O(log(groups)) for a row that enters another group of [`Groups`]. Finding out that none of a million rows changed
//! takes a few microseconds (`benches/results/index.md`).
//!
//! # Where an index loses
//!
//! - Every row changes in every frame, and few questions are asked. Call `at` only in the frames with
//!   a question, or scan the column. [`Grid`] is made for rows that all move: it then sorts them again
//!   by counting.
//! - There are few rows. A loop over a short column needs no index. For [`Boxes`], few are about a hundred.
//! - The rows of a group are only walked, in a `for` loop. A `Vec` of ids that never changes is
//!   walked in about half the time. Use `for_each`, `sum` or `fold`, which are faster than a `for`
//!   loop, or with `layout = slots` the rows that [`slots`](GroupsView::slots) yields.
//! - Most values change their order. A `BTreeMap` that is kept by hand takes about as long as
//!   [`Sorted`] to bring up to date.
//!
//! # A column that is not tracked
//!
//! The compiler refuses it with E0308:
//!
//! ```compile_fail,E0308
//! # use soa_index::Hashed;
//! # use soa_runtime::IdAllocator;
//! #[derive(IdAllocator)]
//! #[soa(tracked)]
//! struct Unit {
//!     name: String,
//! }
//!
//! let names = Hashed::<Unit, _>::new(|units| units.name);
//! ```
//!
//! ```text
//! error[E0308]: mismatched types
//!   |     let names = Hashed::<Unit, _>::new(|units| units.name);
//!   |                                                ^^^^^^^^^^ expected `TrackedColumn<'_, Unit, _>`, found `Column<'_, Unit, String>`
//! ```
//!
//! Write `#[soa(tracked)]` on the field, or `#[soa(tracked = all)]` on the struct.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

extern crate alloc;

#[macro_use]
mod macros;

mod backlinks;
mod beside;
mod boxes;
mod follow;
mod grid;
mod groups;
pub mod guide;
mod hashed;
pub mod iter;
mod keys;
mod slots;
mod sorted;

pub use backlinks::{Backlinks, BacklinksView, Targets};
pub use beside::Beside;
pub use boxes::{Boxes, BoxesView};
pub use grid::{Grid, GridView};
pub use groups::{Groups, GroupsView};
pub use hashed::{Hashed, HashedView};
pub use slots::Slots;
pub use sorted::{Sorted, SortedView};
