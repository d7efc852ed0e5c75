//! The columns of [`soa_runtime`]'s hubs as Apache Arrow arrays, and back under the same ids.
//!
//! A hub stores each field as one array. So does Arrow, the form in which DataFusion, Polars,
//! DuckDB and Spark exchange columns. [`batch`] puts the columns of a hub into a
//! [`RecordBatch`](arrow_array::RecordBatch). Numbers, vectors of numbers and ids are not copied:
//! the batch shares the memory of the hub, and keeps the hub alive. [`read`] makes rows from a
//! batch, under the ids that they had.
//!
//! ```
//! use std::sync::Arc;
//!
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Unit {
//!     position: [f32; 3],
//!     #[soa(default = 100)]
//!     hp: u32,
//!     name: String,
//! }
//!
//! let mut units: UnitHub = ["ant", "bee", "cat"]
//!     .map(|name| Unit { position: [0.5; 3], hp: 40, name: name.to_owned() })
//!     .into_iter()
//!     .collect();
//! let ids: Vec<UnitId> = units.ids().collect();
//! units.dealloc(ids[1]); // a hole
//!
//! let units = Arc::new(units);
//! let batch = soa_arrow::batch(units.clone())
//!     .ids("id")
//!     .column("position", |columns| columns.position)
//!     .column("hp", |columns| columns.hp)
//!     .column("name", |columns| columns.name)
//!     .finish()?;
//! assert_eq!((batch.num_rows(), batch.num_columns()), (3, 4));
//! assert!(batch.column(2).is_null(1)); // the hole is a null
//!
//! let mut copy = UnitHub::new();
//! soa_arrow::read::<Unit>(&batch)
//!     .ids("id")
//!     .column("position", |unit| &mut unit.position)
//!     .column("name", |unit| &mut unit.name)
//!     .fill(&mut copy)?;
//! assert_eq!(copy.row(ids[2]).name, "cat"); // under the same id
//! assert_eq!(*copy.row(ids[2]).hp, 100); // a column that was not read has its default
//! assert!(!copy.contains(ids[1]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which column becomes what
//!
//! | the field | the array | copied |
//! |---|---|---|
//! | `u8` to `u64`, `i8` to `i64`, `f32`, `f64`, `half::f16` | of the same type | no |
//! | `usize`, `isize` | `UInt64`, `Int64`; with addresses of 32 bits `UInt32`, `Int32` | no |
//! | an id: `Handle` | `UInt16`, `UInt32` or `UInt64`: its bits | no |
//! | `Option` of an id | the same, with a null for `None` | one bit per row |
//! | `[F; N]`, and arrays of arrays | `FixedSizeList` of `N` | as `F` is |
//! | plain data, for example a vector of `glam`, or an enum: [`Batch::column_as`] | of the type that you name | as this type is |
//! | `bool` | `Boolean`, one bit per row | yes |
//! | `String`, `Box<str>`, `Arc<str>`, `Cow<str>`, `&'static str` | `Utf8` | yes |
//! | `Option` of any of these | the same, with a null for `None` | yes |
//! | anything else: [`Batch::computed`] | what a function of the row returns | yes |
//!
//! Columns of other types do not compile. The compiler's message says what to write instead.
//!
//! # Holes
//!
//! With `layout = slots` a freed row leaves a hole. A batch has a row for each slot, and a hole
//! is a null in every column. Arrow needs one bit per row for that. The hub's own bits mark the
//! holes, and Arrow's bits mark the rows, so this is the one thing that is copied: 125 kB for a
//! million rows. All columns share it. With `layout = dense` there are no holes, and no nulls.
//!
//! [`Batch::compact`] leaves the holes out. Then every column with holes is copied.
//!
//! # A batch and the hub that goes on
//!
//! A batch keeps the `Arc` of its hub, so the hub cannot change while the batch exists. There are
//! three ways to go on:
//!
//! - Drop the batch, and all arrays made from it. Then `Arc::get_mut` or `Arc::try_unwrap` returns
//!   the hub.
//! - Clone the hub, and make a batch of the clone. A clone copies each column at once, about as
//!   fast as memory is.
//! - Keep a world with several hubs in one `Arc`, and implement [`AsHub`](soa_runtime::generic::AsHub) for
//!   it; see [`batch`].
//!
//! # What a batch is not
//!
//! A batch contains the live rows and their ids. It does not contain the generations of the free
//! slots, so a hub that was filled by [`read`] may issue an id again that was freed before the
//! batch was made. Use a snapshot (`guide::saves` of [`soa_runtime`]) to save a game, and a batch
//! to analyse it.
//!
//! # Versions
//!
//! The crate works with `arrow-array`, `arrow-buffer` and `arrow-schema` 57 to 60. If your engine
//! needs an older version than the newest, say so in the lock file; [`guide`] has the command.
//! Arrow 57 to 59 need Rust 1.85, and Arrow 60 needs Rust 1.88.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod batch;
mod error;
pub mod guide;
mod lent;
mod read;
mod rows;
mod value;

pub use batch::{Batch, batch};
pub use error::{BatchError, ReadError};
pub use read::{BoxError, Reader, read};
pub use soa_runtime::generic::LentColumns;
pub use value::{FromArrow, IdWord, ToArrow};
